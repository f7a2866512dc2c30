/**
 * How long it took until each receipt. A receipt states when something was reported and not when it began, so its bar goes from the
 * receipt before it in its session, or from the one that delegated, to itself.
 */
import type { RowList } from '../rows/row-list.ts';

/** Milliseconds since 1970. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The span of a row; null where its receipt states no time. A fork happened nowhere: its span is the moment at which it begins. */
export function spanOf(list: RowList, row: number): Span | null {
  const end = timeOf(list, row);
  if (Number.isNaN(end)) return null;
  const parent = list.parent[row] ?? -1;
  const isFork = list.length[row] === 0;
  const before = parent < 0 || isFork ? end : timeOf(list, parent);
  return { start: Number.isNaN(before) ? end : Math.min(before, end), end };
}

function timeOf(list: RowList, row: number): number {
  return list.sessions[list.session[row] ?? -1]?.columns.time[list.node[row] ?? 0] ?? Number.NaN;
}

/** From the first start to the last end of some rows, both included; null where none states a time. */
export function rangeOf(list: RowList, first: number, last: number): Span | null {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (let row = Math.max(0, first); row <= Math.min(last, list.count - 1); row++) {
    const span = spanOf(list, row);
    if (span === null) continue;
    start = Math.min(start, span.start);
    end = Math.max(end, span.end);
  }
  return start <= end ? { start, end } : null;
}

/** The row before which the most time passed; -1 where no time passed at all. */
export function longestRow(list: RowList): number {
  let longest = -1;
  let most = 0;
  for (let row = 0; row < list.count; row++) {
    const span = spanOf(list, row);
    if (span === null || span.end - span.start <= most) continue;
    most = span.end - span.start;
    longest = row;
  }
  return longest;
}
