import { Fragment, type ReactNode } from 'react';
import { type CurrentRow, rowsToMake } from './row-window.ts';
import type { RowWindowHandle } from './use-row-window.ts';

export interface DrawnRowsProps {
  readonly list: RowWindowHandle;
  readonly current: CurrentRow;
  /** @param top where the row is put, pixels */
  readonly children: (row: number, top: number) => ReactNode;
}

/** The rows that exist, drawn by React. They keep their places in a box: where all of them change, this alone is moved. */
export function DrawnRows({ list, current, children }: DrawnRowsProps) {
  const { base, rowHeight } = list;
  return (
    <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${base * rowHeight}px)` }}>
      {rowsToMake(list, current.row).map((row) => (
        <Fragment key={row - base}>{children(row, (row - base) * rowHeight)}</Fragment>
      ))}
    </div>
  );
}
