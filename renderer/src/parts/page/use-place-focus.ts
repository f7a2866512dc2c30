import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

/** What the window showed last; null as long as it was only opened: that is no going, and moves no focus. */
let last: string | null = null;
/** Whether the focus went to the heading of that. */
let hasMoved = false;

/** Going to another page, or to another thing on it, moves the focus to its heading and begins at its top. */
export function usePlaceFocus(place: string): void {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = `${path} ${place}`;
  useEffect(() => {
    if (last !== here) {
      hasMoved = last !== null;
      last = here;
      if (!hasMoved) return;
      window.scrollTo(0, 0);
      // The heading that had the focus may have been drawn anew, as when a thing comes in the place of its loading.
    } else if (!hasMoved || document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [here]);
}
