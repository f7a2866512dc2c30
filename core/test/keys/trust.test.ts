import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { type KeySet, keyThumbprint, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import {
  EMPTY_TRUST_STORE,
  isRevoked,
  keySetsFor,
  mergeTrustStores,
  pinKeySet,
  readTrustStore,
  revokeKey,
  type TrustChange,
  type TrustStore,
  unpinKeySet,
} from '@touchstone/core/keys/trust.ts';
import { describe, expect, it } from 'vitest';

const key = publicJwk('ML-DSA-87', new Uint8Array(2592).fill(1));
const set = (changes: Partial<KeySet> = {}): KeySet =>
  sealKeySet({
    keyset_id: 'ks_1',
    issuer: 'A',
    principal: 'p',
    use: 'artifact',
    serial: 2,
    not_before: '2026-01-01T00:00:00Z',
    not_after: '2027-01-01T00:00:00Z',
    keys: [key],
    ...changes,
  });
const pin = { at: 0, by: 'tester', source: 'file' };

function storeOf(change: TrustChange): TrustStore {
  if (!change.ok) throw new Error(change.message);
  return change.store;
}

const one = storeOf(pinKeySet(EMPTY_TRUST_STORE, set(), pin));

describe('S8 trust store', () => {
  it('trusts nothing out of the box', () => {
    expect(EMPTY_TRUST_STORE.key_sets).toEqual([]);
  });

  it('takes higher serials, refuses lower ones and other contents under the same serial', () => {
    expect(pinKeySet(one, set(), pin)).toMatchObject({ ok: true, note: 'unchanged' });
    expect(pinKeySet(one, set({ serial: 3 }), pin)).toMatchObject({
      ok: true,
      note: 'replaced',
      store: { key_sets: { length: 1 } },
    });
    expect(pinKeySet(one, set({ serial: 1 }), pin)).toMatchObject({ ok: false, code: 'SERIAL_TOO_LOW' });
    expect(pinKeySet(one, set({ not_after: '2028-01-01T00:00:00Z' }), pin)).toMatchObject({
      ok: false,
      code: 'SERIAL_REUSED',
    });
    expect(pinKeySet(one, set({ principal: 'q' }), pin)).toMatchObject({ ok: true, note: 'added' });
  });

  it('revocation is by key and survives removal and re-import', () => {
    let store = storeOf(revokeKey(one, keyThumbprint(key), 0, 'lost'));
    store = storeOf(unpinKeySet(store, set().fingerprint));
    store = storeOf(pinKeySet(store, set({ serial: 9 }), pin));
    expect(isRevoked(store, key)).toBe(true);
    expect(isRevoked(one, key)).toBe(false);
    expect(revokeKey(store, keyThumbprint(key), 0, 'again')).toMatchObject({ ok: true, note: 'unchanged' });
    expect(revokeKey(store, 'short', 0, 'x')).toMatchObject({ ok: false });
    expect(unpinKeySet(EMPTY_TRUST_STORE, 'ff')).toMatchObject({ ok: false, code: 'UNKNOWN' });
  });

  it('remembers the serial of a set that is no longer trusted', () => {
    const without = storeOf(unpinKeySet(one, set().fingerprint));
    expect(pinKeySet(without, set({ serial: 1 }), pin)).toMatchObject({ ok: false, code: 'SERIAL_TOO_LOW' });
    expect(pinKeySet(without, set(), pin)).toMatchObject({ ok: true, note: 'added' });
    const stored = readTrustStore(JSON.parse(JSON.stringify(without)) as JsonValue);
    expect(stored).toEqual({ ok: true, store: without });
    expect(mergeTrustStores(EMPTY_TRUST_STORE, without).retired).toEqual(without.retired);
    expect(readTrustStore({ version: 1, key_sets: [], revocations: [], retired: [{}] })).toMatchObject({ ok: false });
  });

  it('issuer and principal must be equal byte for byte, and the use must fit', () => {
    expect(keySetsFor(one, 'artifact', 'A', 'p')).toHaveLength(1);
    for (const [use, issuer, principal] of [
      ['receipt', 'A', 'p'],
      ['artifact', 'a', 'p'],
      ['artifact', 'A', 'p '],
      ['artifact', '\u0410', 'p'],
    ] as const) {
      expect(keySetsFor(one, use, issuer, principal)).toEqual([]);
    }
  });

  it('merging keeps the higher serial and every revocation', () => {
    const other = storeOf(
      revokeKey(storeOf(pinKeySet(EMPTY_TRUST_STORE, set({ serial: 3 }), pin)), keyThumbprint(key), 0, 'lost'),
    );
    for (const merged of [mergeTrustStores(one, other), mergeTrustStores(other, one)]) {
      expect(merged.key_sets.map(({ key_set }) => key_set.serial)).toEqual([3]);
      expect(isRevoked(merged, key)).toBe(true);
    }
  });

  it('reads its own JSON and refuses a changed key set', () => {
    const stored = JSON.parse(JSON.stringify(one)) as JsonValue;
    expect(readTrustStore(stored)).toEqual({ ok: true, store: one });
    const text = JSON.stringify(one).replace('"principal":"p"', '"principal":"q"');
    expect(readTrustStore(JSON.parse(text) as JsonValue)).toMatchObject({
      ok: false,
      field: 'key_sets[0].key_set.fingerprint',
    });
    expect(readTrustStore({ version: 2 })).toMatchObject({ ok: false });
    expect(readTrustStore({ version: 1, key_sets: [], revocations: [{}] })).toMatchObject({
      ok: false,
      field: 'revocations[0]',
    });
  });
});
