import { type RefObject, useEffect, useRef } from 'react';

/** Between the chosen item and the edge of its box, pixels: the edge may fade (`fading-row`, `fading-column`). */
const MARGIN = 40;

/**
 * A box that scrolls by itself is moved, by the shortest way, so that the chosen one of its items is in sight: when another is
 * chosen, and when the box gets another size. The page around it stays where it is.
 *
 * @param chosen changes with the choice
 */
export function useChosenInSight<E extends HTMLElement>(chosen: string | undefined): RefObject<E | null> {
  const box = useRef<E>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for anew when another item is chosen.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => bringIn(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [chosen]);
  return box;
}

function bringIn(box: HTMLElement): void {
  box.toggleAttribute('data-fades', box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight);
  const item = box.querySelector('[aria-current=page], [role=tab][aria-selected=true]');
  if (item === null) return;
  const outer = box.getBoundingClientRect();
  const inner = item.getBoundingClientRect();
  box.scrollLeft += wayInto(inner.left, inner.right, outer.left, outer.right);
  box.scrollTop += wayInto(inner.top, inner.bottom, outer.top, outer.bottom);
}

function wayInto(start: number, end: number, from: number, to: number): number {
  return Math.min(0, start - MARGIN - from) || Math.max(0, end + MARGIN - to);
}
