/** Security, S12, and decisions 12.8: a release, the rotation of its keys, and what lost and stolen keys do to both. */
import { fromUtf8, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { type KeySet, keyThumbprint, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { endorseKeySet } from '@touchstone/core/keys/sign-endorsement.ts';
import { EMPTY_TRUST_STORE, type Trust } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { compareVersions } from '@touchstone/core/release/manifest.ts';
import { RELEASE_ALGORITHMS } from '@touchstone/core/release/release-set.ts';
import { signRelease } from '@touchstone/core/release/sign-release.ts';
import { type ReleaseOptions, verifyRelease } from '@touchstone/core/release/verify-release.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, FACTS, NOW, provider, release, releaseSet } from './fixture.ts';

const INSTALLED = { product: 'Touchstone', version: '1.2.3', platform: 'linux-x64' };

let one: GeneratedKeySet;
/** The edition after `one`, which endorses it. */
let two: GeneratedKeySet;
/** 1.3.0 for programs that pin `one`. */
let plain: JsonObject;
/** 1.3.0, whose program pins `two`. */
let bridge: JsonObject;
/** 1.4.0 for programs that pin `two`. */
let later: JsonObject;

function membersOf(bytes: Uint8Array): JsonObject {
  const parsed = parseStrictJson(fromUtf8(bytes) ?? '');
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error('no manifest');
  return parsed.value;
}

beforeAll(async () => {
  one = await releaseSet(1);
  two = await releaseSet(2, one);
  plain = membersOf(await release({}, one));
  bridge = membersOf(await release({}, one, two));
  later = membersOf(await release({ version: '1.4.0' }, two));
});

const verify = (members: JsonObject | string, pinned: KeySet, options: Partial<ReleaseOptions> = {}) =>
  verifyRelease(utf8(typeof members === 'string' ? members : JSON.stringify(members)), {
    pinned,
    trust: EMPTY_TRUST_STORE,
    installed: INSTALLED,
    verifier: provider,
    now: NOW,
    ...options,
  });
const refusal = async (...args: Parameters<typeof verify>) => {
  const judged = await verify(...args);
  return judged.ok ? 'accepted' : judged.reason;
};
/** A copy without one member, or with another value of it. */
const changed = (members: JsonObject, name: string, value?: JsonObject[string]): JsonObject => {
  const { [name]: _, ...rest } = members;
  return value === undefined ? rest : { ...rest, [name]: value };
};
const objectAt = (members: JsonObject, name: string): JsonObject => {
  const found = members[name];
  if (!isJsonObject(found)) throw new Error(`${name} is no object`);
  return found;
};

describe('S12: a release manifest', () => {
  it('is accepted when everything holds', async () => {
    expect(await verify(plain, one.keySet)).toMatchObject({ ok: true, manifest: { version: '1.3.0' }, next: null });
  });

  it.each([0, 1, 2])('needs the signature of key %i', async (index) => {
    const kid = one.keySet.keys[index]?.kid ?? '';
    const signatures = objectAt(plain, 'signatures');
    const forged = changed(plain, 'signatures', { ...signatures, [kid]: toBase64(new Uint8Array(64)) });
    expect(await refusal(forged, one.keySet)).toBe('SIGNATURE_INVALID');
    expect(await refusal(changed(plain, 'signatures', changed(signatures, kid)), one.keySet)).toBe('SIGNATURE_INVALID');
  });

  it.each([
    ['product', 'Other'],
    ['version', '1.4.0'],
    ['platform', 'win32-x64'],
    ['released_at', '2026-11-21T00:00:00Z'],
    ['file', { ...FACTS.file, sha256: '1'.repeat(64) }],
  ])('covers %s', async (name, value) => {
    expect(await refusal(changed(plain, name, value), one.keySet)).toBe('SIGNATURE_INVALID');
  });

  it('is for another product, platform or not newer, though well signed', async () => {
    const installed = (change: Partial<typeof INSTALLED>) => ({ installed: { ...INSTALLED, ...change } });
    expect(await refusal(plain, one.keySet, installed({ product: 'Other' }))).toBe('WRONG_PRODUCT');
    expect(await refusal(plain, one.keySet, installed({ platform: 'win32-x64' }))).toBe('WRONG_PLATFORM');
    expect(await refusal(plain, one.keySet, installed({ version: '1.3.0' }))).toBe('NOT_NEWER');
    expect(await refusal(plain, one.keySet, installed({ version: '1.10.0' }))).toBe('NOT_NEWER');
  });

  it('S41: lies at most 300 s ahead of the clock', async () => {
    const at = Date.parse(FACTS.released_at);
    expect(await refusal(plain, one.keySet, { now: at - 300_000 })).toBe('accepted');
    expect(await refusal(plain, one.keySet, { now: at - 300_001 })).toBe('TIME_AHEAD');
  });

  it('has its form, and no other', async () => {
    const { file } = FACTS;
    const wrong: (JsonObject | string)[] = [
      'not json',
      '[]',
      '{"format":"svc-release/v1","format":"svc-release/v1"}',
      { ...plain, more: 1 },
      `${JSON.stringify(plain)}${' '.repeat(1 << 20)}`,
      { ...plain, next_signatures: {} },
      changed(bridge, 'next_signatures'),
      ...['product', 'key_set', 'signatures', 'file'].map((name) => changed(plain, name)),
      ...['../x', 'a/b', '.hidden', '', 'a b', 'a\\b', 'CON', 'nul.deb', 'x.'].map((name) =>
        changed(plain, 'file', { ...file, name }),
      ),
      ...[0, -1, 1.5, '1'].map((size) => changed(plain, 'file', { ...file, size })),
      ...['1.2', '1.2.3-beta', '01.2.3', 'v1.2.3'].map((version) => changed(plain, 'version', version)),
      ...['linux', 'macos-arm64', 'plan9-x64'].map((platform) => changed(plain, 'platform', platform)),
      changed(plain, 'file', { ...file, sha256: file.sha256.toUpperCase().replace('0', 'A') }),
      changed(bridge, 'next_key_set', { ...objectAt(bridge, 'next_key_set'), serial: 7 }),
    ];
    for (const [at, members] of wrong.entries())
      expect([at, await refusal(members, one.keySet)]).toEqual([at, 'FORMAT']);
    // What nobody has signed is shown as what it is, and not at any length.
    const judged = await verify({ ...plain, [`\u202e${'x'.repeat(1_000)}`]: 1 }, one.keySet);
    expect(judged).toMatchObject({ message: expect.stringMatching(/U\+202E/) });
    expect(judged.ok ? 0 : judged.message.length).toBeLessThan(400);
  });

  it('tells a clock that is wrong from keys that have ended', async () => {
    const message = async (now: number) => JSON.stringify(await verify(plain, one.keySet, { now }));
    expect(await message(0)).toMatch(/RELEASE_KEYS_UNUSABLE.* begin on .*clock, which says 1970-01-01.*Set the clock/);
    expect(await message(0)).not.toContain('any more');
    expect(await message(NOW + 1_000 * DAY)).toMatch(/ended on .*clock, which says 2029-.*Set the clock.*any more/);
  });

  it('counts under a valid set of all three families alone', async () => {
    const { fingerprint: _, ...document } = one.keySet;
    const wrong = [
      sealKeySet({ ...document, use: 'artifact' }),
      sealKeySet({ ...document, keys: document.keys.slice(0, 2) }),
      sealKeySet({ ...document, not_after: '2026-11-01T00:00:00Z' }),
    ];
    for (const set of wrong) expect(await refusal(plain, set)).toBe('RELEASE_KEYS_UNUSABLE');
  });
});

describe('12.8: the next release set', () => {
  it('comes with a release that both sign, for whoever pins the former one and the next one', async () => {
    expect(await verify(bridge, one.keySet)).toMatchObject({ ok: true, next: { fingerprint: two.keySet.fingerprint } });
    expect(await verify(bridge, two.keySet)).toMatchObject({ ok: true, next: null });
    expect(await verify(later, two.keySet)).toMatchObject({ ok: true, next: null });
  });

  it('is not taken for granted by a program that skipped the release which brings it', async () => {
    expect(await refusal(later, one.keySet)).toBe('OTHER_KEY_SET');
    expect(await verify(later, one.keySet)).toMatchObject({ message: expect.stringContaining('brings the new ones') });
  });

  it('needs both sets under the manifest', async () => {
    const kid = two.keySet.keys[0]?.kid ?? '';
    const forged = { ...objectAt(bridge, 'next_signatures'), [kid]: toBase64(new Uint8Array(64)) };
    expect(await refusal(changed(bridge, 'next_signatures', forged), one.keySet)).toBe('SIGNATURE_INVALID');
    expect(await refusal(changed(bridge, 'signatures', forged), one.keySet)).toBe('SIGNATURE_INVALID');
  });

  it('needs the word of the former one, and time that is left', async () => {
    const { fingerprint: _, endorsement, ...document } = two.keySet;
    const signatures = { ...endorsement?.signatures, [one.keySet.keys[0]?.kid ?? '']: toBase64(new Uint8Array(9)) };
    const keySet = sealKeySet({
      ...document,
      not_after: '2026-11-22T00:00:00Z',
      endorsement: { by: one.keySet.fingerprint, signatures },
    });
    const brought = membersOf(await release({}, one, { ...two, keySet }));
    const said = async (now: number) => {
      const judged = await verify(brought, one.keySet, { now });
      return judged.ok ? 'accepted' : `${judged.reason}: ${judged.message}`;
    };
    expect(await said(NOW)).toMatch(/^NEXT_KEYS_UNUSABLE: .* do not endorse/);
    expect(await said(NOW + 2 * DAY)).toMatch(
      /^NEXT_KEYS_UNUSABLE: .* ended on 2026-11-22.* clock, which says 2026-11-23/,
    );
  });

  it('must not be revoked', async () => {
    expect(await refusal(bridge, one.keySet, { trust: revokedTrust(two.keySet) })).toBe('NEXT_KEYS_UNUSABLE');
  });
});

function revokedTrust(keySet: KeySet): Trust {
  const key = keySet.keys[1];
  if (key === undefined) throw new Error('no key');
  const change = revokeKey(EMPTY_TRUST_STORE, keyThumbprint(key), NOW, 'stolen');
  if (!change.ok) throw new Error(change.message);
  return change.store;
}

describe('a lost key', () => {
  it('ends its set: the two that are left neither release nor endorse', async () => {
    const [lost = ''] = one.secretKeys.keys();
    const left = { ...one, secretKeys: new Map([...one.secretKeys].filter(([kid]) => kid !== lost)) };
    await expect(release({}, left)).rejects.toThrow(RangeError);
    await expect(endorseKeySet(two.keySet, left.keySet, left.secretKeys, provider)).rejects.toThrow(RangeError);
    // Written by hand, without the signature that nobody can make any more.
    const { endorsement } = two.keySet;
    const partly = changed((endorsement?.signatures ?? {}) as JsonObject, lost);
    const next = {
      ...objectAt(bridge, 'next_key_set'),
      endorsement: { by: one.keySet.fingerprint, signatures: partly },
    };
    expect(await refusal(changed(bridge, 'next_key_set', next), one.keySet)).toBe('SIGNATURE_INVALID');
  });

  it('of the former set does no harm once the next one is in the program', async () => {
    await expect(signRelease(FACTS, { keySet: one.keySet, secretKeys: new Map() }, null, provider)).rejects.toThrow();
    expect(await refusal(later, two.keySet)).toBe('accepted');
  });
});

describe('stolen keys', () => {
  it('one of three moves nobody, nor do two', async () => {
    const [first = '', second = '', third = ''] = one.secretKeys.keys();
    for (const stolen of [[first], [second], [third], [first, second]]) {
      const signatures = Object.fromEntries(
        Object.entries(objectAt(plain, 'signatures')).map(([kid, text]) => [
          kid,
          stolen.includes(kid) ? text : toBase64(new Uint8Array(64)),
        ]),
      );
      expect(await refusal(changed(plain, 'signatures', signatures), one.keySet)).toBe('SIGNATURE_INVALID');
    }
  });

  it('of the former set bring no set of their own to a program that has the next one, nor take it back', async () => {
    const { fingerprint: _, ...document } = one.keySet;
    const own = sealKeySet({ ...document, keyset_id: 'own', serial: 3, not_before: '2026-11-01T00:00:00Z' });
    const brought = changed(bridge, 'next_key_set', own as KeySet & JsonObject);
    expect(await refusal(brought, two.keySet)).toBe('OTHER_KEY_SET');
    // Under the name of the next set, with the signatures of its genuine release under another version.
    expect(await refusal(changed(bridge, 'version', '1.5.0'), two.keySet)).toBe('SIGNATURE_INVALID');
    // A release that is signed with all of them, which is also a genuine one of before that is played again.
    expect(await refusal(plain, two.keySet)).toBe('OTHER_KEY_SET');
    expect(await refusal({ ...plain, key_set: two.keySet.fingerprint }, two.keySet)).toBe('SIGNATURE_INVALID');
    const installed = { ...INSTALLED, version: '1.3.0' };
    expect(await refusal(bridge, two.keySet, { installed })).toBe('NOT_NEWER');
  });

  it('end where the person has the revocation', async () => {
    expect(await refusal(plain, one.keySet, { trust: revokedTrust(one.keySet) })).toBe('RELEASE_KEYS_UNUSABLE');
    expect(await refusal(plain, one.keySet, { trust: revokedTrust(two.keySet) })).toBe('accepted');
  });

  it('end with the validity of their set', async () => {
    expect(await refusal(plain, one.keySet, { now: NOW + 701 * DAY })).toBe('RELEASE_KEYS_UNUSABLE');
  });
});

describe('compareVersions', () => {
  it('orders numbers, not text', () => {
    expect(compareVersions('1.10.0', '1.9.9')).toBe(1);
    expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
    expect(compareVersions('0.9.9', '1.0.0')).toBe(-1);
  });
  it.each(['1.2', '1.2.3-beta', '01.2.3', 'v1.2.3', ''])('knows no %j', (version) => {
    expect(compareVersions(version, '1.0.0')).toBeNull();
  });
});

describe('the families', () => {
  it('are three that rest on different problems', () => {
    expect(RELEASE_ALGORITHMS).toEqual(['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024']);
  });
});
