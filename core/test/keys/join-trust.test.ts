import { heldEditions, lineOf, revocationOf } from '@touchstone/core/keys/editions.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type JoinedTrust, joinTrust, type TrustSources } from '@touchstone/core/keys/join-trust.ts';
import { type KeySet, keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { ownServiceText, readOwnKeySets, readOwnService } from '@touchstone/core/keys/own-service.ts';
import { REVOCATION_KIND } from '@touchstone/core/keys/revocation.ts';
import { signRevocation } from '@touchstone/core/keys/sign-revocation.ts';
import type { Trust, TrustStore } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY, edition, endorsed, NOW, pinned, provider, storeOf } from './editions-fixture.ts';

let first: GeneratedKeySet;
let second: GeneratedKeySet;
let third: GeneratedKeySet;
beforeAll(async () => {
  first = await edition(1);
  second = await endorsed(await edition(2), first);
  third = await endorsed(await edition(3), second);
});

const given = (...sets: readonly { readonly keySet: KeySet }[]) =>
  sets.map(({ keySet }) => ({ keySet, path: `${keySet.keyset_id}.pqkeys.json` }));

function join(sources: Partial<TrustSources> & { readonly pins?: TrustStore }, now = NOW): Promise<JoinedTrust> {
  const { pins, ...rest } = sources;
  const store = pins === undefined ? null : { store: pins, name: '/data/trust-store.json' };
  return joinTrust({ store, given: [], revocations: [], own: null, ...rest }, provider, now);
}

function trustOf(joined: JoinedTrust): Trust {
  if (!joined.ok) throw new Error(joined.message);
  return joined.trust;
}
const held = (joined: JoinedTrust) =>
  heldEditions(trustOf(joined)).map(({ entry, keySet }) => `${entry.held} ${keySet.serial}`);

describe('12.4: sets given for one run', () => {
  test('hold themselves where the store does not know their line, in any order', async () => {
    expect(held(await join({ given: given(first) }))).toEqual(['given 1']);
    expect((await join({ given: given(first) })).ok && trustOf(await join({})).store_name).toBeNull();
    for (const sets of [given(first, second, third), given(third, first, second)]) {
      expect(held(await join({ given: sets })).sort()).toEqual(['given 1', 'given 2', 'given 3']);
    }
    expect(held(await join({ given: given(second, third) })).sort()).toEqual(['given 2', 'given 3']);
  });

  test('are conflicts where two of a line are not endorsed', async () => {
    const other = await edition(2);
    for (const sets of [given(first, other), given(other, first), given(first, third), given(first, second, other)]) {
      expect(await join({ given: sets })).toMatchObject({ ok: false, code: 'KEY_SET_CONFLICT' });
    }
  });

  test('follow a held line only where a held edition endorses them', async () => {
    expect(held(await join({ pins: pinned(first), given: given(second, third) })).sort()).toEqual([
      'given 2',
      'given 3',
      'pinned 1',
    ]);
    expect(held(await join({ pins: pinned(first), given: given(first) }))).toEqual(['pinned 1']);
    const unendorsed = await edition(2);
    for (const set of [unendorsed, third, await edition(1)]) {
      expect(await join({ pins: pinned(first), given: given(set) })).toMatchObject({ ok: false });
    }
  });

  test("verdict C1, 12.5: an attacker's set with equal issuer and principal ends the run, whatever its serial", async () => {
    for (const serial of [1, 2, 7]) {
      const attacker = await edition(serial, { keyset_id: 'ks-1' });
      const joined = await join({ pins: pinned(first), given: given(attacker) });
      expect(joined).toEqual({
        ok: false,
        code: 'KEY_SET_CONFLICT',
        message: expect.stringContaining('No file was checked'),
        sets: [
          { path: null, fingerprint: first.keySet.fingerprint },
          { path: 'ks-1.pqkeys.json', fingerprint: attacker.keySet.fingerprint },
        ],
      });
    }
  });

  test('an endorsement by an edition that is revoked, expired or itself given without one does not count', async () => {
    const [key] = first.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const revoked = storeOf(revokeKey(pinned(first), keyThumbprint(key), NOW, 'lost'));
    expect(await join({ pins: revoked, given: given(second) })).toMatchObject({ ok: false });
    expect(await join({ pins: pinned(first), given: given(second) }, NOW + 400 * DAY)).toMatchObject({ ok: false });
    const rogue = await edition(2);
    const child = await endorsed(await edition(3), rogue);
    expect(await join({ pins: pinned(first), given: given(rogue, child) })).toMatchObject({ ok: false });
  });

  test('the copy with the endorsement counts where the same set is given twice', async () => {
    const { endorsement: _, ...bare } = second.keySet;
    for (const sets of [given(first, { keySet: bare }, second), given(first, second, { keySet: bare })]) {
      expect(held(await join({ given: sets })).sort()).toEqual(['given 1', 'given 2']);
    }
  });

  test('a set that the store no longer trusts counts for the run that names it', async () => {
    const pins: TrustStore = {
      ...pinned(first),
      key_sets: pinned(first).key_sets.map((entry) => ({ ...entry, untrusted: { at: entry.at, by: 'Ada' } })),
    };
    expect(held(await join({ pins }))).toEqual([]);
    expect(held(await join({ pins, given: given(first) }))).toEqual(['given 1']);
  });
});

