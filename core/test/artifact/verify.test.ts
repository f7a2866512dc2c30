import type { Artifact } from '@touchstone/core/artifact/artifact.ts';
import { artifactText } from '@touchstone/core/artifact/build.ts';
import { artifactIdOf, attestationHashes, manifestHash } from '@touchstone/core/artifact/manifest.ts';
import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { keyThumbprint, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { notChecked } from '../../src/verdict/outcome-words.ts';
import {
  DAY,
  ISSUER,
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

let keys: GeneratedKeySet;
let foreign: GeneratedKeySet;
let unsigned: Artifact;
let full: Artifact;
let trust: TrustStore;

beforeAll(async () => {
  keys = await newKeySet();
  foreign = await newKeySet({ keyset_id: 'ks_foreign', serial: 2, notBefore: NOW + DAY });
  unsigned = await newArtifact(keys.keySet);
  full = await signed(unsigned, keys);
  trust = trusting(keys.keySet);
});

/** Rehashes changed contents as an issuer would, so that only the intended fault remains. */
function rehashed(artifact: Artifact): Artifact {
  const attestation_hashes = attestationHashes(artifact.attestations);
  const manifest_hash = manifestHash({ ...artifact, attestation_hashes });
  return {
    ...artifact,
    attestation_hashes,
    manifest_hash,
    artifact_id: artifactIdOf(artifact.cycle_id, manifest_hash),
  };
}

describe('the outcome table of decisions, section 4', () => {
  it('VERIFIED: three signatures under one trusted set', async () => {
    const report = await reportOn(full, trust);
    expect(report).toMatchObject({
      outcome: 'VERIFIED',
      exit_code: 0,
      claimed_verdict: 'VERIFIED',
      summary_bound: true,
      demo: false,
    });
    expect(report.code).toBeUndefined();
    expect(report.checks.filter(({ status }) => status === 'failed' || status === 'pending')).toEqual([]);
    expect(report.not_covered).toEqual(['human_summary.verdict']);
    expect(Object.values(report.signatures).map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
  });

  it('VERIFIED_PENDING_SIGNATURES, NO_SIGNATURE: nothing signed', async () => {
    const report = await reportOn(unsigned, trust);
    expect(report).toMatchObject({ outcome: 'VERIFIED_PENDING_SIGNATURES', code: 'NO_SIGNATURE', exit_code: 3 });
    expect(report.sentence).toBe('Not signed: anyone could have made this file.');
  });

  it('VERIFIED_PENDING_SIGNATURES, PARTLY_SIGNED: each slot alone may be missing', async () => {
    for (const slot of ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'] as const) {
      const partial = { ...full, signatures: { ...full.signatures, [slot]: 'PENDING' } };
      expect(await reportOn(partial, trust)).toMatchObject({
        outcome: 'VERIFIED_PENDING_SIGNATURES',
        code: 'PARTLY_SIGNED',
        exit_code: 3,
      });
    }
  });

  it('PENDING, SIGNER_NOT_TRUSTED: untrusted is not invalid', async () => {
    for (const store of [EMPTY_TRUST_STORE, trusting((await newKeySet({ principal: 'someone else' })).keySet)]) {
      const report = await reportOn(full, store);
      expect(report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', exit_code: 3 });
      expect(statusOf(report, 'signature.ml_dsa_87')).toBe('not_performed');
      expect(report.signatures.ml_dsa_87?.status).toBe('untrusted');
    }
  });

  it('FAILED, SIGNATURE_INVALID: a slot that no trusted set verifies, per family', async () => {
    for (const slot of ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'] as const) {
      for (const text of [await signatureFor(full, slot, foreign), toBase64(utf8('short')), 'not base64']) {
        const report = await reportOn({ ...full, signatures: { ...full.signatures, [slot]: text } }, trust);
        expect(report).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID', exit_code: 1 });
        expect(statusOf(report, `signature.${slot}`)).toBe('failed');
        expect(statusOf(report, 'trust.key_set')).toBe('not_performed');
      }
    }
  });

  it('S8: signatures of two trusted sets do not add up to one', async () => {
    const mixed = {
      ...full,
      signatures: { ...full.signatures, falcon_1024: await signatureFor(full, 'falcon_1024', foreign) },
    };
    expect(await reportOn(mixed, trusting(keys.keySet, foreign.keySet))).toMatchObject({
      outcome: 'FAILED',
      code: 'SIGNATURE_INVALID',
    });
    expect((await reportOn(full, trusting(foreign.keySet, keys.keySet))).outcome).toBe('VERIFIED');
  });

  it('S9: a set that lacks a key does not excuse a slot that another set of the issuer refuses', async () => {
    const { fingerprint: _, ...document } = keys.keySet;
    const two = sealKeySet({ ...document, keyset_id: 'ks_two', keys: document.keys.slice(0, 2) });
    expect(await reportOn(full, trusting(two))).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
      sentence: 'Inconclusive: the trusted key set has no key for falcon_1024.',
    });
    const broken = { ...full, signatures: { ...full.signatures, falcon_1024: 'AAAA' } };
    const { fingerprint: _f, ...lacking } = two;
    const next = sealKeySet({ ...lacking, serial: 2, not_before: new Date(NOW + DAY).toISOString() });
    for (const store of [trusting(next, keys.keySet), trusting(keys.keySet, next)]) {
      expect(await reportOn(full, store)).toMatchObject({ outcome: 'VERIFIED' });
      expect(await reportOn(broken, store)).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    }
  });

  it('PENDING, KEY_REVOKED: whatever the time of issue says', async () => {
    const key = keys.keySet.keys[1];
    if (key === undefined) throw new Error('no key');
    const change = revokeKey(trust, keyThumbprint(key), NOW, 'lost');
    if (!change.ok) throw new Error(change.message);
    const report = await reportOn(full, change.store);
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED', exit_code: 3 });
    expect(report.signatures.slh_dsa_256s?.status).toBe('revoked');
    expect((await reportOn(full, trust)).outcome).toBe('VERIFIED');
  });

  it('S8: validity is judged at the bound time of issue, else now', async () => {
    const late = NOW + 400 * DAY;
    expect((await reportOn(full, trust, late)).outcome).toBe('VERIFIED');
    const { presentation: _, ...governance } = unsigned.attestations.governance_attestation;
    const attestations = { ...unsigned.attestations, governance_attestation: governance };
    const unbound = await signed(rehashed({ ...unsigned, attestations }), keys);
    const withoutSummary = await reportOn(unbound, trust);
    expect(withoutSummary).toMatchObject({ outcome: 'VERIFIED', summary_bound: false });
    // A claim that anyone can rewrite is not called intact.
    expect(withoutSummary.sentence).toMatch(/^What the signatures cover is intact.* do not cover the summary/);
    expect(await reportOn(unbound, trust, late)).toMatchObject({
      outcome: 'PENDING',
      code: 'KEY_NOT_VALID',
      exit_code: 3,
    });
    const early = await signed(await newArtifact(keys.keySet, {}, NOW - 40 * DAY), keys);
    expect(await reportOn(early, trust)).toMatchObject({ outcome: 'PENDING', code: 'KEY_NOT_VALID' });
  });

  it('S41: a time of issue more than five minutes ahead is pending', async () => {
    expect((await reportOn(full, trust, NOW - 4 * 60_000)).outcome).toBe('VERIFIED');
    const ahead = await reportOn(full, trust, NOW - 6 * 60_000);
    expect(ahead).toMatchObject({ outcome: 'PENDING', code: 'TIME_AHEAD' });
    // The keys were valid, so the outcome speaks of the time alone.
    expect(statusOf(ahead, 'validity.key_period')).toBe('passed');
  });

  it('PENDING, PLACEHOLDER: by result or by _status, and it ranks after an untrusted signer', async () => {
    for (const privacy of [
      { result: 'PENDING' },
      { result: 'PASS', _status: 'STILL_PENDING_REVIEW' },
    ] as JsonObject[]) {
      const artifact = await signed(
        await newArtifact(keys.keySet, { privacy: { ...privacy, cycle_id: '2026-Q4-001' } }),
        keys,
      );
      expect(await reportOn(artifact, trust)).toMatchObject({ outcome: 'PENDING', code: 'PLACEHOLDER', exit_code: 3 });
      expect(await reportOn(artifact, EMPTY_TRUST_STORE)).toMatchObject({
        outcome: 'PENDING',
        code: 'SIGNER_NOT_TRUSTED',
      });
    }
  });

  it('FAILED, PILLAR_FAILED: also when fully signed', async () => {
    const artifact = await signed(
      await newArtifact(keys.keySet, { privacy: { result: 'FAIL', cycle_id: '2026-Q4-001' } }),
      keys,
    );
    expect(artifact.human_summary.verdict).toBe('FAILED');
    expect(await reportOn(artifact, trust)).toMatchObject({ outcome: 'FAILED', code: 'PILLAR_FAILED', exit_code: 1 });
  });

  it('S9: a pillar without a known result is not passed', async () => {
    const artifact = await signed(await newArtifact(keys.keySet, { privacy: { result: 'pass' } }), keys);
    const report = await reportOn(artifact, trust);
    expect(statusOf(report, 'policy.privacy_result')).toBe('pending');
    expect(statusOf(report, 'integrity.cycle.privacy')).toBe('not_performed');
  });

  it.each([
    ['"FAILED"', { result: 'FAILED' }],
    ['lower case', { result: 'pass' }],
    ['a blank behind it', { result: 'FAIL ' }],
    ['a list', { result: ['FAIL'] }],
    ['an object', { result: { status: 'FAIL' } }],
    ['{}', { result: {} }],
    ['null', { result: null }],
    ['true', { result: true }],
    ['nothing, in a form of this project', { schema_version: 'pq-verified-artifact/privacy/v1' }],
    ['another form of this project', { schema_version: 'pq-verified-artifact/privacy/v9', result: 'OK' }],
  ] as [string, JsonObject][])(
    '12.14, verdict H2: a pillar whose result is %s is PILLAR_UNKNOWN',
    async (_, privacy) => {
      const report = await reportOn(await signed(await newArtifact(keys.keySet, { privacy }), keys), trust);
      expect(report).toMatchObject({ outcome: 'PENDING', code: 'PILLAR_UNKNOWN', exit_code: 3 });
      expect(report.sentence).toMatch(/^Inconclusive: the privacy attestation /);
      expect(statusOf(report, 'policy.privacy_result')).toBe('pending');
    },
  );

  it('12.14: a pillar of a foreign form without a result is VERIFIED with a line that says so', async () => {
    const privacy = { schema_version: 'other/v1', note: 'FAIL' };
    const report = await reportOn(await signed(await newArtifact(keys.keySet, { privacy }), keys), trust);
    expect(report.outcome).toBe('VERIFIED');
    expect(report.checks).toContainEqual(
      expect.objectContaining({ status: 'not_performed', sentence: 'The privacy attestation states no result.' }),
    );
    expect(notChecked(report)).toEqual(['result of the privacy attestation', 'evidence files', 'independent time']);
  });

  it('12.15: an unknown result ranks before a placeholder and after an untrusted signer', async () => {
    const pillars = { privacy: { result: 'PENDING' }, governance: { result: 'soon' } };
    const artifact = await signed(await newArtifact(keys.keySet, pillars), keys);
    expect(await reportOn(artifact, trust)).toMatchObject({ code: 'PILLAR_UNKNOWN' });
    expect(await reportOn(artifact, EMPTY_TRUST_STORE)).toMatchObject({ code: 'SIGNER_NOT_TRUSTED' });
    const failed = { ...pillars, evidence: { result: 'FAIL' } };
    expect(await reportOn(await signed(await newArtifact(keys.keySet, failed), keys), trust)).toMatchObject({
      code: 'PILLAR_FAILED',
    });
  });

  it('says demo for a demo key set', async () => {
    const demo = await newKeySet({ demo: true });
    const artifact = await signed(await newArtifact(demo.keySet), demo);
    expect(await reportOn(artifact, trusting(demo.keySet))).toMatchObject({ outcome: 'VERIFIED', demo: true });
  });
});

describe('integrity', () => {
  it('FAILED, HASH_MISMATCH: a changed attestation, and what rests on it is greyed', async () => {
    const attestations = {
      ...full.attestations,
      evidence_attestation: { ...full.attestations.evidence_attestation, count: 2 },
    };
    const report = await reportOn({ ...full, attestations }, trust);
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH', exit_code: 1 });
    expect(statusOf(report, 'integrity.evidence_sha3_384')).toBe('failed');
    expect(statusOf(report, 'integrity.privacy_sha3_384')).toBe('passed');
    for (const id of ['signature.ml_dsa_87', 'trust.key_set', 'validity.key_period', 'policy.evidence_result']) {
      expect(report.checks.find((check) => check.id === id)).toMatchObject({
        status: 'not_performed',
        restsOn: expect.stringContaining('integrity.'),
      });
    }
  });

  it('the manifest hash is made of the recomputed hashes, never of the carried ones', async () => {
    const attestations = {
      ...full.attestations,
      evidence_attestation: { ...full.attestations.evidence_attestation, count: 2 },
    };
    const report = await reportOn(
      { ...full, attestations, attestation_hashes: attestationHashes(attestations) },
      trust,
    );
    expect(statusOf(report, 'integrity.evidence_sha3_384')).toBe('passed');
    expect(statusOf(report, 'integrity.manifest_hash')).toBe('failed');
  });

  it('attestation_hashes may be absent', async () => {
    const { attestation_hashes: _, ...bare } = full;
    const report = await reportOn(bare, trust);
    expect(report.outcome).toBe('VERIFIED');
    expect(statusOf(report, 'integrity.privacy_sha3_384')).toBe('not_performed');
  });

  it('binding: summary, time of issue and id each have their code', async () => {
    const summary = { ...full, human_summary: { ...full.human_summary, claim: 'The example holds twice.' } };
    expect(await reportOn(summary, trust)).toMatchObject({ outcome: 'FAILED', code: 'SUMMARY_MISMATCH' });
    const time = { ...full, issued_at: '2026-11-21T12:00:01.000Z' };
    expect(await reportOn(time, trust)).toMatchObject({ outcome: 'FAILED', code: 'ISSUED_AT_MISMATCH' });
    const id = { ...full, artifact_id: 'pqv-2026-Q4-001-0123456789abcdef' };
    expect(await reportOn(id, trust)).toMatchObject({ outcome: 'FAILED', code: 'ARTIFACT_ID_MISMATCH' });
  });

  it('binding: where one of the three does not fit, the others stay signed', async () => {
    const summary = { ...full, human_summary: { ...full.human_summary, claim: 'The example holds twice.' } };
    const report = await reportOn(summary, trust, NOW + 400 * DAY);
    expect(report).toMatchObject({ code: 'SUMMARY_MISMATCH', summary_bound: false, not_covered: ['human_summary'] });
    expect(report.checks.find(({ id }) => id === 'validity.key_period')).toMatchObject({
      status: 'passed',
      sentence: 'The key set was valid at the bound time of issue.',
    });
    expect(Object.values(report.signatures).map(({ status }) => status)).toEqual(['valid', 'valid', 'valid']);
    const id = await reportOn({ ...full, artifact_id: 'pqv-2026-Q4-001-0123456789abcdef' }, trust);
    expect(id.not_covered).toEqual(['human_summary.verdict', 'artifact_id']);
    const time = await reportOn({ ...full, issued_at: '2026-11-21T12:00:01.000Z' }, trust);
    expect(time.not_covered).toEqual(['human_summary.verdict', 'issued_at']);
  });

  it('binding: an incomplete or unknown presentation is a mismatch, not an absence', async () => {
    for (const presentation of [
      {},
      'text',
      { ...(unsigned.attestations.governance_attestation.presentation as JsonObject), artifact_id_rule: 'free' },
    ]) {
      const governance_attestation = { ...unsigned.attestations.governance_attestation, presentation };
      const artifact = rehashed({ ...unsigned, attestations: { ...unsigned.attestations, governance_attestation } });
      expect(await reportOn(artifact, trust)).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
    }
  });

  it('what rests on a failed hash or binding is greyed, and nothing of it counts as bound', async () => {
    const governance = unsigned.attestations.governance_attestation;
    const presentation = { ...(governance.presentation as JsonObject), issued_at: '2026-11-20T12:00:00.000Z' };
    const attestations = { ...full.attestations, governance_attestation: { ...governance, presentation } };
    const report = await reportOn({ ...full, attestations, issued_at: '2026-11-20T12:00:00.000Z' }, trust);
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH', summary_bound: false });
    for (const id of [
      'integrity.human_summary',
      'integrity.issued_at',
      'integrity.artifact_id',
      'integrity.cycle.governance',
    ]) {
      expect(statusOf(report, id)).toBe('not_performed');
    }
    const dated = await reportOn({ ...full, issued_at: '2020-01-01T00:00:00Z' }, trust);
    expect(dated).toMatchObject({ outcome: 'FAILED', code: 'ISSUED_AT_MISMATCH', summary_bound: false });
    expect(statusOf(dated, 'validity.key_period')).toBe('not_performed');
  });

  it('a pillar of another cycle fails', async () => {
    const artifact = await newArtifact(keys.keySet, { privacy: { result: 'PASS', cycle_id: '2026-Q3-001' } });
    expect(await reportOn(artifact, trust)).toMatchObject({ outcome: 'FAILED', code: 'CYCLE_MISMATCH', exit_code: 1 });
  });
});

describe('what the file claims', () => {
  it('shows the claimed verdict and never believes it', async () => {
    const lying = { ...unsigned, human_summary: { ...unsigned.human_summary, verdict: 'VERIFIED' } } as Artifact;
    expect(await reportOn(lying, trust)).toMatchObject({
      outcome: 'VERIFIED_PENDING_SIGNATURES',
      claimed_verdict: 'VERIFIED',
    });
  });

  it('fences off members that no signature covers, with names that look like known paths too', async () => {
    const strange = {
      ...full,
      'issuer.name': 1,
      note: 'x',
      attestations: { ...full.attestations, extra: {} },
    };
    const text = artifactText(strange as Artifact).replace('"note"', '"__proto__": {"name": "x"}, "note"');
    const report = await reportOn(text, trust);
    expect(report.outcome).toBe('VERIFIED');
    expect([...report.not_covered].sort()).toEqual([
      '["issuer.name"]',
      '__proto__',
      'attestations.extra',
      'human_summary.verdict',
      'note',
    ]);
  });
});

describe('input errors', () => {
  const refused = async (input: string | Uint8Array, id: string) => {
    const report = await reportOn(input, trust);
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2, claimed_verdict: null });
    expect(report.checks.find((check) => check.status === 'failed')?.id).toBe(id);
    expect(report.checks.filter(({ status }) => status === 'passed').every(({ group }) => group === 'format')).toBe(
      true,
    );
  };

  it('is not I-JSON', async () => {
    await refused('', 'format.json');
    await refused('{', 'format.json');
    await refused(new Uint8Array([0xff, 0xfe]), 'format.json');
    await refused(`${artifactText(full)} x`, 'format.json');
    await refused(artifactText(full).replace('"subject"', '"cycle\\u005fid": "2026-Q4-002", "subject"'), 'format.json');
  });

  it('nests deeper than 64', async () => {
    const nest = (depth: number) =>
      artifactText(full).replace('{', `{"deep": ${'['.repeat(depth)}${']'.repeat(depth)},`);
    expect((await reportOn(nest(63), trust)).outcome).toBe('VERIFIED');
    await refused(nest(64), 'format.json');
    await refused('['.repeat(1_000_000), 'format.json');
  });

  it('is not this schema', async () => {
    await refused('[]', 'format.schema');
    const changes: [keyof Artifact, unknown][] = [
      ['schema_version', 'pq-verified-artifact/v2'],
      ['artifact_id', 'pqv-1'],
      ['cycle_id', '2026-Q5-001'],
      ['issued_at', '2026-02-30T00:00:00Z'],
      ['manifest_hash', full.manifest_hash.toUpperCase()],
      ['verifier_command', 'rm'],
      ['verifier_url', 'no uri'],
      ['publishing_rule', 'One package.'],
    ];
    for (const [name, value] of changes)
      await refused(JSON.stringify({ ...full, [name]: value }), `format.schema.${name}`);
    const missing: Record<string, unknown> = { ...full };
    delete missing.subject;
    await refused(JSON.stringify(missing), 'format.schema.subject');
    await refused(
      JSON.stringify({ ...full, subject: { ...full.subject, category: 'other' } }),
      'format.schema.subject.category',
    );
  });

  it('is larger than 64 MiB', async () => {
    await refused(new Uint8Array(MAX_FILE_BYTES + 1).fill(0x20), 'format.size');
  });
});

it('S4: the signed message is the 48 raw bytes of manifest_hash, judged by the key, not by the file', async () => {
  const shake = await newKeySet({ algorithms: ['ML-DSA-87', 'SLH-DSA-SHAKE-256s', 'FALCON-1024'] });
  const artifact = await signed(await newArtifact(shake.keySet), shake);
  const report = await reportOn(artifact, trusting(shake.keySet));
  expect(report.outcome).toBe('VERIFIED');
  expect(report.signatures.slh_dsa_256s?.algorithm).toBe('SLH-DSA-SHAKE-256s');
  expect(await provider.backendFor('ML-DSA-87')).toBe('node');
  expect(artifact.issuer).toEqual(ISSUER);
});
