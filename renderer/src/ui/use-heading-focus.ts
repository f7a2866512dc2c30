import { useEffect, useRef } from 'react';

/** Going between a list and a form or a thing of it is like going to another page: the focus moves to its heading. */
export function useHeadingFocus(place: string): void {
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
}
