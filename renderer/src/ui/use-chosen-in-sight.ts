import { type RefObject, useEffect, useRef } from 'react';

/** Between the chosen item and the edge of its box, pixels: the edge may fade (`fading-row`, `fading-column`). */
const MARGIN = 40;

/**
 * A box that scrolls by itself is moved, by the shortest way, so that the chosen one of its items is in sight. The page
 * around it stays where it is.
 *
 * @param chosen changes with the choice
 */
export function useChosenInSight<E extends HTMLElement>(chosen: string | undefined): RefObject<E | null> {
  const box = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew when another item is chosen.
  useEffect(() => {
    const element = box.current;
    const item = element?.querySelector('[aria-current=page], [role=tab][aria-selected=true]');
    if (element === null || item === null || item === undefined) return;
    const outer = element.getBoundingClientRect();
    const inner = item.getBoundingClientRect();
    element.scrollLeft += wayInto(inner.left, inner.right, outer.left, outer.right);
    element.scrollTop += wayInto(inner.top, inner.bottom, outer.top, outer.bottom);
  }, [chosen]);
  return box;
}

function wayInto(start: number, end: number, from: number, to: number): number {
  return Math.min(0, start - MARGIN - from) || Math.max(0, end + MARGIN - to);
}
