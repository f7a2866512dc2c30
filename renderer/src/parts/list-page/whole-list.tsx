import { type ReactNode, useId } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { DataGrid, type GridColumn } from '../grid/data-grid.tsx';
import { FindField } from './find-field.tsx';
import { ListExports } from './list-exports.tsx';
import { type ListView, orderList } from './list-order.ts';
import type { Sort } from './sort-codec.ts';
import { useListOrder } from './use-list-order.ts';

export interface WholeListProps<T, K extends string> {
  /** Above it, for those who do not see it; left out where what is around has one. */
  readonly heading?: string;
  /** Of the table. */
  readonly label: string;
  /** What is listed: one, and several. */
  readonly names: readonly [one: string, several: string];
  readonly items: readonly T[];
  readonly view: ListView<T>;
  readonly columns: readonly GridColumn<T, K>[];
  readonly idOf: (item: T) => string;
  readonly sort: Sort<K>;
  readonly onSort: (sort: Sort<K>) => void;
  readonly onOpen: (item: T) => void;
  readonly find: {
    readonly label: string;
    readonly text: string;
    /** Undefined where nothing is looked for. */
    readonly onChange: (text: string | undefined) => void;
  };
  /** Beside the field. */
  readonly filters?: ReactNode;
  /** Exports hold what matches, in the order that is shown. */
  readonly exports: {
    readonly name: string;
    readonly csv: (items: readonly T[]) => string;
    readonly json: (items: readonly T[]) => string;
  };
  /** After the exports. */
  readonly acts?: ReactNode;
  /** Whether it is said how many match; where this is left open, when they are fewer than all. */
  readonly isFiltered?: boolean;
  readonly emptyText: string;
  /** What is said under the list: of what it does not hold, and of the keys of the grid. */
  readonly children: ReactNode;
}

/** A list that was loaded at once: looking through it, exporting it, the table and how many there are. */
export function WholeList<T, K extends string>(props: WholeListProps<T, K>) {
  const { heading, label, names, items, view, columns, idOf, sort, onSort, find, exports } = props;
  const headingId = useId();
  const copy = useCopy();
  const shown = useListOrder(items, view);
  const saysBoth = shown !== null && (props.isFiltered ?? shown.length < items.length);
  const list = (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <FindField
            label={find.label}
            text={find.text}
            onChange={(text) => find.onChange(text === '' ? undefined : text)}
          />
        </div>
        {props.filters}
        <ListExports
          name={exports.name}
          csv={() => exports.csv(orderList(items, view))}
          json={() => exports.json(orderList(items, view))}
        />
        {props.acts}
      </div>
      <DataGrid
        label={label}
        items={shown}
        columns={columns}
        idOf={idOf}
        sort={sort}
        onSort={(by) => onSort({ by, descending: sort.by === by && !sort.descending })}
        onOpen={props.onOpen}
        onCopy={(item) => void copy(idOf(item), `${names[0]} id ${idOf(item)}`)}
        emptyText={props.emptyText}
      />
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
        {saysBoth
          ? `${formatCount(shown.length)} of ${formatCount(items.length)} ${names[1]}. `
          : `${formatCount(items.length)} ${items.length === 1 ? names[0] : names[1]}. `}
        {props.children}
      </p>
    </>
  );
  if (heading === undefined) return list;
  return (
    <section aria-labelledby={headingId} className="space-y-3">
      <h2 id={headingId} className="sr-only">
        {heading}
      </h2>
      {list}
    </section>
  );
}
