import { useEffect, useRef } from 'react';

/** Marks what of a view takes the focus; where nothing is marked, the page's heading does. */
export const TAKES_FOCUS = { 'data-takes-focus': '' } as const;

/**
 * Where what had the focus is gone, because another view took its place or a button has done its work, the focus goes to
 * what stands there now instead of being lost. A focus that somebody has is never taken away. `view` names what is shown,
 * `state` everything of it by which buttons come and go.
 */
export function useKeptFocus(view: string, state: string): void {
  const before = useRef({ view, state });
  useEffect(() => {
    const isOtherView = before.current.view !== view;
    if (!isOtherView && before.current.state === state) return;
    before.current = { view, state };
    const give = () => {
      if (document.activeElement !== document.body) return;
      const marked = document.querySelector<HTMLElement>('main [data-takes-focus]');
      const target = marked ?? document.querySelector<HTMLElement>('main h1');
      // Within a view nothing moves under the eyes of a person who reads.
      target?.focus({ preventScroll: true });
      if (isOtherView) window.scrollTo(0, 0);
    };
    // A dialog gives the focus back in the frame after it has closed, where that element still stands.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(give);
    });
    return () => cancelAnimationFrame(frame);
  }, [view, state]);
}
