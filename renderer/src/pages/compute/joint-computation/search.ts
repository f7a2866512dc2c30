import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['name', 'state', 'contributions', 'opened', 'until', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'opened', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

export const STATES = ['collecting', 'ready', 'computed', 'expired'] as const;
export type SessionState = (typeof STATES)[number];

/** What the page keeps in the address. An input is never in it. */
export const readSessionsSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'sample', 'contribute', 'compute', 'delete']),
  /** The session that is open. */
  session: Type.String({ pattern: '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  /** Who contributes. */
  as: Type.String({ pattern: '^p[1-9][0-9]{0,2}$' }),
  q: ADDRESS_TEXT,
  state: Type.Enum([...STATES]),
  sort: ADDRESS_TEXT,
});

export const useSessionsSearch = () => useAddressOf('/joint-computation', readSessionsSearch);
