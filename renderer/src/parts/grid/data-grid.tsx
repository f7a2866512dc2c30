// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode, useId, useMemo, useState } from 'react';
import { copiesRow, rowAfterKey } from './grid-keys.ts';
import { GRID_ROW, LONG_LIST } from './long-list.ts';
import { rowsToMake } from './row-window.ts';
import { useRowWindow } from './use-row-window.ts';

const ROW_HEIGHT = 34;
/** Of the row of titles with its line, pixels. */
const HEAD_HEIGHT = 33;

export interface GridColumn<T, K extends string> {
  readonly id: K;
  readonly title: string;
  /** Least width, pixels. */
  readonly width: number;
  /** Share of the room that is left over; 0 keeps the least width. */
  readonly grows: number;
  readonly look?: string;
  readonly cell: (item: T) => ReactNode;
}

export interface DataGridProps<T, K extends string> {
  readonly label: string;
  /** Null while they are put in order for the first time. */
  readonly items: readonly T[] | null;
  readonly columns: readonly GridColumn<T, K>[];
  readonly idOf: (item: T) => string;
  readonly sort: { readonly by: K; readonly descending: boolean };
  readonly onSort: (column: K) => void;
  readonly onOpen: (item: T) => void;
  /** What the copy key (Ctrl or ⌘ and C) does with the current row. */
  readonly onCopy: (item: T) => void;
  /** Shown where no item is left. */
  readonly emptyText: string;
}

/** A virtual table. It has the focus itself: arrows move the current row, Enter opens it, the copy key copies it. */
export function DataGrid<T, K extends string>(props: DataGridProps<T, K>) {
  const { label, columns, idOf, sort, onSort, onOpen, onCopy, emptyText } = props;
  const items = props.items ?? [];
  const [currentId, setCurrentId] = useState<string | null>(null);
  const gridId = useId();
  const view = useRowWindow({ count: items.length, rowHeight: ROW_HEIGHT, headHeight: HEAD_HEIGHT });
  const { scroller, base } = view;
  const found = useMemo(
    () => (currentId === null ? -1 : items.findIndex((item) => idOf(item) === currentId)),
    [items, currentId, idOf],
  );
  const current = found < 0 ? undefined : items[found];

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (copiesRow(event) && current !== undefined) {
      onCopy(current);
      event.preventDefault();
      return;
    }
    const height = scroller.current?.clientHeight;
    const index = rowAfterKey(event.key, { current: found, count: items.length, rowHeight: ROW_HEIGHT, height });
    if (index !== undefined) {
      const item = items[index];
      if (item !== undefined) {
        setCurrentId(idOf(item));
        view.scrollTo(index, 'nearest');
      }
    } else if (event.key === 'Enter' && current !== undefined) onOpen(current);
    else return;
    event.preventDefault();
  };
  const onClick = (event: React.MouseEvent) => {
    const id = view.targetOf(event)?.closest('[data-id]')?.getAttribute('data-id');
    if (id === undefined) return;
    const item = items.find((candidate) => idOf(candidate) === id);
    if (item !== undefined) onOpen(item);
  };
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={items.length + 1}
      aria-colcount={columns.length}
      aria-readonly
      aria-activedescendant={found < 0 ? undefined : `${gridId}-${currentId}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={templateOf(columns)}
      className={LONG_LIST}
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div role="row" aria-rowindex={1} className={`${GRID_ROW} border-b border-line bg-sunken`}>
          {columns.map((column) => (
            <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={onClick}
        className="relative min-w-(--row-width)"
        style={{ height: items.length * ROW_HEIGHT }}
      >
        {/* Its rows keep their places in it: where all of them change, this alone is moved. */}
        <div className="absolute top-0 left-0 w-full" style={{ transform: `translateY(${base * ROW_HEIGHT}px)` }}>
          {rowsToMake(view, found).map((index) => {
            const item = items[index];
            if (item === undefined) return null;
            const id = idOf(item);
            return (
              <GridRow
                key={index - base}
                item={item}
                id={id}
                columns={columns}
                elementId={index === found ? `${gridId}-${id}` : undefined}
                index={index}
                start={(index - base) * ROW_HEIGHT}
                isCurrent={index === found}
              />
            );
          })}
        </div>
        <div ref={view.cover} hidden aria-hidden="true" className="absolute inset-0 z-[2]" />
      </div>
      {props.items?.length === 0 && <p className="px-4 py-6 text-muted">{emptyText}</p>}
    </div>
  );
}

function templateOf<T, K extends string>(columns: readonly GridColumn<T, K>[]): CSSProperties {
  const template = columns.map(({ width, grows }) => (grows === 0 ? `${width}px` : `minmax(${width}px, ${grows}fr)`));
  const minWidth = columns.reduce((sum, { width }) => sum + width, 0);
  return { '--row-columns': template.join(' '), '--row-width': `${minWidth}px` } as CSSProperties;
}

interface ColumnHeadProps<T, K extends string> {
  readonly column: GridColumn<T, K>;
  readonly sort: DataGridProps<T, K>['sort'];
  readonly onSort: (column: K) => void;
}

function ColumnHead<T, K extends string>({ column: { id, title, look = '' }, sort, onSort }: ColumnHeadProps<T, K>) {
  const isSorted = sort.by === id;
  const Arrow = sort.descending ? ArrowDown : ArrowUp;
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      className="px-1"
    >
      <button
        type="button"
        onClick={() => onSort(id)}
        className={`flex h-8 w-full cursor-pointer items-center gap-1 rounded-sm px-1 font-semibold whitespace-nowrap hover:underline focus-visible:outline-offset-[-2px] ${look.includes('text-end') ? 'justify-end' : ''}`}
      >
        {title}
        {isSorted && <Arrow aria-hidden size={14} />}
      </button>
    </div>
  );
}

interface GridRowProps<T, K extends string> {
  readonly item: T;
  readonly id: string;
  readonly columns: readonly GridColumn<T, K>[];
  /** Of the current row alone: no other one is ever named. */
  readonly elementId: string | undefined;
  readonly index: number;
  readonly start: number;
  readonly isCurrent: boolean;
}

/**
 * One row; drawn anew only when something about it changed. Its box is sealed off, so that it costs no layout elsewhere.
 * Cells clip: each one that hides what overflows could scroll, which costs more while a list of them is scrolled.
 */
const GridRow = memo(function GridRow<T, K extends string>(props: GridRowProps<T, K>) {
  const { item, id, columns, elementId, index, start, isCurrent } = props;
  return (
    <div
      role="row"
      id={elementId}
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      data-id={id}
      style={{ top: start, height: ROW_HEIGHT }}
      className={`${GRID_ROW} absolute left-0 w-full cursor-pointer items-center border-b border-line [contain:size_layout_style] ${isCurrent ? 'marked-current bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      {columns.map(({ id: column, look = '', cell }) => (
        <div key={column} role="gridcell" className={`overflow-clip px-2 text-ellipsis whitespace-nowrap ${look}`}>
          {cell(item)}
        </div>
      ))}
    </div>
  );
}) as <T, K extends string>(props: GridRowProps<T, K>) => ReactNode;
