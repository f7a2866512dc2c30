import { useNavigate, useSearch } from '@tanstack/react-router';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';

export const SORT_KEYS = ['time', 'type', 'id', 'commitment', 'keyset'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  readonly by: SortKey;
  readonly descending: boolean;
}

export const NEWEST_FIRST: Sort = { by: 'time', descending: true };

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

export function readSort(text: string | undefined): Sort {
  const descending = text?.startsWith('-') === true;
  const by = SORT_KEYS.find((key) => key === (descending ? text?.slice(1) : text));
  return by === undefined ? NEWEST_FIRST : { by, descending };
}

/** The address's form of an order; undefined for the usual one. */
export function sortText({ by, descending }: Sort): string | undefined {
  if (by === NEWEST_FIRST.by && descending === NEWEST_FIRST.descending) return undefined;
  return descending ? `-${by}` : by;
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
