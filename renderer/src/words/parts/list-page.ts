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
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  refresh: 'Refresh',
  count: (count: number, [one, several]: readonly [one: string, several: string]) => `${counted(count, one, several)}.`,
  countOf: (shown: number, all: number, [, several]: readonly [one: string, several: string]) =>
    `${formatCount(shown)} of ${formatCount(all)} ${several}.`,
} as const;
