import nodeCrypto, { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fromBase64, fromHex, fromUtf8, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, type KeyUse, parseKeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createReceipt, type ReceiptDocument, type ReceiptPlan } from '@touchstone/core/receipt/create.ts';
import { encodeCompactReceipt, encodeHandle } from '@touchstone/core/receipt/handle.ts';
import {
  RECEIPT_ALGORITHMS,
  RECEIPT_SLOTS,
  type ReceiptSlot,
  verificationHash,
} from '@touchstone/core/receipt/receipt.ts';
import { decodeSubstrate, onChainHash } from '@touchstone/core/receipt/substrate.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const provider = createSignatureProvider([nodeBackend(nodeCrypto)], systemRandom);
const NOW = Date.UTC(2026, 10, 21, 12, 0, 0, 7);
const DAY = 86_400_000;
const PAYLOAD = utf8('{"amount":1}');
const ALGORITHMS = RECEIPT_SLOTS.map((slot) => RECEIPT_ALGORITHMS[slot]);

interface Keys {
  readonly keySet: KeySet;
  readonly secretKeys: ReadonlyMap<string, Uint8Array>;
}

let keys: Keys;
let receipt: ReceiptDocument;
let trust: TrustStore;

async function newKeys(use: KeyUse, algorithms: readonly SignatureAlgorithm[] = ALGORITHMS): Promise<Keys> {
  const { keySet, secretKeys } = await generateKeySet(
    {
      keyset_id: `ks_${use}`,
      issuer: 'Touchstone Authority',
      principal: 'receipts',
      use,
      serial: 1,
      notBefore: NOW - DAY,
      notAfter: NOW + DAY,
      algorithms,
    },
    provider,
  );
  const byAlgorithm = keySet.keys.map(
    (key) => [algorithmOf(key), secretKeys.get(key.kid) ?? new Uint8Array()] as const,
  );
  return { keySet, secretKeys: new Map(byAlgorithm) };
}

function trusting(keySet: KeySet): TrustStore {
  const change = pinKeySet(EMPTY_TRUST_STORE, keySet, { at: NOW, by: 'test', source: 'test' });
  if (!change.ok) throw new Error(change.message);
  return change.store;
}

function plan(change: Partial<ReceiptPlan> = {}): ReceiptPlan {
  return {
    receiptId: 'rcp_1',
    verificationUrl: 'http://127.0.0.1:7433/v1/receipts/rcp_1',
    payload: PAYLOAD,
    computationType: 0x0c,
    issuedAt: NOW,
    nonce: new Uint8Array(16).fill(0xbb),
    ...keys,
    ...change,
  };
}

async function judge(file: object, store = trust, data?: Uint8Array, now = NOW): Promise<VerificationReport> {
  const options = { fileName: 'r.pqr.json', trust: store, verifier: provider, now, product: PRODUCT };
  const bytes = utf8(JSON.stringify(file));
  return (await verifyReceipt(bytes, data === undefined ? options : { ...options, data })).report;
}

function bytesOf(hexText: string): Uint8Array {
  const bytes = fromHex(hexText);
  if (bytes === null) throw new Error('not hex');
  return bytes;
}

