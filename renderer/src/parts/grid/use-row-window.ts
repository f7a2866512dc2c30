import { useState } from 'react';
import { flushSync } from 'react-dom';
import { NO_ROWS, type RowWindow } from './row-window.ts';
import { type RowScrollHandle, type RowScrollOptions, useRowScroll } from './use-row-scroll.ts';

export interface RowWindowHandle extends RowWindow, RowScrollHandle {}

/**
 * The rows of a long list of rows of one height that have to exist, for rows that React draws. Where there may be 100,000
 * of them, see use-recycled-rows.ts.
 */
export function useRowWindow(options: RowScrollOptions): RowWindowHandle {
  const [shown, setShown] = useState(NO_ROWS);
  const handle = useRowScroll(options, (window, reason) => {
    if (reason === 'moves') flushSync(() => setShown(window));
    else setShown(window);
  });
  // Where rows were taken away, those beyond the end are not asked for in the meantime.
  return { ...shown, last: Math.min(shown.last, options.count - 1), ...handle };
}
