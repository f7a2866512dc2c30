import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { SETTLEMENT_STATES } from '@touchstone/core/commerce/settlement.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['description', 'amount', 'state', 'recipient', 'chain', 'until', 'made', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'made', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** What the Payments page keeps in the address. The opening of an invoice is never in it. */
export const readPaymentsSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['new', 'sample', 'pay', 'hide', 'check']),
  /** The invoice that is open; it becomes part of a path. */
  invoice: Type.String({ pattern: '^inv_[A-Za-z0-9_-]{1,64}$' }),
  /** The commitment that anybody checks, and its chain. */
  checked: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  on: Type.Enum([...CHAIN_NAMES]),
  q: ADDRESS_TEXT,
  state: Type.Enum([...SETTLEMENT_STATES]),
  chain: Type.Enum([...CHAIN_NAMES]),
  sort: ADDRESS_TEXT,
});

export const usePaymentsSearch = () => useAddressOf('/payments', readPaymentsSearch);
