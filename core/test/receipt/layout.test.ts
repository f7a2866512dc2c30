import { createHash } from 'node:crypto';
import { fromHex, toHex } from '@touchstone/core/bytes.ts';
import {
  decodeCompactReceipt,
  decodeHandle,
  encodeCompactReceipt,
  encodeHandle,
} from '@touchstone/core/receipt/handle.ts';
import { verificationHash } from '@touchstone/core/receipt/receipt.ts';
import {
  COMPUTATION_TYPES,
  decodeSubstrate,
  encodeSubstrate,
  encodeTimestamp,
  onChainHash,
} from '@touchstone/core/receipt/substrate.ts';
import { describe, expect, it } from 'vitest';

const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
const SUBSTRATE = {
  computationType: 0x0d,
  payloadHash: filled(32, 0xaa),
  timestampMs: 0x0123456789abn,
  nonce: filled(16, 0xbb),
};

describe('the substrate', () => {
  it('has the documented layout', () => {
    const bytes = encodeSubstrate(SUBSTRATE);
    expect(toHex(bytes)).toBe(`010d${'aa'.repeat(32)}00000123456789ab${'bb'.repeat(16)}`);
    expect(decodeSubstrate(bytes)).toEqual({ version: 1, ...SUBSTRATE });
    expect(toHex(onChainHash(bytes))).toBe(createHash('sha3-256').update(bytes).digest('hex'));
  });

  it('refuses wrong parts', () => {
    expect(() => encodeSubstrate({ ...SUBSTRATE, computationType: 0x19 })).toThrow(RangeError);
    expect(() => encodeSubstrate({ ...SUBSTRATE, nonce: filled(15, 0) })).toThrow(RangeError);
    expect(() => encodeSubstrate({ ...SUBSTRATE, payloadHash: filled(48, 0) })).toThrow(RangeError);
    expect(() => encodeTimestamp(-1n)).toThrow(RangeError);
    expect(() => encodeTimestamp(1n << 64n)).toThrow(RangeError);
    expect(decodeSubstrate(filled(57, 1))).toBeNull();
  });

  it('knows the 34 computation types and no other', () => {
    expect(COMPUTATION_TYPES.size).toBe(34);
    expect(COMPUTATION_TYPES.get(0xff)).toBe('GenericFhe');
    expect(COMPUTATION_TYPES.get(0x19)).toBeUndefined();
  });
});

describe('compact receipt and handle', () => {
  it('have the documented layout', () => {
    const compact = encodeCompactReceipt(filled(32, 0xcc), 1n);
    expect(toHex(compact)).toBe(`01${'cc'.repeat(32)}000000000000000107`);
    const handle = encodeHandle(filled(32, 0xdd), compact);
    expect(handle.length).toBe(74);
    expect(decodeHandle(handle)).toEqual({ onChainHash: filled(32, 0xdd), compactReceipt: compact });
    expect(decodeCompactReceipt(compact)).toEqual({
      version: 1,
      verificationHash: filled(32, 0xcc),
      timestampMs: 1n,
      flags: 7,
    });
  });

  it('refuse other lengths', () => {
    expect(() => encodeCompactReceipt(filled(31, 0), 1n)).toThrow(RangeError);
    expect(() => encodeHandle(filled(32, 0), filled(41, 0))).toThrow(RangeError);
    expect(decodeHandle(filled(73, 0))).toBeNull();
    expect(decodeCompactReceipt(filled(43, 0))).toBeNull();
  });
});

describe('verification_hash', () => {
  it('is SHA3-256 over tag, hash and length-prefixed keys and signatures, in this order', () => {
    const keys = { ml_dsa_65: filled(2, 1), falcon_512: filled(3, 2), slh_dsa_sha2_128f: filled(1, 3) };
    const signatures = { ml_dsa_65: filled(1, 4), falcon_512: filled(2, 5), slh_dsa_sha2_128f: filled(3, 6) };
    const message = `${'11'.repeat(32)}000000020101000000030202020000000103000000010400000002050500000003060606`;
    const expected = createHash('sha3-256')
      .update('svc:pq3:v1:full:')
      .update(Buffer.from(message, 'hex'))
      .digest('hex');
    expect(toHex(verificationHash(fromHex('11'.repeat(32)) ?? filled(0, 0), keys, signatures))).toBe(expected);
  });
});
