import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['participants', 'state', 'duration', 'made', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'made', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Calls page keeps in the address. Who one is in a call is not kept: a link opens the lobby. */
export const readCallsSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'sample', 'end', 'forget']),
  /** The call that is open; it becomes part of a path. */
  call: Type.String({ pattern: '^vs_[A-Za-z0-9_-]{1,64}$' }),
  q: ADDRESS_TEXT,
  state: Type.Enum(['open', 'ended', 'expired']),
  sort: ADDRESS_TEXT,
});

export const useCallsSearch = () => useAddressOf('/calls', readCallsSearch);
