import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { KIND_FORM } from '@touchstone/core/ledger/anchor.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';

export const TABS = ['chains', 'documents', 'audit', 'file'] as const;
export type TabId = (typeof TABS)[number];

export const CHAIN_TABS = ['blocks', 'anchors', 'verify'] as const;
export type ChainTab = (typeof CHAIN_TABS)[number];

/** What the Ledger page keeps in the address: the tab, the chain that is open, a block or an anchor of it, filters. */
export const readLedgerSearch = addressReader({
  tab: Type.Enum([...TABS]),
  /** The verb whose sheet is open. */
  act: Type.Enum(['attest', 'validate', 'sample']),
  chain: Type.Enum([...CHAIN_NAMES]),
  view: Type.Enum([...CHAIN_TABS]),
  /** A height. */
  block: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** A transaction id. */
  tx: Type.String({ pattern: '^[A-Za-z0-9]{1,88}$' }),
  /** The kind of the listed anchors. */
  kind: Type.String({ pattern: KIND_FORM.source }),
  q: ADDRESS_TEXT,
  sort: ADDRESS_TEXT,
  /** The entry of the platform's audit log that is open. */
  entry: Type.String({ pattern: '^aud_[A-Za-z0-9_-]{1,64}$' }),
});
export type LedgerSearch = ReturnType<typeof readLedgerSearch>;

const CLOSED: LedgerSearch = {
  act: undefined,
  view: undefined,
  block: undefined,
  tx: undefined,
  kind: undefined,
  q: undefined,
  sort: undefined,
  entry: undefined,
};

export function useLedgerSearch() {
  const { search, setSearch } = useAddressOf('/ledger', readLedgerSearch);
  /** Goes to another place of the page and leaves what belonged to the last one behind. */
  const open = (place: LedgerSearch) => setSearch({ ...CLOSED, tab: undefined, chain: undefined, ...place }, 'push');
  return { search, setSearch, open };
}
