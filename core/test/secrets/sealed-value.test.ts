import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64, toBase64, utf8 } from '../../src/bytes.ts';
import { createKem } from '../../src/kem/kem.ts';
import { nodeKem } from '../../src/kem/node-kem.ts';
import { planKeySet } from '../../src/keys/generate.ts';
import { publicJwk } from '../../src/keys/key-set.ts';
import { systemRandom } from '../../src/random.ts';
import { openValue, type SealedFor, sealingKey, sealValue } from '../../src/secrets/sealed-value.ts';
import { flipBit } from '../vectors.ts';

const kem = createKem([nodeKem(nodeCrypto)], systemRandom);
const STORE: SealedFor = { request: 'store', name: 'Payment key' };
const ROTATE: SealedFor = { request: 'rotate', secretId: 'Payment key' };

test('what one implementation seals the other opens, for the same project and target only', async () => {
  const noble = createKem([], systemRandom);
  const { publicKey, secretKey } = await kem.generateKeyPair('ML-KEM-1024');
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (value) => {
      for (const [sealer, opener] of [
        [kem, noble],
        [noble, kem],
      ] as const) {
        const text = await sealValue(sealer, systemRandom, publicKey, 'prj_1', STORE, value);
        expect(await openValue(opener, secretKey, 'prj_1', STORE, text)).toEqual(utf8(value));
        expect(await openValue(opener, secretKey, 'prj_2', STORE, text)).toBeNull();
        expect(await openValue(opener, secretKey, 'prj_1', ROTATE, text)).toBeNull();
        expect(await openValue(opener, secretKey, 'prj_1', { request: 'store', name: 'x' }, text)).toBeNull();
      }
    }),
    { numRuns: 10 },
  );
});

test('no bit of it may change', async () => {
  const { publicKey, secretKey } = await kem.generateKeyPair('ML-KEM-1024');
  const text = await sealValue(kem, systemRandom, publicKey, 'prj_1', STORE, 'a value');
  const box = fromBase64(text.slice(5)) ?? new Uint8Array();
  expect(box.length).toBe(1568 + 12 + 7 + 16);
  for (const bit of [0, 8 * 1567, 8 * 1568, 8 * 1580, 8 * box.length - 1]) {
    const changed = `kem1:${toBase64(flipBit(box, bit))}`;
    expect(await openValue(kem, secretKey, 'prj_1', STORE, changed)).toBeNull();
  }
  for (const wrong of ['kem1:', text.slice(5), `KEM1:${text.slice(5)}`, text.slice(0, -4)]) {
    expect(await openValue(kem, secretKey, 'prj_1', STORE, wrong)).toBeNull();
  }
  const other = await kem.generateKeyPair('ML-KEM-1024');
  expect(await openValue(kem, other.secretKey, 'prj_1', STORE, text)).toBeNull();
});

test('our own misuse throws: no value, one that is too long, a broken key', async () => {
  const { publicKey } = await kem.generateKeyPair('ML-KEM-1024');
  const seal = (value: string, key = publicKey) => sealValue(kem, systemRandom, key, 'prj_1', STORE, value);
  for (const value of ['', 'x'.repeat(65_537)]) await expect(seal(value)).rejects.toThrow(RangeError);
  await expect(seal('x'.repeat(65_536))).resolves.toMatch(/^kem1:/);
  await expect(seal('\ud800')).rejects.toThrow(TypeError);
  await expect(seal('x', publicKey.slice(1))).rejects.toThrow(TypeError);
  await expect(seal('x', new Uint8Array(1568).fill(255))).rejects.toThrow(TypeError);
});

test('the key to seal to is the first of the enc sets', async () => {
  const facts = { keyset_id: 'ks_1', issuer: 'i', principal: 'p', serial: 1, notBefore: 0, notAfter: 1 } as const;
  const [a, b] = [await kem.generateKeyPair('ML-KEM-1024'), await kem.generateKeyPair('ML-KEM-1024')];
  const setOf = (use: 'enc' | 'service', key: Uint8Array) =>
    planKeySet({ ...facts, use }, [publicJwk('ML-KEM-1024', key)]);
  expect(sealingKey([setOf('enc', a.publicKey), setOf('enc', b.publicKey)])).toEqual(a.publicKey);
  expect(sealingKey([setOf('service', a.publicKey), setOf('enc', b.publicKey)])).toEqual(b.publicKey);
  expect(sealingKey([setOf('service', a.publicKey)])).toBeNull();
  expect(sealingKey([])).toBeNull();
});
