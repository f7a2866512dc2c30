/** Which columns the table of many files shows: a choice that the console keeps. */

import type { SortKey } from './batch.ts';

/** Always shown: a row without its file or its outcome says nothing. */
export const FIXED_COLUMNS: readonly SortKey[] = ['name', 'outcome'];
/** In the order in which the table shows them. */
export const COLUMN_ORDER = [
  'name',
  'outcome',
  'code',
  'claimed',
  'subject',
  'issuer',
  'principal',
  'cycle',
  'size',
  'time',
] as const satisfies readonly SortKey[];
export const DEFAULT_COLUMNS: readonly SortKey[] = COLUMN_ORDER.filter(
  (key) => key !== 'claimed' && key !== 'principal',
);

/** Puts a choice in the table's order, with the fixed columns; words that name no column are dropped. */
export function orderedColumns(chosen: Iterable<unknown>): readonly SortKey[] {
  const wanted = new Set(chosen);
  return COLUMN_ORDER.filter((key) => FIXED_COLUMNS.includes(key) || wanted.has(key));
}

/** Reads a stored choice; the default where there is none or it is not a list. */
export function readColumnChoice(text: string | null): readonly SortKey[] {
  if (text === null) return DEFAULT_COLUMNS;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? orderedColumns(value) : DEFAULT_COLUMNS;
  } catch {
    return DEFAULT_COLUMNS;
  }
}

/** What `readColumnChoice` reads. */
export function columnChoiceText(columns: readonly SortKey[]): string {
  return JSON.stringify(columns);
}
