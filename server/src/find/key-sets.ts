import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { lowered, type Sought } from './sought.ts';
import type { Found } from './store.ts';

/** Key sets of the trust store, which is a document and no table: by issuer, principal, their own name or fingerprint. */
export function findKeySets({ key_sets }: TrustStore, { spellings, id }: Sought): readonly Found[] {
  return key_sets
    .map(({ key_set }) => key_set)
    .filter(
      ({ issuer, principal, keyset_id, fingerprint }) =>
        (id !== null && fingerprint.startsWith(id)) ||
        [issuer, principal, keyset_id].some((name) => spellings.some((begin) => lowered(name).startsWith(begin))),
    )
    .map(({ issuer, keyset_id, fingerprint }) => ({
      kind: 'key-set',
      id: fingerprint,
      name: `${issuer}, ${keyset_id}`,
      within: null,
    }));
}
