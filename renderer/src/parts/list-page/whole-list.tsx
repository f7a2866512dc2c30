import { type ReactNode, useId } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { DataGrid, type DataGridProps } from '../grid/data-grid.tsx';
import { ListTools, type ListToolsProps } from './list-tools.tsx';
import { nextSort, type Sort } from './sort-codec.ts';
import { useListOrder } from './use-list-order.ts';

export interface WholeListProps<T, K extends string>
  extends ListToolsProps<T>,
    Omit<DataGridProps<T, K>, 'items' | 'onSort' | 'onCopy'> {
  /** Above it, for those who do not see it; left out where what is around has one. */
  readonly heading?: string;
  /** What is listed: one, and several. */
  readonly names: readonly [one: string, several: string];
  readonly onSort: (sort: Sort<K>) => void;
  /** Whether it is said how many match; where this is left open, when they are fewer than all. */
  readonly isFiltered?: boolean;
  /** What is said under the list: of what it does not hold, and of the keys of the grid. */
  readonly children: ReactNode;
}

/** A list that was loaded at once: its tools, the table and how many there are. */
export function WholeList<T, K extends string>(props: WholeListProps<T, K>) {
  const { heading, names, items, view, idOf, sort, onSort, find, filters, exports, acts } = props;
  const { label, columns, onOpen, emptyText } = props;
  const headingId = useId();
  const copy = useCopy();
  const shown = useListOrder(items, view);
  const saysBoth = shown !== null && (props.isFiltered ?? shown.length < items.length);
  const list = (
    <>
      <ListTools {...{ items, view, find, filters, exports, acts }} />
      <DataGrid
        {...{ label, columns, idOf, sort, onOpen, emptyText }}
        items={shown}
        onSort={(by) => onSort(nextSort(sort, by))}
        onCopy={(item) => void copy(idOf(item), `${names[0]} id ${idOf(item)}`)}
      />
      <p role="status" className="text-13 text-muted tabular-nums">
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