describe('12.9: revocations given for one run', () => {
  const revocation = (target: GeneratedKeySet, by: GeneratedKeySet) =>
    signRevocation(
      {
        kind: REVOCATION_KIND,
        keyset_fingerprint: target.keySet.fingerprint,
        kids: target.keySet.keys.map(({ kid }) => kid),
        revoked_at: '2026-11-20T00:00:00Z',
        reason: 'lost',
      },
      by.keySet,
      by.secretKeys,
      provider,
    );

  test('count for held sets, and are refused by name for others', async () => {
    const file = await revocation(first, first);
    const joined = await join({ given: given(first), revocations: [{ file, path: 'a.pqrevoke.json' }] });
    const [key] = first.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    expect(revocationOf(trustOf(joined), first.keySet, key)).toMatchObject({ source: 'a.pqrevoke.json' });
    const refused = await join({ given: given(await edition(1)), revocations: [{ file, path: 'a.pqrevoke.json' }] });
    expect(refused).toMatchObject({ ok: false, code: 'REVOCATION_REFUSED', path: 'a.pqrevoke.json' });
  });

  test('withdraw what rests on the endorsement of the revoked edition', async () => {
    const file = await revocation(first, first);
    const revocations = [{ file, path: 'a.pqrevoke.json' }];
    const joined = await join({ given: given(first, second), revocations });
    if (!joined.ok) throw new Error(joined.message);
    const held = heldEditions(joined.trust).map(({ keySet }) => keySet.fingerprint);
    expect(held).toEqual([first.keySet.fingerprint]);
  });
});

test('12.8: a copy with a damaged endorsement does not stand in the way of a sound one, in any order', async () => {
  const { endorsement } = second.keySet;
  if (endorsement === undefined) throw new Error('the second edition is endorsed');
  const signatures = Object.fromEntries(Object.keys(endorsement.signatures).map((kid) => [kid, 'AAAA']));
  const damaged = { ...second, keySet: { ...second.keySet, endorsement: { ...endorsement, signatures } } };
  for (const sets of [
    [first, damaged, second],
    [second, first, damaged],
  ]) {
    const joined = await join({ given: given(...sets) });
    if (!joined.ok) throw new Error(joined.message);
    expect(
      heldEditions(joined.trust)
        .map(({ keySet }) => keySet.serial)
        .sort(),
    ).toEqual([1, 2]);
  }
});

describe('12.18: own-service.json', () => {
  test('is read as written, strictly, and holds no artifact set', async () => {
    const service = await edition(1, { use: 'service' });
    const own = { sets: [{ key_set: service.keySet, state: 'current' as const }] };
    const text = ownServiceText(own);
    expect(readOwnService(JSON.parse(text))).toEqual({ ok: true, own });
    expect(() => ownServiceText({ sets: [{ key_set: first.keySet, state: 'current' }] })).toThrow(RangeError);
    for (const wrong of [
      text.replace('"current"', '"retired"'),
      text.replace('"current"', '"revoked"'),
      text.replace('svc-own-service/v1', 'svc-own-service/v2'),
      text.replace('"sets"', '"set"'),
    ]) {
      expect(readOwnService(JSON.parse(wrong))).toMatchObject({ ok: false });
    }
  });

  test('joins beside the store, which comes first', async () => {
    const [a, b] = [await edition(1, { use: 'service' }), await edition(2, { use: 'service' })];
    const own = { sets: [a, b].map(({ keySet }) => ({ key_set: keySet, state: 'current' as const })) };
    expect(held(await join({ pins: pinned(a), own }))).toEqual(['pinned 1', 'own_service 2']);
    expect(lineOf(trustOf(await join({ own })), a.keySet)).toHaveLength(2);
  });

  test('12.7, 12.18: with pinned sets only, the own ones supersede and count for nothing else', async () => {
    const [a, b, c] = await Promise.all([1, 2, 3].map((serial) => edition(serial, { use: 'service' })));
    const other = await edition(9, { use: 'receipt' });
    if (a === undefined || b === undefined || c === undefined) throw new TypeError('an edition is missing');
    const own = { sets: [other, c, b].map(({ keySet }) => ({ key_set: keySet, state: 'current' as const })) };
    const supersededAt = (joined: JoinedTrust) => lineOf(trustOf(joined), a.keySet)[0]?.supersededAt;
    for (const sources of [{ pins: pinned(a) }, { given: given(a) }]) {
      const all = await join({ ...sources, own });
      const pinnedOnly = await join({ ...sources, own, isPinnedOnly: true });
      expect(held(all)).toHaveLength(4);
      expect(held(pinnedOnly)).toHaveLength(1);
      expect(supersededAt(pinnedOnly)).toBe(Date.parse(b.keySet.not_before));
      expect(supersededAt(pinnedOnly)).toBe(supersededAt(all));
      expect(supersededAt(await join({ ...sources, isPinnedOnly: true }))).toBeNull();
    }
    expect(supersededAt(await join({ pins: pinned(c), own, isPinnedOnly: true }))).toBeNull();
  });

  test('console H2: of what a server answers only its own sets count, by recomputed fingerprints', async () => {
    const [a, b, c] = [
      await edition(1, { use: 'service' }),
      await edition(1, { use: 'receipt' }),
      await edition(1, { use: '3key' }),
    ].map(({ keySet }) => keySet);
    if (a === undefined || b === undefined || c === undefined) throw new TypeError('a set is missing');
    const stated = [
      { fingerprint: a.fingerprint, state: 'current' },
      { fingerprint: b.fingerprint, state: 'retired' },
      { fingerprint: c.fingerprint, state: 'revoked' },
      { fingerprint: first.keySet.fingerprint, state: 'current' },
    ];
    const forged = { ...a, issuer: 'Somebody else' };
    expect(readOwnKeySets(stated, [a, b, c, first.keySet, forged, null, 'x'])).toEqual([
      { key_set: a, state: 'current' },
      { key_set: b, state: 'retired' },
    ]);
    expect(readOwnKeySets([], [a])).toEqual([]);
  });
});
