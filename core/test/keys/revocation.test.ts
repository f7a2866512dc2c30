import { heldByFingerprint, heldEditions, revocationOf } from '@touchstone/core/keys/editions.ts';
import { verifyEndorsement } from '@touchstone/core/keys/endorsement.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, keyThumbprint, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import {
  parseRevocation,
  REVOCATION_KIND,
  type RevocationFile,
  verifyRevocation,
} from '@touchstone/core/keys/revocation.ts';
import { revocationText, signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { acceptEndorsedKeySet, importRevocation, revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { edition, endorsed, NOW, PIN, pinned, provider, storeOf } from './editions-fixture.ts';

let first: GeneratedKeySet;
let second: GeneratedKeySet;
beforeAll(async () => {
  first = await edition(1);
  second = await endorsed(await edition(2), first);
});

const kidsOf = ({ keySet }: GeneratedKeySet) => keySet.keys.map(({ kid }) => kid);

function revoke(target: KeySet, kids: readonly string[], by: GeneratedKeySet): Promise<RevocationFile> {
  const body = {
    kind: REVOCATION_KIND,
    keyset_fingerprint: target.fingerprint,
    kids,
    revoked_at: '2026-11-20T00:00:00.000Z',
    reason: 'The machine was stolen.',
  } as const;
  return signRevocation(body, by.keySet, by.secretKeys, provider);
}

async function withEndorsed(store: TrustStore, set: KeySet, by: KeySet): Promise<TrustStore> {
  const endorsement = await verifyEndorsement(set, by, provider);
  if (endorsement === null) throw new Error('not endorsed');
  return storeOf(acceptEndorsedKeySet(store, set, endorsement, PIN));
}

async function imported(file: RevocationFile, store: TrustStore): Promise<TrustStore> {
  const verdict = await verifyRevocation(file, store, provider);
  if (!verdict.ok) throw new Error(verdict.message);
  return storeOf(importRevocation(store, verdict.revocation, NOW, 'x.pqrevoke.json'));
}

describe('12.9: revocation files', () => {
  test('are read strictly', async () => {
    const file = await revoke(first.keySet, kidsOf(first), first);
    expect(parseRevocation(revocationText(file))).toEqual({ ok: true, file });
    for (const wrong of [
      { ...file, kind: 'svc-revocation/v2' },
      { ...file, kids: [] },
      { ...file, kids: [kidsOf(first)[0], kidsOf(first)[0]] },
      { ...file, kids: 'all' },
      { ...file, keyset_fingerprint: file.keyset_fingerprint.toUpperCase() },
      { ...file, revoked_at: 'yesterday' },
      { ...file, reason: 7 },
      { ...file, signatures: [] },
      { ...file, signatures: { a: 'AA' } },
      { ...file, more: 1 },
    ]) {
      expect(parseRevocation(JSON.stringify(wrong))).toMatchObject({ ok: false });
    }
  });

  test('signed by the set itself revoke its keys for good, with the stated time and reason', async () => {
    const store = await imported(await revoke(first.keySet, kidsOf(first).slice(0, 1), first), pinned(first));
    const [a, b] = first.keySet.keys;
    if (a === undefined || b === undefined) throw new Error('two keys expected');
    expect(revocationOf(store, first.keySet, a)).toMatchObject({
      revoked_at: '2026-11-20T00:00:00.000Z',
      reason: 'The machine was stolen.',
      source: 'x.pqrevoke.json',
    });
    expect(revocationOf(store, first.keySet, b)).toBeUndefined();
    const again = await imported(await revoke(first.keySet, kidsOf(first).slice(0, 1), first), store);
    expect(again.revocations).toHaveLength(1);
  });

  test('are refused where the set is not held, a kid is foreign, or a byte of body or signature differs', async () => {
    const file = await revoke(first.keySet, kidsOf(first), first);
    const [kid = '', other = ''] = kidsOf(first);
    const signatures = { [kid]: file.signatures[other] ?? '', [other]: file.signatures[kid] ?? '' };
    const foreign = await revoke(first.keySet, kidsOf(second), first);
    expect(await verifyRevocation(foreign, pinned(first), provider)).toMatchObject({
      ok: false,
      message: expect.stringContaining('not in that set'),
    });
    expect(await verifyRevocation(file, EMPTY_TRUST_STORE, provider)).toMatchObject({
      ok: false,
      message: expect.stringContaining('not trusted here'),
    });
    for (const wrong of [
      { ...file, reason: 'Another.' },
      { ...file, revoked_at: '2026-11-21T00:00:00.000Z' },
      { ...file, kids: [kid] },
      { ...file, signatures },
      { ...file, signatures: { [kid]: file.signatures[kid] ?? '' } },
    ]) {
      expect(await verifyRevocation(wrong, pinned(first), provider)).toMatchObject({ ok: false });
    }
  });

  test('signed by a pinned later edition count; by an earlier, foreign or revoked one they do not', async () => {
    const both = pinned(first, second);
    const byLater = await revoke(first.keySet, kidsOf(first), second);
    expect((await imported(byLater, both)).revocations).toHaveLength(2);
    const [key] = second.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const revoked = storeOf(revokeKey(both, keyThumbprint(key), NOW, 'lost'));
    expect(await verifyRevocation(byLater, revoked, provider)).toMatchObject({ ok: false });
    expect(await verifyRevocation(byLater, pinned(first), provider)).toMatchObject({ ok: false });
    const byEarlier = await revoke(second.keySet, kidsOf(second), first);
    expect(await verifyRevocation(byEarlier, both, provider)).toMatchObject({ ok: false });
    const stranger = await edition(3, { principal: 'other' });
    const byStranger = await revoke(first.keySet, kidsOf(first), stranger);
    expect(await verifyRevocation(byStranger, pinned(first, stranger), provider)).toMatchObject({ ok: false });
  });

  test('of an edition that is only endorsed cannot revoke one that a person pinned, but itself and endorsed ones', async () => {
    const third = await endorsed(await edition(3), second);
    let store = await withEndorsed(pinned(first), second.keySet, first.keySet);
    store = await withEndorsed(store, third.keySet, second.keySet);
    expect(await verifyRevocation(await revoke(first.keySet, kidsOf(first), third), store, provider)).toMatchObject({
      ok: false,
      message: expect.stringContaining('only endorsed'),
    });
    expect((await verifyRevocation(await revoke(second.keySet, kidsOf(second), third), store, provider)).ok).toBe(true);
    // Revoking edition 2 takes edition 3 with it, which rests on it alone.
    const after = await imported(await revoke(second.keySet, kidsOf(second), second), store);
    expect(heldEditions(after).map(({ keySet }) => keySet.serial)).toEqual([1, 2]);
  });

  test('of who holds no secret key of it cannot revoke a key that he copied into a set of his own', async () => {
    const mallory1 = await edition(1, { principal: 'mallory' });
    const { fingerprint: _, ...rest } = mallory1.keySet;
    const copy = sealKeySet({ ...rest, keys: [...rest.keys, ...first.keySet.keys] });
    const mallory2 = await edition(2, { principal: 'mallory' });
    const store = pinned(first, copy, mallory2);
    const after = await imported(await revoke(copy, kidsOf(first), mallory2), store);
    for (const key of first.keySet.keys) {
      expect(revocationOf(after, copy, key)).toBeDefined();
      expect(revocationOf(after, first.keySet, key)).toBeUndefined();
    }
    expect(heldByFingerprint(after, first.keySet.fingerprint)).toBeDefined();
    // Signed by the key itself it counts wherever the key appears.
    const own = await imported(await revoke(first.keySet, kidsOf(first), first), store);
    for (const key of first.keySet.keys) expect(revocationOf(own, copy, key)).toBeDefined();
  });
});
