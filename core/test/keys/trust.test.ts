import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import {
  currentEdition,
  heldEditions,
  isRevoked,
  lineOf,
  nextEdition,
  revocationOf,
} from '@touchstone/core/keys/editions.ts';
import { verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, keyThumbprint, publicJwk, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, lastChangeOf, type TrustStore } from '@touchstone/core/keys/trust.ts';
import {
  acceptEndorsedKeySet,
  assessImport,
  endorserOf,
  mergeTrustStores,
  pinKeySet,
  revokeKey,
  untrustKeySet,
} from '@touchstone/core/keys/trust-changes.ts';
import {
  parseTrustStore,
  readTrustStore,
  trustStoreDocument,
  trustStoreText,
} from '@touchstone/core/keys/trust-document.ts';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { DAY, edition, endorsed, NOW, PIN, pinned, provider, storeOf } from './editions-fixture.ts';

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

const one = pinned(set());
const serials = (store: TrustStore) => lineOf(store, set()).map(({ keySet }) => keySet.serial);
const untrust = { at: NOW, by: 'Ada' };

describe('S8 trust store', () => {
  it('trusts nothing out of the box', () => {
    expect(EMPTY_TRUST_STORE.key_sets).toEqual([]);
  });

  it('12.7: keeps every pinned edition, a lower serial as an older one', () => {
    expect(pinKeySet(one, set(), PIN)).toMatchObject({ ok: true, note: 'unchanged' });
    const three = pinKeySet(one, set({ serial: 3 }), PIN);
    expect(three).toMatchObject({ ok: true, note: 'added' });
    const all = storeOf(pinKeySet(storeOf(three), set({ serial: 1 }), PIN));
    expect(serials(all)).toEqual([1, 2, 3]);
    expect(currentEdition(all, set())?.keySet.serial).toBe(3);
    expect(nextEdition(all, set({ serial: 1 }))?.keySet.serial).toBe(2);
  });

  it('12.5: refuses other contents under the serial of a held edition, whatever its id', () => {
    for (const changes of [{ not_after: '2028-01-01T00:00:00Z' }, { keyset_id: 'ks_other' }]) {
      const change = pinKeySet(one, set(changes), PIN);
      expect(change).toMatchObject({ ok: false, code: 'KEY_SET_CONFLICT' });
      expect(change.ok ? '' : change.message).toContain(set().fingerprint);
      expect(assessImport(one, set(changes), null, NOW)).toMatchObject({ kind: 'conflict' });
    }
    expect(pinKeySet(one, set({ principal: 'q' }), PIN)).toMatchObject({ ok: true, note: 'added' });
  });

  it('revocation is by key and survives untrusting and re-import', () => {
    let store = storeOf(revokeKey(one, keyThumbprint(key), 0, 'lost'));
    store = storeOf(untrustKeySet(store, set().fingerprint, untrust));
    store = storeOf(pinKeySet(store, set({ serial: 9 }), PIN));
    expect(isRevoked(store, key)).toBe(true);
    expect(isRevoked(one, key)).toBe(false);
    expect(revokeKey(store, keyThumbprint(key), 0, 'again')).toMatchObject({ ok: true, note: 'unchanged' });
    expect(revokeKey(store, 'short', 0, 'x')).toMatchObject({ ok: false });
    expect(untrustKeySet(EMPTY_TRUST_STORE, 'ff', untrust)).toMatchObject({ ok: false, code: 'UNKNOWN' });
  });

  it('12.12: untrusting an edition keeps its entry, and only a person brings it back', () => {
    const without = storeOf(untrustKeySet(one, set().fingerprint, untrust));
    expect(without.key_sets).toHaveLength(1);
    expect(heldEditions(without)).toEqual([]);
    expect(assessImport(without, set(), null, NOW)).toEqual({ kind: 'new_line' });
    const again = pinKeySet(without, set(), PIN);
    expect(again).toMatchObject({ ok: true, note: 'replaced' });
    expect(serials(storeOf(again))).toEqual([2]);
    // Another set may take the serial of one that is no longer trusted.
    expect(pinKeySet(without, set({ keyset_id: 'ks_other' }), PIN)).toMatchObject({ ok: true, note: 'added' });
  });

  it('12.4: issuer and principal must be equal byte for byte, and the use must fit', () => {
    expect(lineOf(one, { use: 'artifact', issuer: 'A', principal: 'p' })).toHaveLength(1);
    for (const [use, issuer, principal] of [
      ['receipt', 'A', 'p'],
      ['artifact', 'a', 'p'],
      ['artifact', 'A', 'p '],
      ['artifact', '\u0410', 'p'],
    ] as const) {
      expect(lineOf(one, { use, issuer, principal })).toEqual([]);
    }
  });

  it('merging keeps every edition and every revocation; the later statement about a set counts', () => {
    const other = storeOf(revokeKey(pinned(set({ serial: 3 })), keyThumbprint(key), 0, 'lost'));
    for (const merged of [mergeTrustStores(one, other), mergeTrustStores(other, one)]) {
      expect(serials(merged)).toEqual([2, 3]);
      expect(isRevoked(merged, key)).toBe(true);
    }
    const gone = storeOf(untrustKeySet(one, set().fingerprint, { at: NOW + 1, by: 'Ada' }));
    expect(serials(mergeTrustStores(one, gone))).toEqual([]);
    expect(serials(mergeTrustStores(gone, one))).toEqual([]);
    const rival = pinned(set({ keyset_id: 'ks_rival' }));
    expect(lineOf(mergeTrustStores(one, rival), set()).map(({ keySet }) => keySet.keyset_id)).toEqual(['ks_1']);
  });
});

