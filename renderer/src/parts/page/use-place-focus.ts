import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What the window showed last; null as long as it was only opened: that is no going, and moves no focus. */
let last: string | null = null;

/** Going to another page, or to another thing on it, moves the focus to its heading and begins at its top. */
export function usePlaceFocus(place: string): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = `${path} ${place}`;
  useEffect(() => {
    if (last === here) return;
    const isOpening = last === null;
    last = here;
    if (isOpening) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [here]);
}
