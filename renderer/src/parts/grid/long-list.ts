/** How the boxes of long lists look: what they have in common is there for the sake of scrolling. */

/**
 * The box that scrolls. Its corners are square: where they are round, Chromium cannot tell by itself what a turn of the
 * wheel scrolls, and waits for the main thread each time.
 */
export const LONG_LIST =
  'max-h-[62vh] min-h-40 overflow-auto [overflow-anchor:none] border border-line bg-surface text-[0.8125rem]';

/** A row of a list whose columns are chosen: their widths stand at the box that scrolls. */
export const GRID_ROW = 'grid min-w-(--row-width) grid-cols-(--row-columns)';

/** The element that recycled rows are put into: a layer as large as the rows that exist, not as the whole list. */
export const ROWS_HOST = 'absolute top-0 left-0 w-full will-change-transform';