function flip(bytes: Uint8Array, at: number): Uint8Array {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function signaturesOf(file: ReceiptDocument): Record<ReceiptSlot, Uint8Array> {
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = RECEIPT_SLOTS.map((slot) => fromBase64(file.signatures[slot]));
  if (!ml_dsa_65 || !falcon_512 || !slh_dsa_sha2_128f) throw new Error('not base64');
  return { ml_dsa_65, falcon_512, slh_dsa_sha2_128f };
}

function publicKeysOf(keySet: KeySet): Record<ReceiptSlot, Uint8Array> {
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = ALGORITHMS.map((algorithm) => {
    const key = keySet.keys.find((candidate) => algorithmOf(candidate) === algorithm);
    return key === undefined ? undefined : publicKeyBytes(key);
  });
  if (!ml_dsa_65 || !falcon_512 || !slh_dsa_sha2_128f) throw new Error('three keys');
  return { ml_dsa_65, falcon_512, slh_dsa_sha2_128f };
}

/** What a forger without secret keys can do: change signed parts and make every hash agree again. */
function forge(substrate: Uint8Array, signatures: Record<ReceiptSlot, Uint8Array>): object {
  const parts = decodeSubstrate(substrate);
  if (parts === null) throw new Error('58 bytes');
  const signed = onChainHash(substrate);
  const covered = verificationHash(signed, publicKeysOf(keys.keySet), signatures);
  const compact = encodeCompactReceipt(covered, parts.timestampMs);
  const { issued_at: _, ...rest } = receipt;
  return {
    ...rest,
    handle: toHex(encodeHandle(signed, compact)),
    commitment: toHex(parts.payloadHash),
    on_chain_hash: toHex(signed),
    substrate_hex: toHex(substrate),
    receipt_hex: toHex(compact),
    computation_type: parts.computationType,
    signatures: Object.fromEntries(RECEIPT_SLOTS.map((slot) => [slot, toBase64(signatures[slot])])),
  };
}

beforeAll(async () => {
  keys = await newKeys('receipt');
  trust = trusting(keys.keySet);
  receipt = await createReceipt(plan(), provider);
});

describe('a created receipt', () => {
  it('has the members and layouts of decisions, section 5', () => {
    const sha3 = (bytes: Uint8Array) => createHash('sha3-256').update(bytes).digest('hex');
    const time = NOW.toString(16).padStart(16, '0');
    expect(receipt).toEqual({
      receipt_id: 'rcp_1',
      handle: receipt.on_chain_hash + receipt.receipt_hex,
      commitment: sha3(PAYLOAD),
      on_chain_hash: sha3(bytesOf(receipt.substrate_hex)),
      substrate_hex: `010c${sha3(PAYLOAD)}${time}${'bb'.repeat(16)}`,
      receipt_hex: expect.stringMatching(new RegExp(`^01[0-9a-f]{64}${time}07$`)),
      computation_type: 12,
      issued_at: '2026-11-21T12:00:00.007Z',
      signatures: expect.objectContaining({}),
      keyset_id: 'ks_receipt',
      verification_url: 'http://127.0.0.1:7433/v1/receipts/rcp_1',
    });
    expect([receipt.handle.length, receipt.substrate_hex.length, receipt.receipt_hex.length]).toEqual([148, 116, 84]);
    expect(Object.values(signaturesOf(receipt)).map(({ length }) => length)).toEqual([3309, 666, 17088]);
  });

  it('covers keys and signatures with length prefixes', () => {
    const hash = createHash('sha3-256').update('svc:pq3:v1:full:').update(bytesOf(receipt.on_chain_hash));
    for (const part of [publicKeysOf(keys.keySet), signaturesOf(receipt)].flatMap((record) => Object.values(record))) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      hash.update(length).update(part);
    }
    expect(receipt.receipt_hex.slice(2, 66)).toBe(hash.digest('hex'));
  });

  it('is signed over the 32 bytes of on_chain_hash: node:crypto agrees', () => {
    const publicKeys = publicKeysOf(keys.keySet);
    const signatures = signaturesOf(receipt);
    for (const [slot, asymmetricKeyType] of [
      ['ml_dsa_65', 'ml-dsa-65'],
      ['slh_dsa_sha2_128f', 'slh-dsa-sha2-128f'],
    ] as const) {
      const raw: object = { key: Buffer.from(publicKeys[slot]), format: 'raw-public', asymmetricKeyType };
      const key = nodeCrypto.createPublicKey(raw as nodeCrypto.PublicKeyInput);
      const judged = (message: Uint8Array) => nodeCrypto.verify(null, message, key, signatures[slot]);
      expect(judged(bytesOf(receipt.on_chain_hash))).toBe(true);
      expect(judged(PAYLOAD)).toBe(false);
    }
  });

  it('verifies under its key set and with its payload, not with another', async () => {
    expect(await judge(receipt)).toMatchObject({ outcome: 'VERIFIED', exit_code: 0 });
    expect(await judge(receipt, trust, PAYLOAD)).toMatchObject({ outcome: 'VERIFIED', exit_code: 0 });
    expect(await judge(receipt, trust, utf8('{"amount":2}'))).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
  });

  it('S5: may be a seal under the service set, of any payload and type 0D', async () => {
    const service = await newKeys('service', ['Ed25519', ...ALGORITHMS]);
    const root = systemRandom(32);
    const seal = await createReceipt(plan({ ...service, payload: root, computationType: 0x0d }), provider);
    expect(seal).toMatchObject({ computation_type: 13, keyset_id: 'ks_service' });
    expect(await judge(seal, trusting(service.keySet), root)).toMatchObject({ outcome: 'VERIFIED' });
    expect(await judge(seal, trusting(service.keySet), flip(root, 0))).toMatchObject({ outcome: 'FAILED' });
    expect(await judge(seal, trust)).toMatchObject({ code: 'SIGNER_NOT_TRUSTED' });
  });
});

