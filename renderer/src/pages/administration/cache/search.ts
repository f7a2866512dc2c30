import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const TABS = ['entries', 'measured', 'try'] as const;
export type TabId = (typeof TABS)[number];

export const SORT_KEYS = ['key', 'ttl', 'chosen', 'written', 'expires', 'rate', 'reads', 'size', 'next'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'written', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Cache page keeps in the address: the tab, the filters of the list, the key that is open. No value is in it. */
export interface CacheSearch {
  readonly tab?: TabId | undefined;
  readonly q?: string | undefined;
  readonly chosen?: 'server' | 'stated' | undefined;
  readonly prefetch?: 'any' | 'keep' | 'refresh' | undefined;
  /** A sort key, with a minus sign before it where the order is descending. */
  readonly sort?: string | undefined;
}

/** Reads the address; everything else in it is dropped. */
export function readCacheSearch(search: Readonly<Record<string, unknown>>): CacheSearch {
  const { tab, q, chosen, prefetch, sort } = search;
  const known = TABS.find((id) => id === tab);
  return {
    ...(known === undefined ? {} : { tab: known }),
    // The router reads digits as a number; a person may well search for 2026.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}),
    ...(chosen === 'server' || chosen === 'stated' ? { chosen } : {}),
    ...(prefetch === 'any' || prefetch === 'keep' || prefetch === 'refresh' ? { prefetch } : {}),
    ...(typeof sort === 'string' ? { sort } : {}),
  };
}

export function useCacheSearch() {
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const setSearch = (changes: CacheSearch) =>
    void navigate({
      to: '/cache',
      search: (before: Readonly<Record<string, unknown>>) => ({ ...readCacheSearch(before), ...changes }),
      replace: true,
    });
  return { search: readCacheSearch(raw), setSearch };
}
