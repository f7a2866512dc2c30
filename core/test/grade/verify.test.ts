/** A grade that is verified offline, and every way in which one can be wrong. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fromBase64, toBase64, utf8 } from '../../src/bytes.ts';
import type { JsonObject, JsonValue } from '../../src/canonical-json.ts';
import type { ThreeKeyBytes } from '../../src/composite/three-key.ts';
import { recognise } from '../../src/file-kinds/recognise.ts';
import type { Loss } from '../../src/grade/losses.ts';
import { proofText, verifyGradeProof } from '../../src/grade/proof.ts';
import { GRADE_FORMAT, type GradeFile, parseGrade, publicGrade } from '../../src/grade/record.ts';
import { signGrade } from '../../src/grade/sign-grade.ts';
import { verifyGrade } from '../../src/grade/verify.ts';
import { type GeneratedKeySet, generateKeySet } from '../../src/keys/generate.ts';
import { algorithmOf } from '../../src/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type Trust } from '../../src/keys/trust.ts';
import { systemRandom } from '../../src/random.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { signStatement } from '../../src/sign/sign-statement.ts';
import { notChecked } from '../../src/verdict/outcome-words.ts';
import { PRODUCT } from '../../src/version.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const DAY_MS = 86_400_000;
const provider = createSignatureProvider([], systemRandom);
const LOSSES: readonly Loss[] = [
  { rule: 'long-files', points: 5, found: 1, places: [{ path: 'src/a.ts', reason: '900 lines of code' }] },
  {
    rule: 'secrets',
    points: 20,
    found: 1,
    places: [{ path: 'src/b.ts', line: 3, reason: 'looks like a private key' }],
  },
];
const FACTS = {
  score: 94,
  grade: 'A',
  dimensions: {
    code_quality: 95,
    security_posture: 80,
    architecture: 100,
    performance: 100,
    compliance: 100,
    maintenance_risk: 100,
  },
  losses: LOSSES,
  fileRoot: 'ab'.repeat(32),
  files: 12,
} as const;

let set: GeneratedKeySet;
let file: GradeFile;
let trust: Trust;
let keys: ThreeKeyBytes;

beforeAll(async () => {
  set = await generateKeySet(
    {
      keyset_id: 'ks_grade',
      issuer: 'Test',
      principal: 'office',
      use: '3key',
      serial: 1,
      notBefore: NOW - DAY_MS,
      notAfter: NOW + DAY_MS,
      demo: false,
      algorithms: ['Ed25519', 'ML-DSA-65', 'FALCON-512'],
    },
    provider,
  );
  const secrets = set.keySet.keys.map((key) => [algorithmOf(key), set.secretKeys.get(key.kid)]);
  keys = Object.fromEntries(secrets) as unknown as ThreeKeyBytes;
  const signing = { secretKeys: keys, signer: provider, random: systemRandom };
  file = await signGrade(FACTS, { project: 'example', date: NOW, ...signing });
  trust = { ...EMPTY_TRUST_STORE, key_sets: [{ key_set: set.keySet, held: 'given', source: 'test' }] };
}, 120_000);

const bytesOf = (value: unknown) => utf8(JSON.stringify(value));
const judge = (value: unknown, by: Trust = trust, now = NOW) =>
  verifyGrade(bytesOf(value), { fileName: 'a.pqgrade.json', trust: by, verifier: provider, now, product: PRODUCT });
const failed = async (value: unknown) => {
  const { code, checks } = await judge(value);
  return [code, ...checks.filter(({ status }) => status === 'failed').map(({ id }) => id)];
};

describe('a grade', () => {
  it('is Verified under a trusted set, and says what was not proven', async () => {
    const report = await judge(file);
    expect([report.outcome, report.exit_code, report.kind]).toEqual(['VERIFIED', 0, 'grade']);
    expect(report.subject).toMatchObject({ project: 'example', grade: 'A', score: 94, scores: 'self-reported' });
    expect(report.sentence).toContain('self-reported');
    const open = report.checks.filter(({ status }) => status === 'not_performed').map(({ id }) => id);
    expect(open).toContain('scope.self_reported');
    expect(open).toContain('scope.independent_time');
    expect(notChecked(report)).toContain('that the scores come from the code');
  });

  it('is Verified without its losses, and says that they are missing', async () => {
    const report = await judge(publicGrade(file));
    expect(report.outcome).toBe('VERIFIED');
    expect(report.checks.some(({ id, status }) => id === 'scope.losses' && status === 'not_performed')).toBe(true);
  });

  it('is Inconclusive where nobody trusts the signer, or its keys were not valid at the date', async () => {
    expect((await judge(file, EMPTY_TRUST_STORE)).code).toBe('SIGNER_NOT_TRUSTED');
    const signing = { secretKeys: keys, signer: provider, random: systemRandom };
    const late = await signGrade(FACTS, { project: 'example', date: NOW + 2 * DAY_MS, ...signing });
    expect((await judge(late, trust, NOW + 3 * DAY_MS)).code).toBe('KEY_NOT_VALID');
    const ahead = await signGrade(FACTS, { project: 'example', date: NOW + DAY_MS / 2, ...signing });
    expect((await judge(ahead)).code).toBe('TIME_AHEAD');
  });

  it('is known by its content, also where it is no strict JSON', () => {
    expect(recognise(bytesOf(file)).kind).toBe('grade');
    expect(recognise(utf8(`{"format": "${GRADE_FORMAT}", "format": 1}`)).kind).toBe('grade');
  });
});

describe('the record of a service', () => {
  let service: GeneratedKeySet;
  const both = (): Trust => ({
    ...trust,
    key_sets: [...trust.key_sets, { key_set: service.keySet, held: 'given', source: 'test' }],
  });
  const signed = async (body: JsonObject): Promise<JsonObject> => {
    const [kid] = service.keySet.keys.flatMap((one) => (algorithmOf(one) === 'ML-DSA-65' ? [one.kid] : []));
    const secret = service.secretKeys.get(kid ?? '') ?? new Uint8Array();
    return { ...body, service_signature: await signStatement('grade', body, secret, provider) };
  };
  const stated = (): JsonObject & { signer: JsonObject } => ({
    grade_id: 'grd_0123456789abcdef',
    ...publicGrade(file),
    dimensions: { ...file.dimensions },
    signer: { keyset_id: set.keySet.keyset_id, fingerprint: set.keySet.fingerprint },
    self_reported: true,
    submitted_at: new Date(NOW).toISOString(),
    keyset_id: 'ks_service',
  });

  beforeAll(async () => {
    const facts = { issuer: 'Test', principal: 'service', serial: 1, notBefore: NOW - DAY_MS, notAfter: NOW + DAY_MS };
    service = await generateKeySet(
      { ...facts, keyset_id: 'ks_service', use: 'service', demo: false, algorithms: ['ML-DSA-65'] },
      provider,
    );
  }, 120_000);

  it('is known by its content, and Verified where both signers are trusted', async () => {
    const answer = await signed(stated());
    expect(recognise(bytesOf(answer)).kind).toBe('grade');
    const report = await judge(answer, both());
    expect([report.outcome, report.signatures.record?.status, report.subject.submitted_at]).toEqual([
      'VERIFIED',
      'valid',
      answer.submitted_at,
    ]);
    expect(report.trust.key_sets.map(({ keyset_id }) => keyset_id).sort()).toEqual(['ks_grade', 'ks_service']);
  });

  it('is Inconclusive where one of them is not, or it lies ahead', async () => {
    const answer = await signed(stated());
    const [one, other] = both().key_sets;
    if (one === undefined || other === undefined) throw new TypeError('two sets');
    for (const set of [one, other])
      expect((await judge(answer, { ...trust, key_sets: [set] })).code).toBe('SIGNER_NOT_TRUSTED');
    const ahead = await signed({ ...stated(), submitted_at: new Date(NOW + DAY_MS / 2).toISOString() });
    expect((await judge(ahead, both())).code).toBe('TIME_AHEAD');
  });

  it('fails where a member was changed, or names another signer', async () => {
    const judged = async (value: JsonObject) => {
      const { code, checks } = await judge(value, both());
      return [code, ...checks.filter(({ status }) => status === 'failed').map(({ id }) => id)];
    };
    for (const change of [{ grade_id: 'grd_0' }, { submitted_at: new Date(NOW - 1).toISOString() }]) {
      expect(await judged({ ...(await signed(stated())), ...change })).toEqual([
        'SIGNATURE_INVALID',
        'signature.record',
      ]);
    }
    const other = { ...stated(), signer: { ...stated().signer, fingerprint: '0'.repeat(64) } };
    expect(await judged(await signed(other))).toEqual(['RECORD_MISMATCH', 'integrity.signer']);
    expect(await judged(await signed({ ...stated(), project: 'another' }))).toContain('integrity.proof');
  });

  it.each([
    ['self_reported', false],
    ['signer', 'ks_grade'],
    ['submitted_at', 'today'],
    ['losses', []],
    ['note', 'x'],
  ])('is Unreadable with another %s', async (name, value) => {
    expect(await judge(await signed({ ...stated(), [name]: value }), both())).toMatchObject({ code: 'FORMAT' });
  });
});

describe('what was changed fails', () => {
  it.each([
    ['the project', () => ({ ...file, project: 'another' }), ['PROOF_INVALID', 'integrity.proof', 'signature.ed25519']],
    [
      'the root',
      () => ({ ...file, file_root: 'cd'.repeat(32) }),
      ['PROOF_INVALID', 'integrity.proof', 'signature.ed25519'],
    ],
    ['the score', () => ({ ...file, score: 95 }), ['GRADE_MISMATCH', 'integrity.score', 'integrity.proof']],
    ['the letter', () => ({ ...file, grade: 'A+' }), ['GRADE_MISMATCH', 'integrity.grade', 'integrity.proof']],
    [
      'a dimension',
      () => ({ ...file, dimensions: { ...file.dimensions, compliance: 99 } }),
      ['GRADE_MISMATCH', 'integrity.dimensions', 'integrity.commitment'],
    ],
    [
      'a place of a loss',
      () => ({ ...file, losses: [LOSSES[0], { ...LOSSES[1], places: [{ path: 'src/c.ts', reason: 'x' }] }] }),
      ['HASH_MISMATCH', 'integrity.losses'],
    ],
    [
      'a loss that is left out',
      () => ({ ...file, losses: [LOSSES[0]] }),
      ['HASH_MISMATCH', 'integrity.losses', 'integrity.dimensions'],
    ],
    ['the salt', () => ({ ...file, commitment_salt: '0'.repeat(40) }), ['HASH_MISMATCH', 'integrity.commitment']],
  ] as const)('%s', async (_what, change, [code, ...ids]) => {
    const [found, ...checks] = await failed(change());
    expect(found).toBe(code);
    for (const id of ids.filter((one) => !one.startsWith('signature'))) expect(checks).toContain(id);
  });

  it('one bit of the proof', async () => {
    const bytes = fromBase64(file.proof.slice('stark:'.length)) ?? new Uint8Array();
    for (const at of [0, 40, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(verifyGradeProof({ ...file, proof: proofText(changed) }).ok).toBe(false);
    }
    expect(verifyGradeProof({ ...file, proof: `stark:${toBase64(bytes.slice(0, -1))}` }).ok).toBe(false);
    expect(verifyGradeProof({ ...file, proof: 'stark:' }).ok).toBe(false);
    expect(verifyGradeProof({ ...file, proof: file.proof.slice(1) }).ok).toBe(false);
  });

  it('the proof of another grade', async () => {
    const signing = { secretKeys: keys, signer: provider, random: systemRandom };
    const other = await signGrade(FACTS, { project: 'other', date: NOW, ...signing });
    expect(await failed({ ...file, proof: other.proof })).toContain('integrity.proof');
    // Nobody says whose the signatures are: as long as none holds, they may be those of somebody unknown.
    expect((await judge({ ...file, signature: other.signature })).code).toBe('SIGNER_NOT_TRUSTED');
    const [head, first, second] = file.signature.split(':');
    const mixed = [head, first, second, other.signature.split(':')[3]].join(':');
    expect(await failed({ ...file, signature: mixed })).toEqual(['SIGNATURE_INVALID', 'signature.falcon_512']);
  });
});

describe('a file of another form is Unreadable', () => {
  const withMember = (name: string, value: JsonValue) => ({ ...file, [name]: value });
  it.each([
    ['an unknown member', () => withMember('note', 'x'), 'note'],
    ['a score of 101', () => withMember('score', 101), 'score'],
    ['a letter that is none', () => withMember('grade', 'E'), 'grade'],
    ['an unknown version of the rules', () => withMember('rules_version', 'svc-grade-rules/v3'), 'rules_version'],
    ['a project that turns the reading direction', () => withMember('project', 'a\u202e'), 'project'],
    ['a date without a zone', () => withMember('date', '2026-11-24'), 'date'],
    ['capital hexadecimal', () => withMember('file_root', 'AB'.repeat(32)), 'file_root'],
    ['a salt beyond the field', () => withMember('commitment_salt', 'f'.repeat(40)), 'commitment_salt'],
    [
      'losses out of order',
      () => withMember('losses', [LOSSES[1], LOSSES[0]] as unknown as JsonValue),
      'losses[1].rule',
    ],
    [
      'more points than a rule has',
      () => withMember('losses', [{ ...LOSSES[0], points: 16 }] as unknown as JsonValue),
      'losses[0].points',
    ],
    [
      'fewer places than were found',
      () => withMember('losses', [{ ...LOSSES[0], found: 2 }] as unknown as JsonValue),
      'losses[0].places',
    ],
  ] as const)('%s', async (_what, make, field) => {
    const value = make();
    const read = parseGrade(bytesOf(value));
    expect([read.ok, read.ok ? '' : read.field]).toEqual([false, field]);
    expect(await judge(value)).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2 });
  });

  it('text that is no 3-key signature', async () => {
    expect(await judge(withMember('signature', '3key:x'))).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT' });
  });
});