describe('S11: every single-byte change fails', () => {
  it.each(['substrate_hex', 'receipt_hex', 'handle', 'on_chain_hash', 'commitment'] as const)(
    'in %s',
    async (member) => {
      const bytes = bytesOf(receipt[member]);
      for (let at = 0; at < bytes.length; at++) {
        const report = await judge({ ...receipt, [member]: toHex(flip(bytes, at)) });
        expect([at, report.exit_code]).toEqual([at, 1]);
      }
    },
  );

  it('in the substrate, even where all hashes are made to agree again', async () => {
    const substrate = bytesOf(receipt.substrate_hex);
    const signatures = signaturesOf(receipt);
    expect((await judge(forge(substrate, signatures))).outcome).toBe('VERIFIED');
    for (let at = 0; at < substrate.length; at++) {
      const report = await judge(forge(flip(substrate, at), signatures));
      // Byte 0 is the version; the upper bytes of the time lead beyond the year 9999.
      const structural = at === 0 ? 'HASH_MISMATCH' : at === 34 || at === 35 ? 'ISSUED_AT_MISMATCH' : undefined;
      expect([at, report.exit_code, report.code]).toEqual([at, 1, structural ?? 'SIGNATURE_INVALID']);
    }
  });

  it.each(RECEIPT_SLOTS)('in the signature %s, with and without a new verification_hash', async (slot) => {
    const signatures = signaturesOf(receipt);
    const { length } = signatures[slot];
    for (let i = 0; i <= 16; i++) {
      const at = Math.floor((i * (length - 1)) / 16);
      const changed = { ...signatures, [slot]: flip(signatures[slot], at) };
      const forged = await judge(forge(bytesOf(receipt.substrate_hex), changed));
      expect([at, forged.exit_code, forged.code]).toEqual([at, 1, 'SIGNATURE_INVALID']);
      expect(forged.signatures[slot]?.status).toBe('invalid');
      const plain = { ...receipt, signatures: { ...receipt.signatures, [slot]: toBase64(changed[slot]) } };
      const report = await judge(plain);
      expect([at, report.outcome, report.code]).toEqual([at, 'FAILED', 'HASH_MISMATCH']);
    }
  });
});

describe('our own misuse is refused before anything is signed', () => {
  const never = {
    async sign(): Promise<Uint8Array> {
      throw new Error('signed');
    },
  };

  it.each([
    ['an unknown type', { computationType: 0x19 }, RangeError],
    ['a short nonce', { nonce: new Uint8Array(15) }, RangeError],
    ['a time before 1970', { issuedAt: -1 }, RangeError],
    ['half a millisecond', { issuedAt: 0.5 }, RangeError],
    ['a time after 9999', { issuedAt: Date.UTC(10_000, 0, 1) }, RangeError],
    ['a missing secret key', { secretKeys: new Map<string, Uint8Array>() }, TypeError],
  ] as const)('%s', async (_, change, error) => {
    await expect(createReceipt(plan(change), never)).rejects.toThrow(error);
    await expect(createReceipt(plan(), never)).rejects.toThrow('signed');
  });

  it('S4: a set of another use, or without one of the families', async () => {
    await expect(createReceipt(plan(await newKeys('agent')), never)).rejects.toThrow('use agent');
    const two = await newKeys('receipt', ['ML-DSA-65', 'SLH-DSA-SHA2-128f']);
    await expect(createReceipt(plan(two), never)).rejects.toThrow('FALCON-512');
  });
});

describe('receipt v1, made once and never again', () => {
  const golden = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, '../golden', name)));

  function goldenKeySet(): KeySet {
    const result = parseKeySet(golden('receipt-key-set-v1.pqkeys.json'));
    if (!result.ok) throw new Error(result.message);
    return result.keySet;
  }

  async function verdict(bytes: Uint8Array): Promise<VerificationReport> {
    const options = { fileName: 'golden.pqr.json', verifier: provider, now: NOW, product: PRODUCT };
    const data = utf8('golden payload');
    return (await verifyReceipt(bytes, { ...options, trust: trusting(goldenKeySet()), data })).report;
  }

  it('still verifies', async () => {
    const bytes = golden('receipt-v1.pqr.json');
    expect(await verdict(bytes)).toMatchObject({ outcome: 'VERIFIED', demo: true });
    const changed = (fromUtf8(bytes) ?? '').replace('12:00:00.000Z', '12:00:00.001Z');
    expect(await verdict(utf8(changed))).toMatchObject({ outcome: 'FAILED', code: 'ISSUED_AT_MISMATCH' });
  });

  it('is written byte for byte alike from the same inputs and signatures', async () => {
    const text = fromUtf8(golden('receipt-v1.pqr.json')) ?? '';
    const recorded: ReceiptDocument = JSON.parse(text);
    const bySlot = signaturesOf(recorded);
    const inputs = {
      receiptId: 'rcp_golden',
      verificationUrl: 'http://127.0.0.1:7433/v1/receipts/rcp_golden',
      payload: utf8('golden payload'),
      issuedAt: Date.UTC(2026, 10, 21, 12),
      nonce: Uint8Array.from({ length: 16 }, (_, i) => i),
      keySet: goldenKeySet(),
    };
    const replay = {
      async sign(algorithm: SignatureAlgorithm): Promise<Uint8Array> {
        const slot = RECEIPT_SLOTS.find((candidate) => RECEIPT_ALGORITHMS[candidate] === algorithm);
        if (slot === undefined) throw new Error(algorithm);
        return bySlot[slot];
      },
    };
    const written = async (change: Partial<ReceiptPlan>) =>
      `${JSON.stringify(await createReceipt(plan({ ...inputs, ...change }), replay), null, 2)}\n`;
    expect(await written({})).toBe(text);
    expect(await written({ nonce: new Uint8Array(16) })).not.toBe(text);
  });
});
