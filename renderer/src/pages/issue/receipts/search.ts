import { useNavigate, useSearch } from '@tanstack/react-router';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['time', 'type', 'id', 'commitment', 'keyset'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'time', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Receipts page keeps in the address: the receipt that is shown, the form, the filters of the list. */
export interface ReceiptsSearch {
  /** A receipt id, an on_chain_hash or a handle. */
  readonly name?: string | undefined;
  readonly view?: 'new' | undefined;
  readonly q?: string | undefined;
  readonly type?: number | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readReceiptsSearch(search: Readonly<Record<string, unknown>>): ReceiptsSearch {
  const { name, view, q, type, sort } = search;
  return {
    ...(typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {}),
    ...(view === 'new' ? { view } : {}),
    // The router reads digits as a number; a person may well search for 2026.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(typeof type === 'number' && COMPUTATION_TYPES.has(type) ? { type } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
  };
}

/** The address as state. Filters replace the entry in the history; opening something adds one, so that Back returns. */
export function useReceiptsSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: ReceiptsSearch, history: 'replace' | 'push' = 'replace') =>
    navigate({
      to: '/receipts',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readReceiptsSearch(before), ...changes }),
      replace: history === 'replace',
    });
  return { search: readReceiptsSearch(raw), setSearch };
}
