import type { MenuAction } from '../../ui/menu.tsx';
import type { DataGridProps } from '../grid/data-grid.tsx';
import { exportActions } from './export-actions.tsx';
import { type ListView, orderList } from './list-order.ts';
import type { Sort } from './sort-codec.ts';
import type { ToolbarProps } from './toolbar.tsx';

/** What is done with several items at once: the first verb as a button, the rest and the exports under "More". */
export type SeveralVerbs<T> = (items: readonly T[]) => readonly MenuAction[];

/** What every list of a page takes. */
export interface ListParts<T, K extends string>
  extends Omit<ToolbarProps, 'find'>,
    Omit<DataGridProps<T, K>, 'items' | 'onSort' | 'onCopy' | 'choosing'> {
  /** Above it, for those who do not see it; left out where what is around has one. */
  readonly heading?: string;
  /** What is listed: one, and several. */
  readonly names: readonly [one: string, several: string];
  readonly view: ListView<T>;
  readonly onSort: (sort: Sort<K>) => void;
  readonly find: NonNullable<ToolbarProps['find']>;
  /** Where rows can be chosen: what is done with several at once. */
  readonly several?: SeveralVerbs<T>;
  /** Exports hold what matches, in the order that is shown. */
  readonly exports: {
    readonly name: string;
    readonly csv: (items: readonly T[]) => string;
    readonly json: (items: readonly T[]) => string;
  };
}

/** What stands under "More" of a list: what its page puts there, then the exports where there is something to export. */
export function moreOfList<T>(
  items: readonly T[],
  { view, exports, more = [] }: Pick<ListParts<T, never>, 'view' | 'exports' | 'more'>,
): readonly MenuAction[] {
  if (items.length === 0) return more;
  const csv = () => exports.csv(orderList(items, view));
  const json = () => exports.json(orderList(items, view));
  return [...more, ...exportActions({ name: exports.name, csv, json })];
}
