import { toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { recognise } from '@touchstone/core/file-kinds/recognise.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { proofFileFrom } from '@touchstone/core/privacy/proof-file.ts';
import { verifyProof } from '@touchstone/core/privacy/verify-proof.ts';
import { agentReportDocument, isAgentReportIntact } from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import { outlineOf } from '@touchstone/core/report/agent-outline.ts';
import { notChecked } from '@touchstone/core/verdict/outcome-words.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newServiceSet, optionsFor, trusting } from '../agent/bundle-fixture.ts';
import { EXPIRES, ISSUED, makeProofFile } from './proof-fixture.ts';

type ProofJson = Awaited<ReturnType<typeof makeProofFile>>;

let service: GeneratedKeySet;
let trust: TrustStore;
let file: ProofJson;
beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  file = await makeProofFile({ service });
});

const bytesOf = (value: object) => utf8(JSON.stringify(value));
const judge = (value: object, store = trust, now = ISSUED) =>
  verifyProof(bytesOf(value), { ...optionsFor(store), now });
const failing = (report: Awaited<ReturnType<typeof judge>>) =>
  report.checks.filter(({ status }) => status === 'failed').map(({ id, reason }) => [id, reason]);

it('S14: a proof whose record a trusted service signed is Verified, and what that does not say is listed', async () => {
  const report = await judge(file);
  expect([report.outcome, report.exit_code, failing(report)]).toEqual(['VERIFIED', 0, []]);
  expect(notChecked(report)).toEqual([
    'that the value is true',
    'that the holder is the person meant',
    'anchor',
    'independent time',
    'outside audit',
  ]);
  const open = report.checks.filter(({ group }) => group === 'scope').map(({ id, status }) => [id, status]);
  expect(open).toEqual(
    ['truth', 'holder', 'anchor', 'independent_time', 'audit'].map((name) => [`scope.${name}`, 'not_performed']),
  );
  expect(report.subject).toMatchObject({
    statement: 'age_threshold/v1',
    bounds: 'minimum_age 18',
    nonce: 'relying-party-1',
  });
  expect(report.subject.strength).toMatch(/^106 proven bits \(profile STANDARD: 48 queries/);
  expect(report.signatures).toEqual({ record: { status: 'valid', algorithm: 'ML-DSA-65' } });
});

it('12.33: verifiers accept STRONG too, and say which it is', async () => {
  const report = await judge(await makeProofFile({ service, profile: 'STRONG' }));
  expect(report.outcome).toBe('VERIFIED');
  expect(report.subject.strength).toMatch(/^120 proven bits \(profile STRONG: 57 queries/);
});

it('S14: without a trusted set nothing is concluded, though the arithmetic holds', async () => {
  const report = await judge(file, EMPTY_TRUST_STORE);
  expect([report.outcome, report.code, report.exit_code]).toEqual(['PENDING', 'SIGNER_NOT_TRUSTED', 3]);
  expect(report.checks.find(({ id }) => id === 'integrity.proof')?.status).toBe('passed');
  const foreign = await judge(file, trusting(await newServiceSet('receipt')));
  expect(foreign.code).toBe('SIGNER_NOT_TRUSTED');
});

it('S14: a record that somebody else signed under that id fails', async () => {
  const report = await judge(await makeProofFile({ service: await newServiceSet() }));
  expect(failing(report)).toEqual([['signature.record', 'SIGNATURE_INVALID']]);
  expect(report.outcome).toBe('FAILED');
});

describe('the end of a proof', () => {
  it('it is good to the last millisecond', async () => {
    expect((await judge(file, trust, EXPIRES - 1)).outcome).toBe('VERIFIED');
    const report = await judge(file, trust, EXPIRES);
    expect([report.outcome, report.code]).toEqual(['FAILED', 'EXPIRED']);
    expect(failing(report)).toEqual([['validity.expiry', 'EXPIRED']]);
  });

  it('S41: a proof from the future is inconclusive', async () => {
    expect((await judge(file, trust, ISSUED - 301_000)).code).toBe('TIME_AHEAD');
    expect((await judge(file, trust, ISSUED - 299_000)).outcome).toBe('VERIFIED');
  });
});

describe('S13: what is bound', () => {
  const changed = (inputs: JsonObject): ProofJson => ({ ...file, public_inputs: { ...file.public_inputs, ...inputs } });

  it.each([
    ['bounds', { minimum_age: 21 }],
    ['source', 'ledger:solana:7'],
    ['subject', 'somebody'],
    ['nonce', 'another'],
    ['chain', 'ethereum'],
    ['issued_at', '2026-11-01T00:00:00.000Z'],
    ['expires_at', '2099-01-01T00:00:00.000Z'],
    ['value_commitment', '0'.repeat(64)],
  ])('%s, also where the commitment is made anew', async (name, value) => {
    const other = changed({ [name]: value });
    const plain = await judge(other);
    expect(failing(plain).map(([id]) => id)).toContain('integrity.commitment');
    expect(plain.outcome).toBe('FAILED');
    const commitment = privacyCommitment(other.public_inputs);
    const remade = await judge({ ...other, commitment });
    const ids = failing(remade).map(([id]) => id);
    expect(ids).toContain('integrity.proof');
    expect(ids).toContain('integrity.record');
    // Whoever signs a record as well has no proof either.
    const record = { ...file.record, commitment };
    expect((await judge({ ...other, commitment, record })).outcome).toBe('FAILED');
  });

  it('the record is of this proof: another one for the same inputs is none', async () => {
    const other = await makeProofFile({ service });
    expect(failing(await judge({ ...file, proof: other.proof })).map(([id]) => id)).toEqual([
      'integrity.record',
      'integrity.proof',
    ]);
  });

  it('a record that says the claim did not hold, or is of another claim, fails', async () => {
    for (const record of [
      { claim_satisfied: false },
      { attestation_type: 'kyc_status' },
      { chain: 'base' },
      { expires_at: new Date(EXPIRES + 1).toISOString() },
      { proof_sha3_256: null },
    ] as const) {
      const report = await judge(await makeProofFile({ service, record }));
      expect(failing(report)).toEqual([['integrity.record', 'RECORD_MISMATCH']]);
    }
  });

  it('a changed byte of the proof is noticed twice', async () => {
    const bytes = Buffer.from(file.proof, 'base64');
    for (let at = 0; at < bytes.length; at += 997) {
      const other = Uint8Array.from(bytes);
      other[at] = (other[at] ?? 0) ^ 1;
      const ids = failing(await judge({ ...file, proof: toBase64(other) })).map(([id]) => id);
      expect(ids).toEqual(['integrity.record', 'integrity.proof']);
    }
  });
});

describe('the form of the file', () => {
  it.each([
    ['a member is missing', ({ record: _gone, ...others }: ProofJson) => others, 'FORMAT'],
    ['another format', (one: ProofJson) => ({ ...one, format: 'svc-privacy-proof/v2' }), 'FORMAT'],
    ['no base64', (one: ProofJson) => ({ ...one, proof: '#' }), 'FORMAT'],
    ['a foreign member of the record', (one: ProofJson) => ({ ...one, record: { ...one.record, more: 1 } }), 'FORMAT'],
    ['a foreign public input', (one: ProofJson) => withInputs(one, { more: 1 }), 'FORMAT'],
    ['an unknown statement', (one: ProofJson) => withInputs(one, { statement: 'age_threshold/v9' }), 'FORMAT'],
    ['bounds of another form', (one: ProofJson) => withInputs(one, { bounds: { minimum_age: 18.5 } }), 'FORMAT'],
  ])('%s: Unreadable', async (_what, change, code) => {
    const report = await judge(change(file));
    expect([report.outcome, report.code]).toEqual(['INPUT_ERROR', code]);
  });

  it('an answer of the service is a file too; its other members are told apart', async () => {
    const { format: _none, ...answer } = { ...file, claim_satisfied: true, cache_key: 'x' };
    expect(recognise(bytesOf(answer))).toEqual({ kind: 'proof' });
    const report = await judge(answer);
    expect([report.outcome, report.not_covered]).toEqual(['VERIFIED', ['claim_satisfied', 'cache_key']]);
    expect(proofFileFrom(answer)).toEqual(file);
    expect(proofFileFrom({ commitment: file.commitment })).toBeNull();
  });

  it('is recognised by its content, also where it is no strict JSON', () => {
    expect(recognise(bytesOf(file))).toEqual({ kind: 'proof' });
    expect(recognise(utf8(`${JSON.stringify(file)} `))).toEqual({ kind: 'proof' });
    expect(recognise(utf8(`${JSON.stringify(file)}}`))).toEqual({ kind: 'proof' });
  });
});

function withInputs(one: ProofJson, inputs: JsonObject): ProofJson {
  const public_inputs = { ...one.public_inputs, ...inputs };
  return { ...one, public_inputs, commitment: privacyCommitment(public_inputs) };
}

it('S39: no file makes the verifier throw', async () => {
  const spoilt = [null, 0, [], {}, { ...file, public_inputs: null }, { ...file, record: [] }, { ...file, proof: '' }];
  for (const value of spoilt) {
    const report = await verifyProof(utf8(JSON.stringify(value)), { ...optionsFor(trust), now: ISSUED });
    expect(report.outcome).not.toBe('VERIFIED');
    expect(report.code).not.toBe('INTERNAL');
  }
});

it('the printed report states the public inputs, what was not proven, and the strength', async () => {
  const hostile = '</td><script>alert(1)</script>';
  const made = await makeProofFile({ service, inputs: { subject: hostile } });
  const report = await judge(made);
  const outline = outlineOf('proof', bytesOf(made), null);
  const document = agentReportDocument(report, outline, { reportId: 'rep_1', trust });
  expect(isAgentReportIntact(document)).toBe(true);
  expect(document.stated).toMatchObject({ kind: 'proof' });
  const html = agentReportHtml(document);
  expect(html).not.toContain('<script>alert');
  for (const text of ['relying-party-1', '106 proven bits', 'Not proven', canonicalJson({ minimum_age: 18 })]) {
    expect(html).toContain(text.replaceAll('"', '&quot;'));
  }
});
