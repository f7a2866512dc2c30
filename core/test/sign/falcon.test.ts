import { rngAesCtrDrbg256 } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { falcon512, falcon512padded, falcon1024, falcon1024padded } from '@noble/post-quantum/falcon.js';
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/bytes.ts';
import { parameterSets } from '../../src/sign/falcon.ts';
import {
  cases,
  describeVectors,
  field,
  flipBit,
  hex,
  readRecords,
  readVectorJson,
  readVectors,
  SET_TIMEOUT_MS,
  sample,
} from '../vectors.ts';

const NONCE_BYTES = 40;
const SETS = [
  { degree: 512, logn: 9, noble: falcon512, padded: falcon512padded },
  { degree: 1024, logn: 10, noble: falcon1024, padded: falcon1024padded },
] as const;

function family(degree: number) {
  const set = parameterSets.find(({ algorithm }) => algorithm === `FALCON-${degree}`);
  if (set === undefined) throw new Error(`no FALCON-${degree}`);
  return set;
}

/**
 * A round-3 signed message is length of (header, s2) 2, nonce 40, message, header 0x20 + log n, s2. The padded
 * signature of the same parts is header 0x30 + log n, nonce, s2, zeros up to the fixed length (section 3.11.3).
 */
function toPadded(signed: Uint8Array, messageLength: number, logn: number, length: number): Uint8Array | null {
  const nonce = signed.subarray(2, 2 + NONCE_BYTES);
  const s2 = signed.subarray(2 + NONCE_BYTES + messageLength + 1);
  if (1 + NONCE_BYTES + s2.length > length) return null;
  const padded = new Uint8Array(length);
  padded[0] = 0x30 + logn;
  padded.set(nonce, 1);
  padded.set(s2, 1 + NONCE_BYTES);
  return padded;
}

describe('the padded form', () => {
  test('the compressed form and a wrong header are refused, a non-zero padding byte too', () => {
    const { generateKeyPair, sign, verify, lengths } = family(512);
    const { publicKey, secretKey } = generateKeyPair(new Uint8Array(48).fill(9));
    const message = Uint8Array.of(1, 2, 3);
    const compressed = falcon512.sign(message, secretKey);
    expect(falcon512.verify(compressed, message, publicKey)).toBe(true);
    expect(verify(publicKey, message, compressed)).toBe(false);
    const signature = sign(secretKey, message);
    expect(signature).toHaveLength(lengths.signature);
    expect(signature[0]).toBe(0x39);
    expect(verify(publicKey, message, signature)).toBe(true);
    expect(verify(publicKey, message, Uint8Array.of(0x29, ...signature.subarray(1)))).toBe(false);
    expect(signature.at(-1)).toBe(0);
    expect(verify(publicKey, message, flipBit(signature, signature.length * 8 - 8))).toBe(false);
  });
});

describeVectors('FALCON round-3 known answers', () => {
  test.each(SETS)('FALCON-$degree: 100 signed messages open, keys derive, the padded form verifies', (set) => {
    const records = readRecords(`pqc/falcon-kat/falcon${set.degree}-KAT.rsp`).filter((record) => record.has('count'));
    let padded = 0;
    for (const record of cases(records, 'FALCON KAT')) {
      const [message, publicKey, secretKey, signed] = ['msg', 'pk', 'sk', 'sm'].map((name) => hex(field(record, name)));
      if (!message || !publicKey || !secretKey || !signed) throw new Error('incomplete record');
      expect(set.noble.attached.open(signed, publicKey)).toEqual(message);
      expect(family(set.degree).publicKeyOf(secretKey)).toEqual(publicKey);
      const signature = toPadded(signed, message.length, set.logn, family(set.degree).lengths.signature);
      if (signature === null) continue;
      expect(family(set.degree).verify(publicKey, message, signature)).toBe(true);
      expect(family(set.degree).verify(publicKey, flipBit(message, 0), signature)).toBe(false);
      padded++;
    }
    expect(records).toHaveLength(100);
    expect(padded).toBeGreaterThan(90);
  });

  test.each(SETS)(
    'FALCON-$degree: key generation from the seed of the NIST generator',
    (set) => {
      const records = readRecords(`pqc/falcon-kat/falcon${set.degree}-KAT.rsp`).filter((record) => record.has('count'));
      for (const record of sample(records, 2, 'FALCON KAT key generation')) {
        const seed = rngAesCtrDrbg256(hex(field(record, 'seed'))).randomBytes(48);
        const pair = family(set.degree).generateKeyPair(seed);
        expect(pair.publicKey).toEqual(hex(field(record, 'pk')));
        expect(pair.secretKey).toEqual(hex(field(record, 'sk')));
      }
    },
    SET_TIMEOUT_MS,
  );

  test.each(SETS)('FALCON-$degree: the padded variant of PQClean', (set) => {
    const [record, ...others] = readRecords(`pqc/falcon-kat/pqclean_nistkat_falcon-padded-${set.degree}.txt`);
    if (record === undefined || others.length > 0) throw new Error('one record expected');
    const { lengths, verify, publicKeyOf } = family(set.degree);
    const signed = hex(field(record, 'sm'));
    const signature = signed.subarray(0, lengths.signature);
    const message = signed.subarray(lengths.signature);
    const publicKey = hex(field(record, 'pk'));
    expect(message).toEqual(hex(field(record, 'msg')));
    expect(publicKeyOf(hex(field(record, 'sk')))).toEqual(publicKey);
    expect(verify(publicKey, message, signature)).toBe(true);
    expect(verify(publicKey, message, flipBit(signature, 999))).toBe(false);
    expect(set.padded.verify(signature, message, publicKey)).toBe(true);
  });

  test.each(SETS)('FALCON-$degree: the plain variant of PQClean', (set) => {
    const [record] = readRecords(`pqc/falcon-kat/pqclean_nistkat_falcon-${set.degree}.txt`);
    if (record === undefined) throw new Error('one record expected');
    expect(set.noble.attached.open(hex(field(record, 'sm')), hex(field(record, 'pk')))).toEqual(
      hex(field(record, 'msg')),
    );
  });

  test.each(SETS)('FALCON-$degree: the files are the ones that liboqs hashes', (set) => {
    const hashes = readVectorJson<Record<string, { single: string; all: string }>>(
      'pqc/liboqs-kat-hashes/sig-kats.json',
    );
    const single = (name: string) => toHex(sha256(readVectors(`pqc/falcon-kat/pqclean_nistkat_${name}.txt`)));
    expect(single(`falcon-${set.degree}`)).toBe(hashes[`Falcon-${set.degree}`]?.single);
    expect(single(`falcon-padded-${set.degree}`)).toBe(hashes[`Falcon-padded-${set.degree}`]?.single);
  });
});
