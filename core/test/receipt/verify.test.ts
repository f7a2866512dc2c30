import nodeCrypto, { createHash } from 'node:crypto';
import { fromHex, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { type GeneratedKeySet, generateKeySet } from '@touchstone/core/keys/generate.ts';
import { keyThumbprint, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { encodeCompactReceipt, encodeHandle } from '@touchstone/core/receipt/handle.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS, verificationHash } from '@touchstone/core/receipt/receipt.ts';
import { encodeSubstrate } from '@touchstone/core/receipt/substrate.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const PAYLOAD = utf8('the payload');

type File = Record<string, unknown>;

let generated: GeneratedKeySet;
let file: File;
let trust: TrustStore;

function newKeySet(
  use: 'receipt' | '3key',
  id = 'ks_receipts',
  notBefore = NOW - DAY,
  serial = 1,
): Promise<GeneratedKeySet> {
  return generateKeySet(
    {
      keyset_id: id,
      issuer: 'Touchstone Authority',
      principal: 'receipts',
      use,
      serial,
      notBefore,
      notAfter: NOW + DAY,
      algorithms: RECEIPT_SLOTS.map((slot) => RECEIPT_ALGORITHMS[slot]),
    },
    provider,
  );
}

function trusting(...sets: readonly GeneratedKeySet[]): TrustStore {
  let store = EMPTY_TRUST_STORE;
  for (const { keySet } of sets) {
    const change = pinKeySet(store, keySet, { at: NOW, by: 'test', source: 'test' });
    if (!change.ok) throw new Error(change.message);
    store = change.store;
  }
  return store;
}

async function newReceipt(signer: GeneratedKeySet, time = NOW): Promise<File> {
  const payloadHash = createHash('sha3-256').update(PAYLOAD).digest();
  const substrate = encodeSubstrate({
    computationType: 0x0c,
    payloadHash: new Uint8Array(payloadHash),
    timestampMs: BigInt(time),
    nonce: systemRandom(16),
  });
  const onChainHash = new Uint8Array(createHash('sha3-256').update(substrate).digest());
  const [a, b, c] = signer.keySet.keys;
  if (!a || !b || !c) throw new Error('three keys');
  const sign = (key: typeof a, slot: (typeof RECEIPT_SLOTS)[number]) =>
    provider.sign(RECEIPT_ALGORITHMS[slot], signer.secretKeys.get(key.kid) ?? new Uint8Array(), onChainHash);
  const signatures = {
    ml_dsa_65: await sign(a, 'ml_dsa_65'),
    falcon_512: await sign(b, 'falcon_512'),
    slh_dsa_sha2_128f: await sign(c, 'slh_dsa_sha2_128f'),
  };
  const publicKeys = {
    ml_dsa_65: publicKeyBytes(a),
    falcon_512: publicKeyBytes(b),
    slh_dsa_sha2_128f: publicKeyBytes(c),
  };
  const compact = encodeCompactReceipt(verificationHash(onChainHash, publicKeys, signatures), BigInt(time));
  return {
    receipt_id: 'rcp_test',
    handle: toHex(encodeHandle(onChainHash, compact)),
    commitment: payloadHash.toString('hex'),
    on_chain_hash: toHex(onChainHash),
    substrate_hex: toHex(substrate),
    receipt_hex: toHex(compact),
    computation_type: 12,
    issued_at: new Date(time).toISOString(),
    signatures: Object.fromEntries(Object.entries(signatures).map(([slot, bytes]) => [slot, toBase64(bytes)])),
    keyset_id: signer.keySet.keyset_id,
    verification_url: 'http://127.0.0.1:7433/v1/receipts/rcp_test',
  };
}

async function judge(input: File | string, store = trust, data?: Uint8Array, now = NOW): Promise<VerificationReport> {
  const bytes = utf8(typeof input === 'string' ? input : JSON.stringify(input));
  const options = { fileName: 'r.pqr.json', trust: store, verifier: provider, now, product: PRODUCT };
  return (await verifyReceipt(bytes, data === undefined ? options : { ...options, data })).report;
}

function flip(hex: unknown, at: number): string {
  const bytes = fromHex(String(hex));
  if (bytes === null) throw new Error('not hex');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return toHex(bytes);
}

function status(report: VerificationReport, id: string): string | undefined {
  return report.checks.find((check) => check.id === id)?.status;
}

beforeAll(async () => {
  generated = await newKeySet('receipt');
  file = await newReceipt(generated);
  trust = trusting(generated);
});

describe('a receipt', () => {
  it('verifies under the trusted key set, with and without its payload', async () => {
    const report = await judge(file);
    expect(report).toMatchObject({ kind: 'receipt', outcome: 'VERIFIED', exit_code: 0 });
    expect(status(report, 'integrity.payload')).toBe('not_performed');
    const withData = await judge(file, trust, PAYLOAD);
    expect(withData.outcome).toBe('VERIFIED');
    expect(status(withData, 'integrity.payload')).toBe('passed');
  });

  it('is FAILED with another payload; the signatures, which do not cover it, are judged all the same', async () => {
    const other = utf8('another payload');
    const slots = ({ signatures }: VerificationReport) => Object.values(signatures).map((slot) => slot.status);
    const report = await judge(file, trust, other);
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH', exit_code: 1 });
    expect(slots(report)).toEqual(['valid', 'valid', 'valid']);
    const failed = report.checks.filter((check) => check.status === 'failed').map(({ id }) => id);
    expect(failed).toEqual(['integrity.payload']);
    for (const id of ['signature.ml_dsa_65', 'trust.key_set', 'trust.revocation', 'validity.key_period']) {
      expect(status(report, id), id).toBe('passed');
    }
    const untrusted = await judge(file, EMPTY_TRUST_STORE, other);
    expect(untrusted).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH' });
    expect(slots(untrusted)).toEqual(['untrusted', 'untrusted', 'untrusted']);
  });

  it('is PENDING where it carries its structure only', async () => {
    const { on_chain_hash, receipt_hex, substrate_hex } = file;
    const report = await judge({ on_chain_hash, receipt_hex, substrate_hex });
    expect(report).toMatchObject({ outcome: 'PENDING', code: 'NO_SIGNATURE', exit_code: 3 });
    expect(status(report, 'integrity.on_chain_hash')).toBe('passed');
    const broken = await judge({ on_chain_hash, receipt_hex, substrate_hex: flip(substrate_hex, 50) });
    expect(broken).toMatchObject({ outcome: 'FAILED', code: 'HASH_MISMATCH', exit_code: 1 });
  });

  it('is PENDING, SIGNER_NOT_TRUSTED without its key set or with one of another use', async () => {
    expect(await judge(file, EMPTY_TRUST_STORE)).toMatchObject({ code: 'SIGNER_NOT_TRUSTED', exit_code: 3 });
    const other = trusting(await newKeySet('3key'));
    expect(await judge(file, other)).toMatchObject({ code: 'SIGNER_NOT_TRUSTED', exit_code: 3 });
  });

  it('is FAILED under a set of the same id with other keys', async () => {
    const report = await judge(file, trusting(await newKeySet('receipt')));
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
    expect(report.signatures.falcon_512?.status).toBe('invalid');
  });

  it('is PENDING under a revoked key and outside the validity', async () => {
    const [key] = generated.keySet.keys;
    if (!key) throw new Error('no key');
    const change = revokeKey(trust, keyThumbprint(key), NOW, 'lost');
    if (!change.ok) throw new Error(change.message);
    expect(await judge(file, change.store)).toMatchObject({ outcome: 'PENDING', code: 'KEY_REVOKED', exit_code: 3 });
    const early = await newReceipt(generated, NOW - 5 * DAY);
    expect(await judge(early)).toMatchObject({ outcome: 'PENDING', code: 'KEY_NOT_VALID' });
    expect(await judge(file, trust, undefined, NOW - 3_600_000)).toMatchObject({
      outcome: 'PENDING',
      code: 'TIME_AHEAD',
    });
  });

  it('12.7: of an older edition is VERIFIED with a line before the next one began, and KEY_SUPERSEDED after', async () => {
    const next = (at: number) => newKeySet('receipt', 'ks_next', at, 2);
    const later = await judge(file, trusting(generated, await next(NOW + 1)), undefined, NOW + 1000);
    expect(later.outcome).toBe('VERIFIED');
    expect(later.trust.notes).toEqual([expect.stringContaining('Signed under edition 1, superseded on')]);
    const earlier = await judge(file, trusting(generated, await next(NOW - 1)), undefined, NOW + 1000);
    expect(earlier).toMatchObject({ outcome: 'PENDING', code: 'KEY_SUPERSEDED', trust: { notes: [] } });
  });

  it('S11: no changed byte of the structure is VERIFIED', async () => {
    for (const [member, length] of [
      ['substrate_hex', 58],
      ['receipt_hex', 42],
      ['handle', 74],
      ['on_chain_hash', 32],
      ['commitment', 32],
    ] as const) {
      for (let at = 0; at < length; at++) {
        const report = await judge({ ...file, [member]: flip(file[member], at) });
        expect([member, at, report.exit_code]).toEqual([member, at, 1]);
      }
    }
  });

  it('S11: flags, times and computation type must agree', async () => {
    const compact = fromHex(String(file.receipt_hex)) ?? new Uint8Array();
    for (const flags of [0x00, 0x01, 0x03, 0x0f]) {
      compact[41] = flags;
      const { handle: _, ...rest } = file;
      const report = await judge({ ...rest, receipt_hex: toHex(compact) });
      expect(status(report, 'integrity.flags')).toBe('failed');
      expect(report.exit_code).toBe(1);
    }
    expect(await judge({ ...file, issued_at: '2026-11-21T12:00:00.001Z' })).toMatchObject({
      code: 'ISSUED_AT_MISMATCH',
    });
    expect((await judge({ ...file, computation_type: 13 })).exit_code).toBe(1);
    const finer = String(file.issued_at).replace('Z', '999Z');
    expect(await judge({ ...file, issued_at: finer })).toMatchObject({ code: 'ISSUED_AT_MISMATCH', exit_code: 1 });
    expect((await judge({ ...file, issued_at: '2026-11-21T13:00:00+01:00' })).outcome).toBe('VERIFIED');
  });

  it('lists as not performed what the file does not state beside the substrate', async () => {
    const { issued_at: _, computation_type: __, ...bare } = file;
    const report = await judge(bare);
    expect(status(report, 'integrity.issued_at')).toBe('not_performed');
    expect(status(report, 'integrity.stated_computation_type')).toBe('not_performed');
  });

  it('keeps names from the file out of the identifiers of checks', async () => {
    const report = await judge({ ...file, signatures: { ...(file.signatures as object), '\u001b[2K': 'AAAA' } });
    expect(report.outcome).toBe('INPUT_ERROR');
    expect(report.checks.every(({ id }) => /^[a-z0-9_.]+$/.test(id))).toBe(true);
  });

  it('is FAILED for one changed signature, and judges the others', async () => {
    const signatures = { ...(file.signatures as Record<string, string>) };
    const text = signatures.falcon_512 ?? '';
    signatures.falcon_512 = `${text.slice(0, 80)}${text.charAt(80) === 'A' ? 'B' : 'A'}${text.slice(81)}`;
    const report = await judge({ ...file, signatures });
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
    expect(report.signatures.falcon_512?.status).toBe('invalid');
    expect(report.signatures.ml_dsa_65?.status).toBe('valid');
  });

  it('is an input error where it cannot be read', async () => {
    const bad: (File | string)[] = [
      '{',
      '[]',
      '{"on_chain_hash":"aa"}',
      { ...file, on_chain_hash: String(file.on_chain_hash).toUpperCase() },
      { ...file, substrate_hex: `${String(file.substrate_hex)}00` },
      { ...file, keyset_id: undefined },
      { ...file, signatures: {} },
      { ...file, signatures: { ...(file.signatures as object), rsa: 'AAAA' } },
      { ...file, computation_type: 1.5 },
      { ...file, computation_type: null },
      { ...file, issued_at: 'yesterday' },
      `{"on_chain_hash":"${String(file.on_chain_hash)}","on_chain_hash":"${String(file.on_chain_hash)}"}`,
    ];
    for (const input of bad)
      expect(await judge(input)).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'FORMAT' });
  });

  it('fences off what no signature covers', async () => {
    const report = await judge({ ...file, note: 'trust me', 'substrate.nonce': 'mine' });
    expect(report.outcome).toBe('VERIFIED');
    expect(report.not_covered).toEqual(['receipt_id', 'keyset_id', 'verification_url', 'note', '["substrate.nonce"]']);
  });
});
