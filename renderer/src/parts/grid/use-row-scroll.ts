import { type MouseEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { NO_ROWS, type RowWindow, rowsInSight, topToShow, windowAround } from './row-window.ts';

interface RowMeasures {
  readonly count: number;
  /** Of every row, pixels. */
  readonly rowHeight: number;
}

export interface RowScrollOptions extends RowMeasures {
  /** Of what stays on top of the rows, pixels. */
  readonly headHeight: number;
  /** Told at every change which part of all rows is in sight, from 0 to 1. */
  readonly onSight?: (from: number, to: number) => void;
}

export interface RowScrollHandle extends RowMeasures {
  /** Of the element that scrolls: the head is on top in it, the rows follow. */
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Of an element over the rows that is shown while they move: the mouse is not over another row in every frame then. */
  readonly cover: RefObject<HTMLDivElement | null>;
  readonly scrollTo: (row: number, align: 'nearest' | 'middle') => void;
  /** What was clicked, also where the cover took the click. */
  readonly targetOf: (event: MouseEvent) => Element | null;
}

/** Why rows are looked at: the list moves, it came to rest, or something else about it changed. */
export type LookReason = 'moves' | 'rests' | 'changed';

/** The list is at rest so long after it moved last, milliseconds. */
const REST = 120;

/**
 * Watches a long list of rows of one height being scrolled, and says which of its rows have to exist; see row-window.ts.
 *
 * @param onWindow called in the frame that shows the list moved: a frame later it would be seen without its rows. The same
 * window comes again where it still serves.
 */
export function useRowScroll(
  options: RowScrollOptions,
  onWindow: (window: RowWindow, reason: LookReason) => void,
): RowScrollHandle {
  const { count, rowHeight } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...options, onWindow, shown: NO_ROWS, height: 0 });

  const look = useCallback((reason: LookReason) => {
    const { current } = latest;
    const top = scroller.current?.scrollTop ?? 0;
    const sight = rowsInSight(top, current.height, current.rowHeight, current.count);
    const all = current.count * current.rowHeight;
    if (all > 0) current.onSight?.(Math.min(1, top / all), Math.min(1, (top + current.height) / all));
    current.shown = windowAround(current.shown, sight, current.count, reason !== 'moves');
    current.onWindow(current.shown, reason);
  }, []);

  useLayoutEffect(() => {
    Object.assign(latest.current, options, { onWindow });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows may be in sight where there are fewer of them.
  useLayoutEffect(() => look('changed'), [look, count, rowHeight]);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let rest: ReturnType<typeof setTimeout> | undefined;
    let moved = 0;
    const onScroll = ({ timeStamp }: Event) => {
      moved = timeStamp;
      if (rest === undefined) {
        rest = setTimeout(onRest, REST);
        if (cover.current !== null) cover.current.hidden = false;
      }
      look('moves');
    };
    const onRest = () => {
      const left = REST - (performance.now() - moved);
      rest = left > 0 ? setTimeout(onRest, left) : undefined;
      if (rest !== undefined) return;
      if (cover.current !== null) cover.current.hidden = true;
      look('rests');
    };
    const onSize = () => {
      latest.current.height = Math.max(0, element.clientHeight - latest.current.headHeight);
      look('changed');
    };
    onSize();
    const observer = new ResizeObserver(onSize);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(rest);
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [look]);

  const scrollTo = useCallback((row: number, align: 'nearest' | 'middle') => {
    const element = scroller.current;
    if (element === null) return;
    const { height } = latest.current;
    const top = element.scrollTop;
    const wanted = topToShow(row, { top, height, rowHeight: latest.current.rowHeight, align });
    if (wanted !== top) element.scrollTop = wanted;
  }, []);
  const targetOf = useCallback((event: MouseEvent) => {
    const { current } = cover;
    if (event.target !== current) return event.target instanceof Element ? event.target : null;
    if (current !== null) current.hidden = true;
    return document.elementFromPoint(event.clientX, event.clientY);
  }, []);
  return { count, rowHeight, scroller, cover, scrollTo, targetOf };
}
