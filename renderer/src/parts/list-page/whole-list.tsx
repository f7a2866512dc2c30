import { type ReactNode, useId } from 'react';
import { useCopy } from '../../ui/use-copy.ts';
import { words } from '../../words/parts/list-page.ts';
import { DataGrid } from '../grid/data-grid.tsx';
import { type ListParts, moreOfList } from './list-parts.ts';
import { nextSort } from './sort-codec.ts';
import { Toolbar } from './toolbar.tsx';
import { useListOrder } from './use-list-order.ts';
import { useSelection } from './use-selection.tsx';

export interface WholeListProps<T, K extends string> extends ListParts<T, K> {
  readonly items: readonly T[];
  /** Whether it is said how many match; where this is left open, when they are fewer than all. */
  readonly isFiltered?: boolean;
  /** What is said under the list: of what it does not hold, and of the keys of the grid. */
  readonly children?: ReactNode;
}

/** A list that was loaded at once: its tools, the table and how many there are. */
export function WholeList<T, K extends string>(props: WholeListProps<T, K>) {
  const { heading, names, items, view, idOf, sort, onSort, find, filters, icons, acts } = props;
  const { label, columns, onOpen, emptyText, verb } = props;
  const headingId = useId();
  const copy = useCopy();
  const shown = useListOrder(items, view);
  const { choosing, bar } = useSelection(shown ?? [], props);
  const saysBoth = shown !== null && (props.isFiltered ?? shown.length < items.length);
  const list = (
    <>
      {bar ?? <Toolbar {...{ find, icons, acts }} filters={filters ?? []} more={moreOfList(items, props)} />}
      <DataGrid
        {...{ label, columns, idOf, sort, onOpen, emptyText, choosing, verb }}
        items={shown}
        onSort={(by) => onSort(nextSort(sort, by))}
        onCopy={(item) => void copy(idOf(item), `${names[0]} id ${idOf(item)}`)}
      />
      <p role="status" className="text-13 text-muted">
        {saysBoth ? words.countOf(shown.length, items.length, names) : words.count(items.length, names)}{' '}
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
