import { KEY_STATUSES } from '@touchstone/core/keys/lifecycle.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, type RawAddress, useAddressOf } from '../../../lib/address.ts';
import { readSort } from './managed-items.ts';

export const TABS = ['managed', 'wrapped', 'gateway', 'webhooks', 'ceremony', 'devices'] as const;
export type TabId = (typeof TABS)[number];

function idOf(pattern: string) {
  return Type.String({ pattern });
}

const readMembers = addressReader({
  tab: Type.Enum([...TABS]),
  /** The managed key that is open. */
  key: idOf('^(?:key|hk)_[A-Za-z0-9_-]{1,64}$'),
  wrapped: idOf('^wk_[A-Za-z0-9_-]{1,64}$'),
  target: idOf('^[A-Za-z0-9._-]{1,100}$'),
  delivery: idOf('^whd_[A-Za-z0-9_-]{1,64}$'),
  q: ADDRESS_TEXT,
  state: Type.Enum([...KEY_STATUSES]),
  sort: ADDRESS_TEXT,
  /** The platform user whose passkeys are meant. */
  user: idOf('^usr_[A-Za-z0-9_-]{1,64}$'),
});

/** What the Keys page keeps in the address: the tab, what is open, filters. Nothing secret is ever in it. */
export function readKeysSearch(raw: RawAddress): ReturnType<typeof readMembers> {
  const read = readMembers(raw);
  // A stored key is always `key_<x>`; `hk_<x>` names the same one.
  return read.key === undefined ? read : { ...read, key: read.key.replace(/^hk_/, 'key_') };
}

export function useKeysSearch() {
  const address = useAddressOf('/keys', readKeysSearch);
  return { ...address, sort: readSort(address.search.sort) };
}
