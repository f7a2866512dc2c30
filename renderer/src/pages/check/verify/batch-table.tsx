// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
import { rowAfterKey } from '../../../parts/grid/grid-keys.ts';
import { GRID_ROW, LONG_LIST, ROWS_HOST } from '../../../parts/grid/long-list.ts';
import { useRecycledRows } from '../../../parts/grid/use-recycled-rows.ts';
import type { Row, SortKey, View } from '../../../parts/verification/batch.ts';
import { COLUMNS, templateOf } from './batch-columns.ts';
import { BatchRow, type BatchScene, FIRST_INDEX, ROW_HEIGHT } from './batch-row.ts';
import { TAKES_FOCUS } from './use-kept-focus.ts';

/** Of the row of titles with its line, pixels. */
const HEAD_HEIGHT = 33;
const NO_FILES: readonly Row[] = [];

const newRow = () => new BatchRow();

/** The virtual table of many files. The table has the focus; arrows move the current row, Enter opens it. */
export function BatchTable(props: {
  /** Null while they are put in order for the first time. */
  rows: readonly Row[] | null;
  columns: readonly SortKey[];
  view: View;
  /** The file that a person comes back from: it is the current one again. */
  lastOpened: number | null;
  onSort: (key: SortKey) => void;
  onOpen: (id: number) => void;
}) {
  const { columns, view, lastOpened, onSort, onOpen } = props;
  const rows = props.rows ?? NO_FILES;
  const [currentId, setCurrentId] = useState(lastOpened);
  const gridId = useId();
  const { columns: template, minWidth } = useMemo(() => templateOf(columns), [columns]);
  const found = useMemo(
    () => (currentId === null ? -1 : rows.findIndex(({ id }) => id === currentId)),
    [rows, currentId],
  );
  const elementId = `${gridId}-${currentId}`;
  const scene = useMemo<BatchScene>(() => ({ rows, columns }), [rows, columns]);
  const list = useRecycledRows({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    make: newRow,
    scene,
    current: { row: found, id: elementId },
  });
  const { scroller, scrollTo } = list;
  const isToShow = useRef(lastOpened !== null);
  // Once, as soon as the rows are in order.
  useEffect(() => {
    if (!isToShow.current || found < 0) return;
    isToShow.current = false;
    scrollTo(found, 'nearest');
  }, [found, scrollTo]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const index = rowAfterKey(event.key, {
      // Without a current row the first is next, and pages are counted from it.
      current: event.key === 'ArrowDown' ? found : Math.max(0, found),
      count: rows.length,
      rowHeight: ROW_HEIGHT,
      height: scroller.current?.clientHeight,
    });
    if (index !== undefined) {
      setCurrentId(rows[index]?.id ?? null);
      // Only a key moves the list: where a running batch puts the row elsewhere, the list stays where the person looks.
      if (index >= 0) list.scrollTo(index, 'nearest');
    } else if (event.key === 'Enter' && found >= 0 && currentId !== null) onOpen(currentId);
    else return;
    event.preventDefault();
  };
  const onClick = (event: React.MouseEvent) => {
    const index = list.targetOf(event)?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
    const row = rows[Number(index) - FIRST_INDEX];
    if (row !== undefined) onOpen(row.id);
  };
  return (
    <div
      ref={scroller}
      {...TAKES_FOCUS}
      role="grid"
      aria-label="Verified files"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-readonly
      aria-activedescendant={found < 0 ? undefined : elementId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ '--row-columns': template, '--row-width': minWidth } as CSSProperties}
      className={LONG_LIST}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <ColumnHeads columns={columns} view={view} onSort={onSort} />
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={onClick}
        className="relative min-w-(--row-width)"
        style={{ height: rows.length * ROW_HEIGHT }}
      >
        <div ref={list.host} className={ROWS_HOST} />
        <div ref={list.cover} hidden aria-hidden="true" className="absolute inset-0 z-[2]" />
      </div>
      {props.rows?.length === 0 && <p className="px-4 py-6 text-muted">No file matches the filters.</p>}
    </div>
  );
}

interface ColumnHeadsProps {
  readonly columns: readonly SortKey[];
  readonly view: View;
  readonly onSort: (key: SortKey) => void;
}

/** Not drawn anew where only the rows are others. */
const ColumnHeads = memo(function ColumnHeads({ columns, view, onSort }: ColumnHeadsProps) {
  return (
    <div role="row" aria-rowindex={1} className={`${GRID_ROW} border-b border-line bg-sunken`}>
      {columns.map((key) => (
        <ColumnHead key={key} column={key} view={view} onSort={onSort} />
      ))}
    </div>
  );
});

function ColumnHead({ column, view, onSort }: { column: SortKey; view: View; onSort: (key: SortKey) => void }) {
  const { title, look = '' } = COLUMNS[column];
  const isSorted = view.sort === column;
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : 'none'}
      className="px-1"
    >
      <button
        type="button"
        onClick={() => onSort(column)}
        className={`flex h-8 w-full cursor-pointer items-center gap-1 rounded-sm px-1 font-semibold whitespace-nowrap hover:underline focus-visible:outline-offset-[-2px] ${look.includes('text-end') ? 'justify-end' : ''}`}
      >
        {title}
        {isSorted && <Arrow aria-hidden size={14} />}
      </button>
    </div>
  );
}
