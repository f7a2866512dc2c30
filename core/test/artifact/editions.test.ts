/** Which edition judges an artifact, and at which time (decisions 12.7, 12.11–12.13; verdict H1, H4, M3). */
import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { joinTrust } from '@touchstone/core/keys/join-trust.ts';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import type { Trust, TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey, untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  DAY,
  NOW,
  newArtifact,
  newKeySet,
  provider,
  reportOn,
  signatureFor,
  signed,
  statusOf,
  trusting,
} from './fixture.ts';

let first: GeneratedKeySet;
let second: GeneratedKeySet;
let stranger: GeneratedKeySet;
let old: Artifact;
let late: Artifact;
beforeAll(async () => {
  first = await newKeySet();
  second = await newKeySet({ keyset_id: 'ks_second', serial: 2, notBefore: NOW - 5 * DAY });
  stranger = await newKeySet({ keyset_id: 'ks_test', serial: 1 });
  old = await signed(await newArtifact(first.keySet, {}, NOW - 10 * DAY), first);
  late = await signed(await newArtifact(first.keySet, {}, NOW - DAY), first);
}, 120_000);

function without(store: TrustStore, { keySet }: GeneratedKeySet): TrustStore {
  const change = untrustKeySet(store, keySet.fingerprint, { at: NOW, by: 'test' });
  if (!change.ok) throw new Error(change.message);
  return change.store;
}

describe('12.7, verdict H1: after a rotation', () => {
  it('what the older edition signed before the next one began is VERIFIED, with a line', async () => {
    const both = trusting(first.keySet, second.keySet);
    const report = await reportOn(old, both);
    expect(report).toMatchObject({ outcome: 'VERIFIED', exit_code: 0, trust_source: 'trust_store' });
    const superseded = new Date(NOW - 5 * DAY).toISOString();
    expect(report.trust.notes).toEqual([
      `Signed under edition 1, superseded on ${superseded}; the time is the signer's statement`,
    ]);
    expect(report.trust.key_sets).toMatchObject([
      {
        edition: 1,
        held: 'pinned',
        accepted_by: 'test',
        fingerprint: first.keySet.fingerprint,
        superseded_on: superseded,
      },
    ]);
    expect((await reportOn(old, trusting(first.keySet))).trust.notes).toEqual([]);
  });

  it('what it signed later is PENDING, KEY_SUPERSEDED, also with another time beside the bound one', async () => {
    const both = trusting(first.keySet, second.keySet);
    const report = await reportOn(late, both);
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'KEY_SUPERSEDED', exit_code: 3, trust: { notes: [] } });
    expect(report.signatures.ml_dsa_87?.status).toBe('superseded');
    expect((await reportOn(late, trusting(first.keySet))).outcome).toBe('VERIFIED');
    expect((await reportOn({ ...old, issued_at: new Date(NOW - DAY).toISOString() }, both)).code).toBe(
      'ISSUED_AT_MISMATCH',
    );
  });

  it('where only the later edition is trusted, files of the older one are PENDING and not FAILED', async () => {
    const report = await reportOn(old, trusting(second.keySet));
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', exit_code: 3 });
    expect(report.checks.find(({ id }) => id === 'trust.key_set')?.found).toContain(first.keySet.fingerprint);
    expect(await reportOn(old, without(trusting(first.keySet, second.keySet), first))).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
  });

  it('a later edition that begins no later than the former leaves no time for the former', async () => {
    const early = await newKeySet({ serial: 3, keyset_id: 'ks_early', notBefore: NOW - 30 * DAY });
    expect(await reportOn(old, trusting(first.keySet, early.keySet))).toMatchObject({ code: 'KEY_SUPERSEDED' });
  }, 60_000);

  it('an edition that is still to begin supersedes nothing yet', async () => {
    const future = await newKeySet({ serial: 3, keyset_id: 'ks_future', notBefore: NOW + DAY });
    const report = await reportOn(late, trusting(first.keySet, future.keySet));
    expect(report).toMatchObject({ outcome: 'VERIFIED', trust: { notes: [] } });
  }, 60_000);
});

