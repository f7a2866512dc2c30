import { publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { describe, expect, it } from 'vitest';
import { missingFrom, readTrustStoreText } from '../../../src/parts/trust/trust-import.ts';

const keySet = (id: string) =>
  sealKeySet({
    keyset_id: id,
    issuer: 'Import test',
    principal: 'import@example.com',
    use: 'artifact',
    serial: id.charCodeAt(0),
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2036-01-01T00:00:00.000Z',
    keys: [publicJwk('Ed25519', new Uint8Array(32).fill(9))],
  });

function storeWith(ids: readonly string[], revoked: readonly string[]): TrustStore {
  let store = EMPTY_TRUST_STORE;
  const steps = [
    ...ids.map((id) => (before: TrustStore) => pinKeySet(before, keySet(id), { at: 0, by: 'Ada', source: 'x' })),
    ...revoked.map((each) => (before: TrustStore) => revokeKey(before, each.repeat(43), 0, 'lost')),
  ];
  for (const step of steps) {
    const result = step(store);
    if (!result.ok) throw new Error(result.message);
    store = result.store;
  }
  return store;
}

describe('an imported trust store', () => {
  it('offers what is not here yet, and only that', () => {
    const read = readTrustStoreText(trustStoreText(storeWith(['a', 'b'], ['A', 'B'])));
    if (!read.ok) throw new Error(read.message);
    const missing = missingFrom(storeWith(['a'], ['B']), read.store);
    expect(missing.keySets.map(({ keyset_id }) => keyset_id)).toEqual(['b']);
    expect(missing.revocations.map(({ thumbprint }) => thumbprint)).toEqual(['A'.repeat(43)]);
    expect(missingFrom(read.store, read.store)).toEqual({ keySets: [], revocations: [] });
  });

  it('refuses a changed key set, a key set file and what is no JSON', () => {
    const store = trustStoreText(storeWith(['a'], []));
    for (const text of [store.replace('Import test', 'Import best'), JSON.stringify(keySet('a')), '{', '']) {
      const read = readTrustStoreText(text);
      expect(read).toMatchObject({ ok: false });
      expect(read.ok ? '' : read.message).not.toBe('');
    }
  });
});