describe('the stored document', () => {
  const full = storeOf(
    revokeKey(
      storeOf(untrustKeySet(one, set().fingerprint, untrust)),
      keyThumbprint(key),
      NOW,
      'lost',
      'x.pqrevoke.json',
    ),
  );

  it('reads its own text and refuses a changed key set', () => {
    for (const store of [one, full, EMPTY_TRUST_STORE]) {
      expect(parseTrustStore(trustStoreText(store))).toEqual({ ok: true, store });
    }
    const text = JSON.stringify(trustStoreDocument(one)).replace('"principal":"p"', '"principal":"q"');
    expect(parseTrustStore(text)).toMatchObject({ ok: false, field: 'checksum' });
  });

  it('verdict M8: no single changed character of a version 2 document is read as another store', () => {
    const text = JSON.stringify(trustStoreDocument(full));
    const keysFrom = text.indexOf('"pub"');
    const keysTo = text.indexOf('"fingerprint"');
    let refused = 0;
    for (let at = 0; at < text.length; at++) {
      // Of the long key, each fiftieth character.
      if (at > keysFrom + 20 && at < keysTo - 20 && at % 50 !== 0) continue;
      for (const other of ['1', 'A', ' ']) {
        if (text[at] === other) continue;
        const read = parseTrustStore(text.slice(0, at) + other + text.slice(at + 1));
        if (read.ok) expect(read.store).toEqual(full);
        else refused++;
      }
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it('refuses unknown versions, members and a set that appears twice', () => {
    const document = trustStoreDocument(one) as unknown as { readonly [name: string]: JsonValue };
    for (const wrong of [
      { ...document, version: 3 },
      { ...document, version: 1 },
      { ...document, more: 1 },
      { ...document, checksum: '0'.repeat(64) },
      { version: 2 },
      [],
    ] as JsonValue[]) {
      expect(readTrustStore(wrong)).toMatchObject({ ok: false });
    }
    const [entry] = one.key_sets;
    const twice = trustStoreDocument({ ...one, key_sets: entry === undefined ? [] : [entry, entry] });
    expect(readTrustStore(twice as unknown as JsonValue)).toMatchObject({ ok: false, field: 'key_sets' });
  });

  it('reads version 1 as it was, and writes it as version 2', () => {
    const pin = { pinned_at: '2026-01-02T00:00:00.000Z', pinned_by: 'me', source: 'file' };
    const revocation = { thumbprint: 'A'.repeat(43), revoked_at: '2026-02-01T00:00:00.000Z', reason: 'lost' };
    const retired = { keyset_id: 'old', issuer: 'A', principal: 'p', use: 'artifact', serial: 4 };
    const stored = {
      version: 1,
      key_sets: [{ key_set: set(), ...pin }],
      revocations: [revocation],
      retired: [retired],
    };
    const read = readTrustStore(stored as unknown as JsonValue);
    if (!read.ok) throw new Error(read.message);
    expect(read.store).toMatchObject({
      version: 2,
      key_sets: [{ held: 'pinned', at: pin.pinned_at, by: 'me', source: 'file' }],
      revocations: [{ ...revocation, recorded_at: revocation.revoked_at }],
      retired: [retired],
    });
    expect(serials(read.store)).toEqual([2]);
    expect(parseTrustStore(trustStoreText(read.store))).toEqual(read);
    expect(lastChangeOf(read.store)).toBe(revocation.revoked_at);
    expect(readTrustStore({ version: 1, key_sets: [], revocations: [{}] })).toMatchObject({ ok: false });
    expect(readTrustStore({ version: 1, key_sets: [], revocations: [], retired: [{}] })).toMatchObject({ ok: false });
  });
});

describe('12.8: endorsed editions', () => {
  let first: GeneratedKeySet;
  let second: GeneratedKeySet;
  let third: GeneratedKeySet;
  beforeAll(async () => {
    first = await edition(1);
    second = await endorsed(await edition(2), first);
    third = await endorsed(await edition(3), second);
  });
  const assess = async (store: TrustStore, keySet: KeySet, now = NOW) => {
    const endorser = endorserOf(store, keySet);
    const endorsement = endorser === null ? null : await verifyEndorsement(keySet, endorser, provider);
    return assessImport(store, keySet, endorsement, now);
  };
  const accept = async (store: TrustStore, keySet: KeySet): Promise<TrustStore> => {
    const assessed = await assess(store, keySet);
    if (assessed.kind !== 'endorsed') throw new Error(assessed.kind);
    return storeOf(acceptEndorsedKeySet(store, keySet, assessed.endorsement, PIN));
  };
  const held = (store: TrustStore) => heldEditions(store).map(({ keySet }) => keySet.serial);

  test('a chain is held as endorsed, never as pinned, and survives the stored document', async () => {
    const store = await accept(await accept(pinned(first), second.keySet), third.keySet);
    expect(store.key_sets.map((entry) => entry.held)).toEqual(['pinned', 'endorsed', 'endorsed']);
    expect(parseTrustStore(trustStoreText(store))).toEqual({ ok: true, store });
    expect(held(store)).toEqual([1, 2, 3]);
    expect(await assess(store, second.keySet)).toMatchObject({ kind: 'known', entry: { held: 'endorsed' } });
    const upgraded = storeOf(pinKeySet(store, second.keySet, PIN));
    expect(upgraded.key_sets.map((entry) => entry.held)).toEqual(['pinned', 'pinned', 'endorsed']);
  });

  test('needs the held edition before it: neither an unknown, a later nor a skipped one', async () => {
    expect(await assess(EMPTY_TRUST_STORE, second.keySet)).toEqual({ kind: 'new_line' });
    expect(await assess(pinned(first), third.keySet)).toMatchObject({ kind: 'not_endorsed' });
    const skipping = await endorsed(await edition(3), first);
    expect(await assess(pinned(first), skipping.keySet)).toMatchObject({ kind: 'endorsed' });
    const between = await assess(pinned(first, second), skipping.keySet);
    expect(between).toMatchObject({ kind: 'not_endorsed', reason: expect.stringContaining('not the edition before') });
  });

  test('does not count from an edition that is revoked, expired, not yet valid or untrusted', async () => {
    const [mldsa] = first.keySet.keys;
    if (mldsa === undefined) throw new Error('a key expected');
    const revoked = storeOf(revokeKey(pinned(first), keyThumbprint(mldsa), NOW, 'lost'));
    const untrusted = storeOf(untrustKeySet(pinned(first, set()), first.keySet.fingerprint, untrust));
    expect(await assess(revoked, second.keySet)).toMatchObject({ kind: 'not_endorsed' });
    expect(await assess(pinned(first), second.keySet, NOW + 400 * DAY)).toMatchObject({ kind: 'not_endorsed' });
    expect(await assess(pinned(first), second.keySet, NOW - 400 * DAY)).toMatchObject({ kind: 'not_endorsed' });
    expect(await assess(untrusted, second.keySet)).toEqual({ kind: 'new_line' });
  });

  test('12.9: revoking or untrusting an edition withdraws what rests on its endorsement alone', async () => {
    const store = await accept(await accept(pinned(first), second.keySet), third.keySet);
    const [mldsa] = first.keySet.keys;
    if (mldsa === undefined) throw new Error('a key expected');
    expect(held(storeOf(revokeKey(store, keyThumbprint(mldsa), NOW, 'lost')))).toEqual([1]);
    expect(held(storeOf(untrustKeySet(store, second.keySet.fingerprint, untrust)))).toEqual([1]);
    const kept = storeOf(revokeKey(storeOf(pinKeySet(store, third.keySet, PIN)), keyThumbprint(mldsa), NOW, 'lost'));
    expect(held(kept)).toEqual([1, 3]);
    const again = await assess(storeOf(revokeKey(store, keyThumbprint(mldsa), NOW, 'lost')), second.keySet);
    expect(again).toMatchObject({ kind: 'not_endorsed' });
  });

  test('is refused as an acceptance where the endorsement does not count any more', async () => {
    const assessed = await assess(pinned(first), second.keySet);
    if (assessed.kind !== 'endorsed') throw new Error(assessed.kind);
    const [mldsa] = first.keySet.keys;
    if (mldsa === undefined) throw new Error('a key expected');
    const revoked = storeOf(revokeKey(pinned(first), keyThumbprint(mldsa), NOW, 'lost'));
    for (const store of [EMPTY_TRUST_STORE, revoked]) {
      const change = acceptEndorsedKeySet(store, second.keySet, assessed.endorsement, PIN);
      expect(change).toMatchObject({ ok: false, code: 'NOT_ENDORSED' });
    }
    const other = acceptEndorsedKeySet(pinned(first), third.keySet, assessed.endorsement, PIN);
    expect(other).toMatchObject({ ok: false, code: 'NOT_ENDORSED' });
  });

  test('12.7: a late beginning of an edition in the middle cannot lengthen the time of the one before', async () => {
    const last = await edition(5);
    const late = await endorsed(await edition(2, { notBefore: NOW + 100 * DAY }), first);
    expect(await assess(pinned(first, last), late.keySet)).toMatchObject({ kind: 'not_endorsed' });
    const both = pinned(first, last, late);
    expect(lineOf(both, first.keySet)[0]?.supersededAt).toBe(NOW - 60 * DAY);
  });

  test('the same key in two lines is revoked in both when a person revokes it', () => {
    const store = storeOf(revokeKey(pinned(set(), set({ principal: 'q' })), keyThumbprint(key), NOW, 'lost'));
    for (const { keySet } of heldEditions(store)) expect(revocationOf(store, keySet, key)).toBeDefined();
  });
});
