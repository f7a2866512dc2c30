import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, fromBase64, toBase64, utf8 } from '../../src/bytes.ts';
import { canonicalBytes } from '../../src/canonical-json.ts';
import { createKem } from '../../src/kem/kem.ts';
import { expandKemSeed } from '../../src/kem/ml-kem.ts';
import { nodeKem } from '../../src/kem/node-kem.ts';
import { type BoxContext, boxAad, boxFromText, boxToText, open, type SealedBox, seal } from '../../src/kem/seal.ts';
import { systemRandom } from '../../src/random.ts';
import { flipBit } from '../vectors.ts';

const kem = createKem([nodeKem(nodeCrypto)], systemRandom);
const context: BoxContext = { kind: 'wrap', project: 'prj_1', object: 'wk_1', column: 'key', version: 1 };
const plaintext = utf8('a secret');

async function sealed(algorithm: 'ML-KEM-768' | 'ML-KEM-1024' = 'ML-KEM-1024', what = plaintext) {
  const pair = await kem.generateKeyPair(algorithm);
  const box = await seal(kem, systemRandom, algorithm, pair.publicKey, what, context);
  if (box === null) throw new Error('a good key was refused');
  return { ...pair, box };
}

test('the box opens for its own key and object, with the seed and with the expanded key', async () => {
  for (const algorithm of ['ML-KEM-768', 'ML-KEM-1024'] as const) {
    const { box, secretKey } = await sealed(algorithm);
    expect(box.nonce).toHaveLength(12);
    expect(box.ciphertext).toHaveLength(plaintext.length + 16);
    expect(await open(kem, algorithm, secretKey, box, context)).toEqual(plaintext);
    expect(await open(kem, algorithm, expandKemSeed(algorithm, secretKey), box, context)).toEqual(plaintext);
  }
});

test('an empty plaintext has its box too', async () => {
  const { box, secretKey } = await sealed('ML-KEM-768', new Uint8Array());
  expect(await open(kem, 'ML-KEM-768', secretKey, box, context)).toEqual(new Uint8Array());
});

test('S22: the format is the one written down, checked with node:crypto alone', async () => {
  const { box, secretKey, publicKey } = await sealed();
  const privateKey = nodeCrypto.createPrivateKey({
    key: Buffer.from(secretKey),
    format: 'raw-seed',
    asymmetricKeyType: 'ml-kem-1024',
  });
  const sharedSecret = nodeCrypto.decapsulate(privateKey, box.kemCiphertext);
  const salt = nodeCrypto.createHash('sha3-256').update(box.kemCiphertext).update(publicKey).digest();
  const key = new Uint8Array(nodeCrypto.hkdfSync('sha3-256', sharedSecret, salt, 'wrap', 32));
  const decipher = nodeCrypto.createDecipheriv('aes-256-gcm', key, box.nonce);
  decipher.setAAD(utf8('["wrap","prj_1","wk_1","key",1]'));
  decipher.setAuthTag(box.ciphertext.subarray(-16));
  const opened = Buffer.concat([decipher.update(box.ciphertext.subarray(0, -16)), decipher.final()]);
  expect(new Uint8Array(opened)).toEqual(plaintext);
  expect(boxAad(context)).toEqual(canonicalBytes(['wrap', 'prj_1', 'wk_1', 'key', 1]));
});

test.each([
  ['kind', { kind: 'share' }],
  ['project', { project: 'prj_2' }],
  ['object', { object: 'wk_2' }],
  ['column', { column: 'value' }],
  ['version', { version: 2 }],
])('S22: a box does not open under another %s', async (_, other) => {
  const { box, secretKey } = await sealed();
  expect(await open(kem, 'ML-KEM-1024', secretKey, box, { ...context, ...other })).toBeNull();
  expect(await open(kem, 'ML-KEM-1024', secretKey, box, context)).toEqual(plaintext);
});

describe('what does not open is null', () => {
  test('another key, a damaged part, a wrong length', async () => {
    const { box, secretKey } = await sealed('ML-KEM-768');
    const other = await kem.generateKeyPair('ML-KEM-768');
    const opens = (changed: Partial<SealedBox>, key = secretKey) =>
      open(kem, 'ML-KEM-768', key, { ...box, ...changed }, context);
    expect(await opens({})).toEqual(plaintext);
    expect(await opens({}, other.secretKey)).toBeNull();
    expect(await opens({}, secretKey.subarray(1))).toBeNull();
    expect(await opens({ kemCiphertext: box.kemCiphertext.subarray(1) })).toBeNull();
    expect(await opens({ nonce: box.nonce.subarray(1) })).toBeNull();
    expect(await opens({ ciphertext: new Uint8Array(15) })).toBeNull();
    expect(await open(kem, 'ML-KEM-1024', secretKey, box, context)).toBeNull();
    for (const part of ['kemCiphertext', 'nonce', 'ciphertext'] as const) {
      await fc.assert(
        fc.asyncProperty(
          fc.nat(box[part].length * 8 - 1),
          async (bit) => (await opens({ [part]: flipBit(box[part], bit) })) === null,
        ),
        { numRuns: 20 },
      );
    }
  });

  test('a public key that fails its check seals nothing', async () => {
    const bad = new Uint8Array(1568).fill(255);
    expect(await seal(kem, systemRandom, 'ML-KEM-1024', bad, plaintext, context)).toBeNull();
  });
});

describe('the kem1: text form', () => {
  test('goes there and back', async () => {
    const { box, secretKey } = await sealed();
    const text = boxToText(box);
    expect(text).toBe(`kem1:${toBase64(concat(box.kemCiphertext, box.nonce, box.ciphertext))}`);
    const read = boxFromText(text, 'ML-KEM-1024');
    expect(read).toEqual(box);
    expect(read === null ? null : await open(kem, 'ML-KEM-1024', secretKey, read, context)).toEqual(plaintext);
  });

  test('malformed or too short text is null', async () => {
    const text = boxToText((await sealed()).box);
    expect(boxFromText(text.slice(5), 'ML-KEM-1024')).toBeNull();
    expect(boxFromText(`kem2:${text.slice(5)}`, 'ML-KEM-1024')).toBeNull();
    expect(boxFromText(`${text} `, 'ML-KEM-1024')).toBeNull();
    const whole = fromBase64(text.slice(5)) ?? new Uint8Array();
    expect(boxFromText(`kem1:${toBase64(whole.subarray(0, 1568 + 12 + 15))}`, 'ML-KEM-1024')).toBeNull();
    expect(boxFromText(`kem1:${toBase64(whole.subarray(0, 1568 + 12 + 16))}`, 'ML-KEM-1024')).not.toBeNull();
  });
});
