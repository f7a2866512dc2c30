/** Files that hold a STARK, before the two verifiers: form, hashes and proof; signatures, trust and time are left out. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { GradeFile } from '@touchstone/core/grade/record.ts';
import { signGrade } from '@touchstone/core/grade/sign-grade.ts';
import { verifyGrade } from '@touchstone/core/grade/verify.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { privacyCommitment } from '@touchstone/core/privacy/commitment.ts';
import { verifyProof } from '@touchstone/core/privacy/verify-proof.ts';
import { describe, expect, it } from 'vitest';
import { NOW, optionsFor, provider } from '../../agent/bundle-fixture.ts';
import { HAS_PYTHON, SKIPPED } from '../../independent-verifier/python.ts';
import { seededRandom } from '../random.ts';
import { pythonOutcomes } from './verdicts.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../../examples/proofs');
const read = (name: string) => readFileSync(path.join(FOLDER, name), 'utf8');

async function ourOutcome(file: string, verify: typeof verifyProof): Promise<string> {
  const { outcome, checks } = await verify(utf8(file), { ...optionsFor(EMPTY_TRUST_STORE), now: NOW });
  if (outcome === 'INPUT_ERROR') return 'unreadable';
  return checks.some(({ group, status }) => group === 'integrity' && status === 'failed') ? 'invalid' : 'valid';
}

/** What both say of each text; throws where they differ. */
async function outcomesOf(texts: Readonly<Record<string, string>>, verify: typeof verifyProof) {
  const files = Object.values(texts);
  const ours = await Promise.all(files.map((file) => ourOutcome(file, verify)));
  const others = pythonOutcomes(files).map((outcome) =>
    ['undecodable', 'foreign'].includes(outcome) ? 'unreadable' : outcome,
  );
  const named = (outcomes: readonly string[]) =>
    Object.fromEntries(Object.keys(texts).map((name, i) => [name, outcomes[i]]));
  expect(named(others)).toEqual(named(ours));
  return named(ours);
}

function spoilt(proof: string, at: number): string {
  return toBase64((fromBase64(proof) ?? new Uint8Array()).map((byte, i) => (i === at ? byte ^ 1 : byte)));
}

/** The digit of base64 after one whose lowest bits are 0. */
function nextDigit(digit: string): string {
  return String.fromCharCode(digit.charCodeAt(0) + 1);
}

describe.skipIf(!HAS_PYTHON)(`two verifiers of files${SKIPPED}`, () => {
  it('privacy proofs: the examples', async () => {
    const names = readdirSync(FOLDER).filter((name) => name.endsWith('.pqp.json'));
    const found = await outcomesOf(Object.fromEntries(names.map((name) => [name, read(name)])), verifyProof);
    expect(found).toMatchObject({ 'age.pqp.json': 'valid', 'changed-bounds.pqp.json': 'invalid' });
  });

  it('privacy proofs that were changed', async () => {
    const file: JsonObject & { public_inputs: JsonObject; record: JsonObject; proof: string } = JSON.parse(
      read('age.pqp.json'),
    );
    const { format: _, ...answer } = file;
    const withInputs = (changes: JsonObject) => {
      const public_inputs = { ...file.public_inputs, ...changes };
      const commitment = privacyCommitment(public_inputs);
      return { ...file, public_inputs, commitment, record: { ...file.record, commitment } };
    };
    const withRecord = (changes: JsonObject) => ({ ...file, record: { ...file.record, ...changes } });
    const texts = {
      answer: { ...answer, cache_key: 'x' },
      'a member more': { ...file, more: 1 },
      'another format': { ...file, format: 'svc-privacy-proof/v2' },
      'no proof': { ...file, proof: null },
      'another spelling of base64': { ...file, proof: `${file.proof}\n` },
      'other bits after the last byte': { ...file, proof: file.proof.replace(/.(?==+$)/, (last) => nextDigit(last)) },
      'a byte of the proof': { ...file, proof: spoilt(file.proof, 5000) },
      'another commitment': { ...withRecord({ commitment: '0'.repeat(64) }), commitment: '0'.repeat(64) },
      'an undecodable proof': { ...file, proof: spoilt(file.proof, 0) },
      'a subject': withInputs({ subject: 'somebody' }),
      'an unknown input': withInputs({ more: 1 }),
      'bounds of no statement': withInputs({ bounds: { minimum_age: 18.5 } }),
      'a claim that did not hold': withRecord({ claim_satisfied: false }),
      'another claim': withRecord({ attestation_type: 'kyc_status' }),
      'another hash of the proof': withRecord({ proof_sha3_256: null }),
      'another end': withRecord({ expires_at: '2099-01-01T00:00:00.000Z' }),
      'an unknown member of the record': withRecord({ more: 1 }),
    };
    const found = await outcomesOf(
      Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)])),
      verifyProof,
    );
    expect(Object.keys(found).filter((name) => found[name] === 'valid')).toEqual(['answer', 'a member more']);
  });

  it('code grades', async () => {
    const empty = new Uint8Array();
    const score = { security_posture: 80, code_quality: 95 };
    const facts = {
      score: 94,
      grade: 'A',
      dimensions: { ...score, architecture: 100, performance: 100, compliance: 100, maintenance_risk: 100 },
      losses: [],
      fileRoot: 'ab'.repeat(32),
      files: 12,
    } as const;
    // Signatures are left out: three empty ones will do.
    const { losses: __, ...file }: GradeFile = await signGrade(facts, {
      project: 'example',
      date: NOW,
      secretKeys: { Ed25519: empty, 'ML-DSA-65': empty, 'FALCON-512': empty },
      signer: { sign: async () => Uint8Array.of(0) },
      random: seededRandom(5),
    });
    const [, proof = ''] = file.proof.split(':');
    const texts = {
      whole: file,
      'another project': { ...file, project: 'other' },
      'another score': { ...file, score: 93 },
      'another letter': { ...file, grade: 'A+' },
      'another dimension': { ...file, dimensions: { ...file.dimensions, compliance: 99 } },
      'a dimension above 100': { ...file, dimensions: { ...file.dimensions, compliance: 101 } },
      'another salt': { ...file, commitment_salt: '0'.repeat(40) },
      'a salt above p': { ...file, commitment_salt: 'f'.repeat(40) },
      'losses of another hash': {
        ...file,
        losses: [{ rule: 'secrets', points: 20, found: 1, places: [{ path: 'a', reason: 'b' }] }],
      },
      'a byte of the proof': { ...file, proof: `stark:${spoilt(proof, 9000)}` },
      'no proof': { ...file, proof: 'stark:' },
      'a member more': { ...file, more: 1 },
    };
    const found = await outcomesOf(
      Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, JSON.stringify(value)])),
      (bytes, options) => verifyGrade(bytes, { ...options, verifier: provider }),
    );
    expect(Object.keys(found).filter((name) => found[name] === 'valid')).toEqual(['whole']);
  });
});
