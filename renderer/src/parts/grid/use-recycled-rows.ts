import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type RecycledRow, RecycledRows } from './recycled-rows.ts';
import { type CurrentRow, NO_ROWS, type RowRange } from './row-window.ts';
import { type RowScrollHandle, type RowScrollOptions, useRowScroll } from './use-row-scroll.ts';

export interface RecycledRowsOptions<S> extends RowScrollOptions {
  /** Makes an element for rows. */
  readonly make: () => RecycledRow<S>;
  /** What rows are drawn from. They are drawn anew where this is another object. */
  readonly scene: S;
  readonly current: CurrentRow;
  /** Told which rows are made when they become others, also while the list moves. */
  readonly onRows?: (rows: RowRange) => void;
}

export interface RecycledRowsHandle extends RowScrollHandle {
  /** Of the element that the rows are put into. React draws nothing in it. */
  readonly host: RefObject<HTMLDivElement | null>;
}

/** The rows of a list of perhaps 100,000, recycled while it is scrolled, without React; see recycled-rows.ts. */
export function useRecycledRows<S>(options: RecycledRowsOptions<S>): RecycledRowsHandle {
  const host = useRef<HTMLDivElement>(null);
  const rows = useRef<RecycledRows<S> | null>(null);
  const shown = useRef(NO_ROWS);
  const latest = useRef(options);
  const draw = () => {
    if (host.current === null) return;
    const { make, rowHeight, count, current, scene } = latest.current;
    rows.current ??= new RecycledRows(host.current, make, rowHeight);
    // Where rows were taken away, those beyond the end are not asked for in the meantime.
    const last = Math.min(shown.current.last, count - 1);
    rows.current.show({ ...shown.current, last }, current, scene);
  };
  // Before the effects of useRowScroll, which draw.
  useLayoutEffect(() => {
    latest.current = options;
  });
  const handle = useRowScroll(options, (window, reason) => {
    const isOther = window !== shown.current;
    shown.current = window;
    if (isOther) {
      draw();
      latest.current.onRows?.(window);
    }
    if (reason !== 'moves') rows.current?.order();
  });
  const { scene, current } = options;
  const { row, id } = current;
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when what rows are drawn from is another.
  useLayoutEffect(draw, [scene, row, id]);
  return { ...handle, host };
}
