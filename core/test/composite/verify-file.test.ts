import * as nodeCrypto from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { signThreeKey, type ThreeKeySigned } from '../../src/composite/sign-three-key.ts';
import { THREE_KEY_FAMILIES } from '../../src/composite/three-key.ts';
import { verifyThreeKeyFile } from '../../src/composite/verify-file.ts';
import { type KeySet, keyThumbprint, publicJwk, sealKeySet } from '../../src/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '../../src/keys/trust.ts';
import { systemRandom } from '../../src/random.ts';
import { isReportIntact, reportDocument } from '../../src/report/document.ts';
import { reportHtml } from '../../src/report/html.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import type { VerificationReport } from '../../src/verdict/verification-report.ts';

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
const NOW = Date.UTC(2026, 10, 22, 12);
const DATA = utf8('three families');

interface Signed {
  readonly keySet: KeySet;
  readonly answer: ThreeKeySigned;
}

/** A key set of use 3key and what it made of the data. */
async function signed(id: string): Promise<Signed> {
  const [a, b, c] = await Promise.all(THREE_KEY_FAMILIES.map((family) => provider.generateKeyPair(family)));
  if (!a || !b || !c) throw new Error('three key pairs expected');
  const secrets = { Ed25519: a.secretKey, 'ML-DSA-65': b.secretKey, 'FALCON-512': c.secretKey };
  const keySet = sealKeySet({
    keyset_id: id,
    issuer: 'Test',
    principal: 'test@example.com',
    use: '3key',
    serial: 1,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2027-01-01T00:00:00.000Z',
    keys: THREE_KEY_FAMILIES.map((family, index) => publicJwk(family, ([a, b, c][index] ?? a).publicKey)),
  });
  return { keySet, answer: await signThreeKey(DATA, secrets, provider, NOW) };
}

function trusting(...sets: readonly KeySet[]): TrustStore {
  const pin = { held: 'pinned', at: '2026-01-02T00:00:00.000Z', by: 'Ada', source: 'test' } as const;
  return { ...EMPTY_TRUST_STORE, key_sets: sets.map((key_set) => ({ key_set, ...pin })) };
}

async function judge(
  file: unknown,
  {
    trust = trusting(own.keySet),
    data = DATA,
    now = NOW,
  }: { trust?: TrustStore; data?: Uint8Array | null; now?: number } = {},
): Promise<VerificationReport> {
  const bytes = typeof file === 'string' ? utf8(file) : utf8(JSON.stringify(file));
  const options = { fileName: 'answer.json', trust, verifier: provider, now, product: { name: 'T', version: '1' } };
  return (await verifyThreeKeyFile(bytes, data === null ? options : { ...options, data })).report;
}

const slots = ({ signatures }: VerificationReport) => Object.values(signatures).map(({ status }) => status);
const check = ({ checks }: VerificationReport, id: string) => checks.find((entry) => entry.id === id);

/** The answer with one changed character in one of its three signatures, from 0. */
function broken(part: number): ThreeKeySigned {
  const parts = own.answer.signature.split(':');
  const text = parts[part + 1] ?? '';
  parts[part + 1] = `${text.slice(0, 20)}${text.charAt(20) === 'A' ? 'B' : 'A'}${text.slice(21)}`;
  return { ...own.answer, signature: parts.join(':') };
}

let own: Signed;
let other: Signed;

beforeAll(async () => {
  [own, other] = await Promise.all([signed('svc-3key-1'), signed('svc-3key-2')]);
});

