import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

/** The row above a list, and what is said under it. */
export const words = {
  filter: 'Filter',
  all: 'All',
  removeFilter: (label: string, value: string) => `Remove filter: ${label} ${value}`,
  clearFilters: 'Clear filters',
  columns: 'Columns',
  columnsOfList: 'Columns of the list',
  chosen: (count: number) => `${formatCount(count)} selected`,
  chooseAll: ([, several]: readonly [one: string, several: string]) => `Select all listed ${several}`,
  chooseNone: 'Clear selection',
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  refresh: 'Refresh',
  loading: (what: string) => `Loading ${what}`,
  loadMore: 'Load more',
  loadingMore: 'Loading more',
  loadAll: 'Load all',
  loadingAll: (several: string, loaded: number) => `Loading all ${several}, ${formatCount(loaded)} so far`,
  notLoaded: 'Older ones are not loaded yet; filters and exports leave them out.',
  count: (count: number, [one, several]: readonly [one: string, several: string]) => `${counted(count, one, several)}.`,
  countOf: (shown: number, all: number, [, several]: readonly [one: string, several: string]) =>
    `${formatCount(shown)} of ${formatCount(all)} ${several}.`,
} as const;
