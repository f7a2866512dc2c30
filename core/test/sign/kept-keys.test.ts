/** Imported private keys are kept beside the bytes that they came from: bytes that change must mean another key. */
import * as nodeCrypto from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeKem } from '../../src/kem/node-kem.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';

const MESSAGE = new Uint8Array([1, 2, 3]);

test('bytes that were overwritten sign under the key that they now are', async () => {
  const backend = nodeBackend(nodeCrypto);
  const seed = new Uint8Array(32).fill(1);
  const publicKeys = [];
  for (const fill of [1, 2, 1]) {
    seed.fill(fill);
    const publicKey = await backend.publicKeyOf?.('ML-DSA-65', seed);
    const signature = await backend.sign?.('ML-DSA-65', seed, MESSAGE);
    if (!publicKey || !signature) throw new Error('node:crypto has ML-DSA');
    expect(await backend.verify?.('ML-DSA-65', publicKey, MESSAGE, signature)).toBe(true);
    publicKeys.push(publicKey);
  }
  expect(publicKeys[0]).toEqual(publicKeys[2]);
  expect(publicKeys[0]).not.toEqual(publicKeys[1]);
});

test('a seed that was overwritten, or is asked for under another parameter set, is another key', async () => {
  const backend = nodeKem(nodeCrypto);
  const seed = new Uint8Array(64).fill(1);
  const first = await backend.publicKeyOf('ML-KEM-1024', seed);
  expect((await backend.publicKeyOf('ML-KEM-768', seed)).length).toBe(1184);
  seed.fill(2);
  const second = await backend.publicKeyOf('ML-KEM-1024', seed);
  expect(second).not.toEqual(first);
  const sent = await backend.encapsulate('ML-KEM-1024', second);
  if (sent === null) throw new Error('the key is good');
  expect(await backend.decapsulate('ML-KEM-1024', seed, sent.ciphertext)).toEqual(sent.sharedSecret);
  seed.fill(1);
  expect(await backend.decapsulate('ML-KEM-1024', seed, sent.ciphertext)).not.toEqual(sent.sharedSecret);
});

test('a fresh pair that was overwritten is another one', async () => {
  const backend = nodeKem(nodeCrypto);
  const fresh = await backend.freshKeyPair('ML-KEM-1024');
  const other = await backend.freshKeyPair('ML-KEM-1024');
  if (fresh === null || other === null) throw new Error('node:crypto makes ML-KEM keys');
  fresh.publicKey.set(other.publicKey);
  const sent = await backend.encapsulate('ML-KEM-1024', fresh.publicKey);
  if (sent === null) throw new Error('the key is good');
  expect(await backend.decapsulate('ML-KEM-1024', other.secretKey, sent.ciphertext)).toEqual(sent.sharedSecret);
  expect(await backend.decapsulate('ML-KEM-1024', fresh.secretKey, sent.ciphertext)).not.toEqual(sent.sharedSecret);
  fresh.publicKey.fill(255);
  expect(await backend.encapsulate('ML-KEM-1024', fresh.publicKey)).toBeNull();
});