describe('12.11: a filled slot', () => {
  it('is invalid where the held edition that the artifact names does not verify it, whoever signed', async () => {
    const forged = { ...old, signatures: { ...old.signatures } };
    for (const slot of ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'] as const) {
      forged.signatures = { ...forged.signatures, [slot]: await signatureFor(old, slot, stranger) };
    }
    for (const store of [trusting(first.keySet), trusting(first.keySet, second.keySet)]) {
      expect(await reportOn(forged, store)).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    }
    expect(await reportOn(forged, trusting(second.keySet))).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
  });

  it('is invalid where the artifact names no edition and no held one of the line verifies it', async () => {
    const nameless = await signed(await newArtifact(null), first);
    expect((await reportOn(nameless, trusting(first.keySet))).outcome).toBe('VERIFIED');
    expect(await reportOn(nameless, trusting(second.keySet))).toMatchObject({ outcome: 'FAILED' });
  });

  it('is judged by the edition under which another slot verifies, and not by a second one', async () => {
    const both = trusting(first.keySet, second.keySet);
    const mixed = {
      ...old,
      signatures: { ...old.signatures, falcon_1024: await signatureFor(old, 'falcon_1024', second) },
    };
    expect(await reportOn(mixed, both)).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    const named = await newArtifact({ ...first.keySet, fingerprint: '0'.repeat(64) }, {}, NOW - 10 * DAY);
    expect((await reportOn(await signed(named, first), both)).outcome).toBe('VERIFIED');
  });
});

describe('12.12, verdict H4: revocation', () => {
  const given = async (members: Partial<Parameters<typeof joinTrust>[0]> = {}): Promise<Trust> => {
    const sets = [{ keySet: first.keySet, path: 'office.pqkeys.json' }];
    const joined = await joinTrust({ store: null, given: sets, revocations: [], own: null, ...members }, provider, NOW);
    if (!joined.ok) throw new Error(joined.message);
    return joined.trust;
  };

  it('is not checked where no trust store was read, and says so', async () => {
    const report = await reportOn(late, await given());
    expect(report.outcome).toBe('VERIFIED');
    expect(statusOf(report, 'trust.revocation')).toBe('not_performed');
    expect(report.trust).toMatchObject({
      revocations: { store: null, count: 0, last_change: null },
      key_sets: [{ source: 'given', held: 'given', path: 'office.pqkeys.json', accepted_by: null }],
    });
  });

  it('names the store, how many revocations it knows and when it last changed', async () => {
    const change = revokeKey(trusting(), 'A'.repeat(43), NOW - DAY, 'another key');
    if (!change.ok) throw new Error(change.message);
    const report = await reportOn(
      late,
      await given({ store: { store: change.store, name: '/data/trust-store.json' } }),
    );
    expect(report.checks.find(({ id }) => id === 'trust.revocation')).toMatchObject({
      status: 'passed',
      sentence: `No key that signed is revoked in /data/trust-store.json (1 revocation, last change ${new Date(NOW - DAY).toISOString()}).`,
    });
  });

  it('comes before everything else that is pending, and is shown with its date and reason', async () => {
    const [key] = first.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const change = revokeKey(trusting(first.keySet, second.keySet), keyThumbprint(key), NOW, 'stolen');
    if (!change.ok) throw new Error(change.message);
    const report = await reportOn(late, change.store);
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED' });
    expect(report.trust.key_sets[0]?.revocations).toMatchObject([{ algorithm: 'ML-DSA-87', reason: 'stolen' }]);
  });
});

describe('12.13, verdict M3: an expired set', () => {
  it('is VERIFIED at a bound time inside its validity, with a line', async () => {
    const report = await reportOn(late, trusting(first.keySet), NOW + 400 * DAY);
    expect(report).toMatchObject({ outcome: 'VERIFIED' });
    expect(report.trust.notes).toEqual([
      `The key set expired on ${first.keySet.not_after}; the time of issue is the signer's statement`,
    ]);
  });
});

describe('S41: a time ahead', () => {
  it('is PENDING, TIME_AHEAD beyond 300 s, and nothing within', async () => {
    const at = NOW - DAY;
    expect((await reportOn(late, trusting(first.keySet), at - 300_000)).outcome).toBe('VERIFIED');
    expect(await reportOn(late, trusting(first.keySet), at - 300_001)).toMatchObject({
      outcome: 'PENDING',
      code: 'TIME_AHEAD',
    });
  });
});

it('12.5: an attacker whose set has the same issuer, principal and serial is not pinned beside the genuine one', () => {
  const change = pinKeySet(trusting(first.keySet), stranger.keySet, { at: NOW, by: 'test', source: 'inbox' });
  expect(change).toMatchObject({ ok: false, code: 'KEY_SET_CONFLICT' });
});
