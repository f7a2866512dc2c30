import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const TABS = ['entries', 'measured'] as const;
export type TabId = (typeof TABS)[number];

export const SORT_KEYS = ['key', 'ttl', 'chosen', 'written', 'expires', 'rate', 'reads', 'size', 'next'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'written', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Cache page keeps in the address: the tab, the filters of the list. No value is in it. */
export const readCacheSearch = addressReader({
  tab: Type.Enum([...TABS]),
  /** The verb whose sheet is open. */
  act: Type.Enum(['write', 'sample', 'read']),
  /** The key that is open. */
  key: ADDRESS_TEXT,
  q: ADDRESS_TEXT,
  chosen: Type.Enum(['server', 'stated']),
  prefetch: Type.Enum(['any', 'keep', 'refresh']),
  sort: ADDRESS_TEXT,
});

export const useCacheSearch = () => useAddressOf('/cache', readCacheSearch);
