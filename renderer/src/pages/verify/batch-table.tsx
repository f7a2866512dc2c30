// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo, useId, useMemo, useState } from 'react';
import { rowAfterKey } from '../../parts/grid-keys.ts';
import { rowsToMake } from '../../parts/row-window.ts';
import { useRowWindow } from '../../parts/use-row-window.ts';
import type { Row, SortKey, View } from '../../verification/batch.ts';
import { COLUMNS, templateOf } from './batch-columns.tsx';

const ROW_HEIGHT = 34;
/** Of the row of titles with its line, pixels. */
const HEAD_HEIGHT = 33;
const TEMPLATE = 'grid min-w-(--row-width) grid-cols-(--row-columns)';

/** The virtual table of many files. The table has the focus; arrows move the current row, Enter opens it. */
export function BatchTable(props: {
  /** Null while they are put in order for the first time. */
  rows: readonly Row[] | null;
  columns: readonly SortKey[];
  view: View;
  onSort: (key: SortKey) => void;
  onOpen: (id: number) => void;
}) {
  const { columns, view, onSort, onOpen } = props;
  const rows = props.rows ?? [];
  const [currentId, setCurrentId] = useState<number | null>(null);
  const gridId = useId();
  const list = useRowWindow({ count: rows.length, rowHeight: ROW_HEIGHT, headHeight: HEAD_HEIGHT });
  const { scroller, base } = list;
  const { columns: template, minWidth } = useMemo(() => templateOf(columns), [columns]);
  const found = useMemo(
    () => (currentId === null ? -1 : (props.rows?.findIndex(({ id }) => id === currentId) ?? -1)),
    [props.rows, currentId],
  );

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
    const id = list.targetOf(event)?.closest('[data-id]')?.getAttribute('data-id');
    if (id !== null && id !== undefined) onOpen(Number(id));
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label="Verified files"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-readonly
      aria-activedescendant={found < 0 ? undefined : `${gridId}-${currentId}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={{ '--row-columns': template, '--row-width': minWidth } as CSSProperties}
      className="max-h-[62vh] min-h-48 overflow-auto [overflow-anchor:none] rounded border border-line bg-surface text-[0.8125rem]"
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" aria-rowindex={1} className={`${TEMPLATE} border-b border-line bg-sunken`}>
          {columns.map((key) => (
            <ColumnHead key={key} column={key} view={view} onSort={onSort} />
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={onClick}
        className="relative min-w-(--row-width)"
        style={{ height: rows.length * ROW_HEIGHT }}
      >
        {/* Its rows keep their places in it: where all of them change, this alone is moved. */}
        <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${base * ROW_HEIGHT}px)` }}>
          {rowsToMake(list, found).map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <BatchRow
                // An element shows one row after another: only texts change, which is far cheaper than making a row
                // anew. A row keeps nothing of its own that could get mixed up.
                key={index - base}
                row={row}
                columns={columns}
                elementId={index === found ? `${gridId}-${row.id}` : undefined}
                index={index}
                start={(index - base) * ROW_HEIGHT}
                isCurrent={index === found}
              />
            );
          })}
        </div>
        <div ref={list.cover} hidden aria-hidden="true" className="absolute inset-0 z-[2]" />
      </div>
      {props.rows?.length === 0 && <p className="px-4 py-6 text-muted">No file matches the filters.</p>}
    </div>
  );
}

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

/**
 * One row; drawn anew only when something about it changed. Its box is sealed off, so that it costs no layout elsewhere.
 * Cells clip: each one that hides what overflows could scroll, which costs more while a list of them is scrolled.
 */
const BatchRow = memo(function BatchRow(props: {
  row: Row;
  columns: readonly SortKey[];
  /** Of the current row alone: no other one is ever named. */
  elementId: string | undefined;
  index: number;
  start: number;
  isCurrent: boolean;
}) {
  const { row, columns, elementId, index, start, isCurrent } = props;
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-id={row.id}
      data-row={row.name}
      style={{ top: start, height: ROW_HEIGHT }}
      className={`${TEMPLATE} absolute left-0 w-full cursor-pointer items-center border-b border-line [contain:size_layout_style] ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      {columns.map((key) => {
        const { look = '', cell } = COLUMNS[key];
        return (
          <div key={key} role="gridcell" className={`overflow-clip px-2 text-ellipsis whitespace-nowrap ${look}`}>
            {cell(row)}
          </div>
        );
      })}
    </div>
  );
});
