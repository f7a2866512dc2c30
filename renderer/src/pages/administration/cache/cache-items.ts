/** The list of cached keys: what is looked through, how it is ordered, how it is exported. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import type { SortKey } from './search.ts';

export type CacheItem = OutputOf<typeof cache.list>['items'][number];

export type Prefetch = NonNullable<CacheItem['prefetch']>;

/** `45 s`, `2 min 30 s`, `1 h 5 min`, `3 d`: the two largest units. */
export function durationText(seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return parts.slice(0, 2).join(' ') || '0 s';
}

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** The share of the reads of a key that found a value; null before the first. */
export function itemHitRate({ hits, misses }: Pick<CacheItem, 'hits' | 'misses'>): number | null {
  return hits + misses === 0 ? null : hits / (hits + misses);
}

const SORT_VALUES: Readonly<Record<SortKey, (item: CacheItem) => string | number>> = {
  key: ({ key }) => key,
  ttl: ({ ttl }) => ttl,
  chosen: ({ aiOptimized }) => (aiOptimized ? 1 : 0),
  written: ({ written_at }) => written_at,
  expires: ({ expires_at }) => expires_at,
  rate: (item) => itemHitRate(item) ?? -1,
  reads: ({ hits, misses }) => hits + misses,
  size: ({ size }) => size,
  next: ({ next_read_at }) => next_read_at ?? '',
};

export interface CacheFilter {
  readonly text: string;
  readonly chosen: 'server' | 'stated' | null;
  readonly prefetch: Prefetch | 'any' | null;
}

/** Text is looked for in the key and in the reason of its lifetime. */
export function cacheView(
  { text, chosen, prefetch }: CacheFilter,
  { by, descending }: Sort<SortKey>,
): ListView<CacheItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (chosen === null || item.aiOptimized === (chosen === 'server')) &&
      (prefetch === null || (prefetch === 'any' ? item.prefetch !== null : item.prefetch === prefetch)) &&
      (needle === '' || item.key.toLowerCase().includes(needle) || item.why.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function cacheCsv(items: readonly CacheItem[]): string {
  return csvText(items, [
    ['key', ({ key }) => key],
    ['ttl_seconds', ({ ttl }) => ttl],
    ['lifetime_chosen_by', ({ aiOptimized }) => (aiOptimized ? 'server' : 'caller')],
    ['why', ({ why }) => why],
    ['written_at_utc', ({ written_at }) => written_at],
    ['expires_at_utc', ({ expires_at }) => expires_at],
    ['size_bytes', ({ size }) => size],
    ['hits', ({ hits }) => hits],
    ['misses', ({ misses }) => misses],
    ['next_read_at_utc', ({ next_read_at }) => next_read_at ?? ''],
    ['prefetch', ({ prefetch }) => prefetch ?? ''],
  ]);
}

export function cacheJson(items: readonly CacheItem[]): string {
  return `${JSON.stringify({ cache: items }, null, 2)}\n`;
}
