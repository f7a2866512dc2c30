import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['time', 'type', 'id', 'commitment', 'keyset'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'time', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Receipts page keeps in the address: the receipt that is shown, the open sheet, the filters of the list. */
export const readReceiptsSearch = addressReader({
  /** A receipt id, an on_chain_hash or a handle. */
  name: ADDRESS_TEXT,
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'sample', 'lookup', 'payload']),
  q: ADDRESS_TEXT,
  type: Type.Enum([...COMPUTATION_TYPES.keys()]),
  sort: ADDRESS_TEXT,
});

export const useReceiptsSearch = () => useAddressOf('/receipts', readReceiptsSearch);
