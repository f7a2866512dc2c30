import { type ReactNode, useId, useMemo } from 'react';
import { words } from '../../words/parts/list-page.ts';
import { DataGrid, type DataGridProps } from '../grid/data-grid.tsx';
import { RequestError } from '../work/request-error.tsx';
import { ListExtent, type LoadedList } from './list-extent.tsx';
import { type ListParts, moreOfList } from './list-parts.ts';
import { nextSort } from './sort-codec.ts';
import { Toolbar } from './toolbar.tsx';
import { useListOrder } from './use-list-order.ts';
import { useSelection } from './use-selection.tsx';

/** Of an infinite query, what such a list needs. */
export interface PagedQuery<T> extends LoadedList {
  readonly data: { readonly pages: readonly { readonly items: readonly T[] }[] } | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
}

export interface PagedListProps<T, K extends string> extends ListParts<T, K>, Pick<DataGridProps<T, K>, 'onCopy'> {
  readonly list: PagedQuery<T>;
  /** The list itself, as in "The blocks could not be read". */
  readonly what: string;
  /** In the place of `what` where reading failed. */
  readonly failure?: (error: Error) => ReactNode;
  /** Shown where the server has no item. */
  readonly empty: ReactNode;
  /** Where the server filters: the tools stand also where it found nothing. */
  readonly keepsTools?: boolean;
  /** Between the tools and the table. */
  readonly note?: ReactNode;
  /** What the keys of the grid do. */
  readonly hint: string;
}

/** The items of all pages that are loaded. */
export function usePagedItems<T>({ data }: Pick<PagedQuery<T>, 'data'>): readonly T[] {
  return useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
}

/** A list that the server gives in pages: its states, tools, table, and how much of it is loaded. */
export function PagedList<T, K extends string>(props: PagedListProps<T, K>) {
  const { list, view, what, names, find, filters, icons, acts, failure, empty, keepsTools, note, hint } = props;
  const { label, columns, idOf, sort, onSort, onOpen, onCopy, emptyText, verb } = props;
  const items = usePagedItems(list);
  const shown = useListOrder(items, view);
  const { choosing, bar } = useSelection(shown ?? [], props);
  const headingId = useId();
  const heading = items.length > 0 ? props.heading : undefined;
  return (
    <section aria-labelledby={heading === undefined ? undefined : headingId} className="space-y-3">
      {heading !== undefined && (
        <h2 id={headingId} className="sr-only">
          {heading}
        </h2>
      )}
      {list.error !== null &&
        (failure?.(list.error) ?? <RequestError error={list.error} what={what} onRetry={() => void list.refetch()} />)}
      {bar ??
        ((items.length > 0 || keepsTools === true) && (
          <Toolbar {...{ find, icons, acts }} filters={filters ?? []} more={moreOfList(items, props)} />
        ))}
      {note}
      {list.isPending && <p className="min-h-40 text-muted">{words.loading(what.toLowerCase())}</p>}
      {list.data !== undefined && list.error === null && items.length === 0 && empty}
      {items.length > 0 && (
        <>
          <DataGrid
            {...{ label, columns, idOf, sort, onOpen, onCopy, emptyText, choosing, verb }}
            items={shown}
            onSort={(by) => onSort(nextSort(sort, by))}
          />
          <ListExtent
            list={list}
            names={names}
            loaded={items.length}
            shown={shown?.length ?? items.length}
            hint={hint}
          />
        </>
      )}
    </section>
  );
}
