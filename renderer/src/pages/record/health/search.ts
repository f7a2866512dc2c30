import { SESSION_STATES } from '@touchstone/core/health/session.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['contract', 'user', 'state', 'opened', 'events', 'attestations', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'opened', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Health page keeps in the address. */
export const readHealthSearch = addressReader({
  view: Type.Enum(['agreement', 'open']),
  /** The session that is open. */
  session: Type.String({ pattern: '^sess_[0-9a-f]{1,64}$' }),
  /** The user whose agreement is looked at. */
  user: ADDRESS_TEXT,
  q: ADDRESS_TEXT,
  state: Type.Enum([...SESSION_STATES]),
  sort: ADDRESS_TEXT,
});

export const useHealthSearch = () => useAddressOf('/health', readHealthSearch);