describe('a 3-key signature as a file', () => {
  test('is VERIFIED with its payload under the trusted set that made it, among others', async () => {
    const report = await judge(own.answer, { trust: trusting(other.keySet, own.keySet) });
    expect(report).toMatchObject({ kind: 'signature', outcome: 'VERIFIED', exit_code: 0 });
    expect(slots(report)).toEqual(['valid', 'valid', 'valid']);
    expect(report.signatures.falcon_512).toMatchObject({ algorithm: 'FALCON-512', keyset_id: 'svc-3key-1' });
    expect(report.not_covered).toEqual(['timestamp']);
    expect(check(report, 'scope.independent_time')?.status).toBe('not_performed');
  });

  test('is PENDING without its payload, however good the signatures are', async () => {
    const report = await judge(own.answer, { data: null });
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'NO_PAYLOAD', exit_code: 3 });
    expect(slots(report)).toEqual(['valid', 'valid', 'valid']);
    expect(check(report, 'integrity.payload')?.status).toBe('pending');
  });

  test('is FAILED with another payload; the signatures stand as they are', async () => {
    const report = await judge(own.answer, { data: utf8('three families\n') });
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH', exit_code: 1 });
    expect(slots(report)).toEqual(['valid', 'valid', 'valid']);
  });

  test.each([0, 1, 2])(
    'is FAILED where the signature of family %i is broken; the others are judged alone',
    async (part) => {
      const report = await judge(broken(part));
      expect(report).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID', exit_code: 1 });
      expect(slots(report)).toEqual([0, 1, 2].map((at) => (at === part ? 'invalid' : 'valid')));
      expect(check(report, 'trust.key_set')?.status).toBe('not_performed');
    },
  );

  test('is never VERIFIED by parts of two trusted sets', async () => {
    const [, first = ''] = own.answer.signature.split(':');
    const [, , second = '', third = ''] = other.answer.signature.split(':');
    const mixed = { ...own.answer, signature: `3key:${first}:${second}:${third}` };
    const report = await judge(mixed, { trust: trusting(own.keySet, other.keySet) });
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SIGNATURE_INVALID' });
    expect(slots(report)).toEqual(['invalid', 'valid', 'valid']);
  });

  test('is PENDING, SIGNER_NOT_TRUSTED where no trusted set made any part of it, payload or not', async () => {
    for (const trust of [EMPTY_TRUST_STORE, trusting(other.keySet)]) {
      for (const data of [DATA, null]) {
        const report = await judge(own.answer, { trust, data });
        expect(report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', exit_code: 3 });
        expect(slots(report)).toEqual(['untrusted', 'untrusted', 'untrusted']);
        expect(check(report, 'trust.key_set')?.sentence).toContain('carries no public keys');
      }
    }
    const receipt = sealKeySet({ ...own.keySet, use: 'receipt' });
    expect(await judge(own.answer, { trust: trusting(receipt) })).toMatchObject({ code: 'SIGNER_NOT_TRUSTED' });
  });

  test('believes no keys that the file brings along', async () => {
    const report = await judge(
      { ...own.answer, keyset: own.keySet, 'data_hash, families': 1 },
      { trust: EMPTY_TRUST_STORE },
    );
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED' });
    expect(check(report, 'trust.key_set')?.sentence).toContain('prove nothing');
    expect(report.not_covered).toEqual(['timestamp', 'keyset', '["data_hash, families"]']);
  });

  test('is PENDING under a revoked key, and where the set is not valid today', async () => {
    const [key] = own.keySet.keys;
    if (key === undefined) throw new Error('a key expected');
    const at = '2026-11-01T00:00:00.000Z';
    const revocation = { thumbprint: keyThumbprint(key), revoked_at: at, reason: 'lost', source: 'x', recorded_at: at };
    const revoked = await judge(own.answer, { trust: { ...trusting(own.keySet), revocations: [revocation] } });
    expect(revoked).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED' });
    expect(slots(revoked)).toEqual(['revoked', 'valid', 'valid']);
    const late = await judge(own.answer, { now: Date.UTC(2028, 0, 1) });
    expect(late).toMatchObject({ outcome: 'PENDING', code: 'KEY_NOT_VALID' });
    expect(slots(late)).toEqual(['not_valid', 'not_valid', 'not_valid']);
  });

  test.each([
    ['not JSON', '{', 'format.json'],
    ['a list', [], 'format.schema'],
    ['a signature of two parts', { signature: '3key:AA==:AA==' }, 'format.schema.signature'],
    ['another algorithm', { algorithm: 'SVC-2-Key' }, 'format.schema.algorithm'],
    ['families joined in one text', { families: ['Ed25519, ML-DSA-65', 'FALCON-512'] }, 'format.schema.families'],
    ['families in lists', { families: [['Ed25519'], ['ML-DSA-65'], ['FALCON-512']] }, 'format.schema.families'],
    ['families in another order', { families: ['ML-DSA-65', 'Ed25519', 'FALCON-512'] }, 'format.schema.families'],
    ['a short hash', { data_hash: 'ab' }, 'format.schema.data_hash'],
    ['no time', { timestamp: 'yesterday' }, 'format.schema.timestamp'],
  ])('%s is an input error that names its place', async (_name, change, id) => {
    const isWhole = typeof change === 'string' || Array.isArray(change);
    const report = await judge(isWhole ? change : { ...own.answer, ...change });
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2 });
    expect(check(report, id)?.status).toBe('failed');
    expect(slots(report)).toEqual(['not_performed', 'not_performed', 'not_performed']);
  });

  test('has a report like other files, which repeats what was given', async () => {
    const trust = trusting(own.keySet);
    const report = await judge(own.answer, { trust });
    const document = reportDocument(
      { report, document: JSON.parse(JSON.stringify(own.answer)) },
      { reportId: 'r', trust },
    );
    expect(isReportIntact(document)).toBe(true);
    expect(document).toMatchObject({
      subject: { kind: 'signature', artifact_id: null },
      verdict: { outcome: 'VERIFIED', valid_signatures: 3 },
      times: { claimed: own.answer.timestamp, claimed_is_covered: false },
      policy: { name: 'touchstone-3key/v1' },
    });
    expect(document.signers.signatures.map(({ key_thumbprints: keys }) => keys.length)).toEqual([1, 1, 1]);
    expect(document.reproduce.command).toBe('pq-verify signature --file answer.json --keys KEY_SET --data PAYLOAD');
    const without = reportDocument(
      { report: await judge(own.answer, { data: null }), document: null },
      { reportId: 'r', trust },
    );
    expect(without.reproduce.command).toBe('pq-verify signature --file answer.json --keys KEY_SET');
    const html = reportHtml(document);
    expect(html).toContain('svc-3key-1');
    expect(html).not.toContain('Receipt');
  });
});
