import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
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
  view: Type.Enum(['agreement']),
  /** The verb whose sheet is open. */
  act: Type.Enum(['open', 'sample', 'accept', 'event', 'attest', 'release']),
  /** The session that is open. */
  session: Type.String({ pattern: '^sess_[0-9a-f]{1,64}$' }),
  /** The user whose agreement is looked at, or for whom a session is to be opened. */
  user: ADDRESS_TEXT,
  /** The contract on which a session is to be opened. */
  contract: ADDRESS_TEXT,
  /** The attestation that is looked at: the transaction that anchors it, and its chain. */
  tx: Type.String({ pattern: '^[A-Za-z0-9]{1,88}$' }),
  chain: Type.Enum([...CHAIN_NAMES]),
  q: ADDRESS_TEXT,
  state: Type.Enum([...SESSION_STATES]),
  sort: ADDRESS_TEXT,
});

export const useHealthSearch = () => useAddressOf('/health', readHealthSearch);
