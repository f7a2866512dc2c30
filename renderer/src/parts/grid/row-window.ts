/** Which rows of a long list are made, so that scrolling costs the same at every speed and for every length. */

/** Rows from `first` to `last`, both included; none where `last` is less. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The row that keys act on. */
export interface CurrentRow {
  /** -1 for none. */
  readonly row: number;
  /** Of its element, for aria-activedescendant. */
  readonly id: string;
}

export interface RowWindow extends RowRange {
  /**
   * The row that elements are counted from: the element of a row is number `row - base`. Where this stays, a row keeps its
   * element, and with it a selection of text; where it moves with the rows, elements stay and only their texts change.
   */
  readonly base: number;
  /** Whether most rows are others than before. */
  readonly isFar: boolean;
}

export const NO_ROWS: RowWindow = { first: 0, last: -1, base: 0, isFar: false };

/** Rows that are made above and below those in sight, so that slow scrolling finds them there. */
const MARGIN = 4;

/**
 * The rows that may be in sight: as many wherever a person stands, so that none is made or removed because a row is half
 * in sight.
 *
 * @param top how far the list is scrolled, pixels
 * @param height of what is seen of it, without the head, pixels
 */
export function rowsInSight(top: number, height: number, rowHeight: number, count: number): RowRange {
  const most = Math.ceil(height / rowHeight);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1));
  return { first, last: Math.min(count - 1, first + most) };
}

/**
 * The rows to make. The same window comes back while it still serves. A short way adds the rows ahead and leaves the others
 * their elements. A long way would replace most of them, so all lend theirs and no more rows are made than are seen; the
 * others follow when the list is at rest.
 */
export function windowAround(before: RowWindow, sight: RowRange, count: number, isAtRest: boolean): RowWindow {
  const end = count - 1;
  const serves =
    before.first <= Math.max(0, sight.first - 1) && before.last >= Math.min(end, sight.last + 1) && before.last <= end;
  if (serves && !(isAtRest && before.isFar)) return before;
  const inSight = sight.last - sight.first + 1;
  const kept = Math.min(before.last, sight.last) - Math.max(before.first, sight.first) + 1;
  const isNear = 2 * kept > inSight;
  const margin = isNear || isAtRest ? MARGIN : 0;
  const first = Math.max(0, sight.first - margin);
  const last = Math.min(end, sight.last + margin);
  const isFar = !isNear && !isAtRest;
  return { first, last, base: isNear ? before.base : first, isFar };
}

/**
 * The row of a window that belongs to one of `count` elements, at least as many as the window has rows; a number beyond the
 * window's last where none does. A row keeps its element while `base` and `count` stay.
 */
export function rowOfElement(place: number, { first, base }: Pick<RowWindow, 'first' | 'base'>, count: number): number {
  const turn = (place - (first - base)) % count;
  return first + (turn < 0 ? turn + count : turn);
}

/** Where to scroll to show a row: in the middle, or by the shortest way. `top` as it is, where it is in sight already. */
export function topToShow(
  row: number,
  { top, height, rowHeight, align }: { top: number; height: number; rowHeight: number; align: 'nearest' | 'middle' },
): number {
  const start = row * rowHeight;
  if (align === 'middle') return Math.max(0, start - Math.max(0, height - rowHeight) / 2);
  if (start < top) return start;
  return Math.max(top, start + rowHeight - height);
}

/** The rows of a window, and the current one (-1 for none): what aria-activedescendant names has to exist. */
export function rowsToMake({ first, last }: RowRange, current: number): number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, place) => first + place);
  if (current >= 0 && current < first) rows.unshift(current);
  else if (current > last) rows.push(current);
  return rows;
}
