/** How the boxes of long lists look: what they have in common is there for the sake of scrolling. */

/**
 * The box that scrolls. Its corners are square: where they are round, Chromium cannot tell by itself what a turn of the
 * wheel scrolls, and waits for the main thread each time.
 */
export const LONG_LIST =
  'max-h-[max(20rem,calc(100dvh-18rem))] min-h-24 overflow-auto [overflow-anchor:none] border-t border-line bg-page text-13';

/** The cells of a row side by side. The widths of the columns stand at the box that scrolls. */
export const GRID_ROW = 'grid min-w-(--row-width) grid-cols-(--row-columns)';

/** The box of a row, sealed off, so that it costs no layout elsewhere. */
export const ROW_BOX = 'absolute left-0 w-full border-b border-line [contain:size_layout_style]';

/** The element that recycled rows are put into: a layer as large as the rows that exist, not as the whole list. */
export const ROWS_HOST = 'absolute top-0 left-0 w-full will-change-transform';

/** `aria-rowindex` of the first row: the head has 1. */
export const FIRST_INDEX = 2;
