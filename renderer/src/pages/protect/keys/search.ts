import { KEY_STATUSES } from '@touchstone/core/keys/lifecycle.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, type RawAddress, useAddressOf } from '../../../lib/address.ts';
import { readSort } from './managed-items.ts';

export const TABS = ['managed', 'wrapped', 'gateway', 'checks', 'ceremony'] as const;
export type TabId = (typeof TABS)[number];

/** The verbs that have a sheet. */
const ACTS = [
  'create',
  'sample',
  'rotate',
  'revoke',
  'material',
  'encrypt',
  'decrypt',
  'wrap',
  'target',
  'sample-target',
  'change',
  'allow',
  'call',
  'enrol',
  'begin',
] as const;
export type Act = (typeof ACTS)[number];

function idOf(pattern: string) {
  return Type.String({ pattern });
}

const readMembers = addressReader({
  tab: Type.Enum([...TABS]),
  /** The verb whose sheet is open. */
  act: Type.Enum([...ACTS]),
  /** The managed key that is open. */
  key: idOf('^(?:key|hk)_[A-Za-z0-9_-]{1,64}$'),
  wrapped: idOf('^wk_[A-Za-z0-9_-]{1,64}$'),
  /** The enrolment that is about to be deleted. */
  enrolment: idOf('^fhe_enroll_[A-Za-z0-9_-]{1,64}$'),
  target: idOf('^[A-Za-z0-9._-]{1,100}$'),
  q: ADDRESS_TEXT,
  state: Type.Enum([...KEY_STATUSES]),
  sort: ADDRESS_TEXT,
});

/** What the Keys page keeps in the address: the tab, what is open, filters. Nothing secret is ever in it. */
export function readKeysSearch(raw: RawAddress): ReturnType<typeof readMembers> {
  const read = readMembers(raw);
  // A stored key is always `key_<x>`; `hk_<x>` names the same one.
  return read.key === undefined ? read : { ...read, key: read.key.replace(/^hk_/, 'key_') };
}

export function useKeysSearch() {
  const address = useAddressOf('/keys', readKeysSearch);
  const { setSearch } = address;
  return {
    ...address,
    sort: readSort(address.search.sort),
    /** Opens the sheet of a verb; its other ways out close it again. */
    act: (act: Act) => setSearch({ act }, 'push'),
    close: () => setSearch({ act: undefined }),
  };
}
