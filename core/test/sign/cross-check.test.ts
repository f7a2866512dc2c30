/** Live cross-checks against independent implementations: OpenSSL behind node:crypto, liboqs in WebAssembly. */
import * as nodeCrypto from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/random.ts';
import { familyOf } from '../../src/sign/families.ts';
import type { SignatureAlgorithm } from '../../src/sign/family.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { webBackend } from '../../src/sign/web-backend.ts';
import { flipBit, SOAK } from '../vectors.ts';

/** What the tests use of @oqs/liboqs-js; its own type declarations leave these classes out. */
interface LiboqsSignature {
  generateKeyPair(): { publicKey: Uint8Array; secretKey: Uint8Array };
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
  destroy(): void;
}

const LIBOQS = '@oqs/liboqs-js/sig';

async function liboqs(factory: string): Promise<LiboqsSignature> {
  const module = (await import(LIBOQS)) as Record<string, () => Promise<LiboqsSignature>>;
  const create = module[factory];
  if (create === undefined) throw new Error(`liboqs-js has no ${factory}`);
  return create();
}

const message = systemRandom(48);

/** noble takes 8 to 12 seconds for a signature of the small SHAKE sets; those are live in a soak run, stored answers else. */
const SLOW_IN_NOBLE: readonly SignatureAlgorithm[] = ['SLH-DSA-SHAKE-128s', 'SLH-DSA-SHAKE-256s'];

describe.each([
  'Ed25519',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'SLH-DSA-SHA2-128s',
  'SLH-DSA-SHA2-128f',
  'SLH-DSA-SHA2-256s',
  'SLH-DSA-SHAKE-128s',
  'SLH-DSA-SHAKE-128f',
  'SLH-DSA-SHAKE-256s',
] as const)('node:crypto and noble, %s', (algorithm) => {
  const type = algorithm.toLowerCase() as 'ml-dsa-44';

  test('what node:crypto signs, noble verifies', async () => {
    const family = await familyOf(algorithm);
    const { publicKey, privateKey } = nodeCrypto.generateKeyPairSync(type);
    const rawPublic = new Uint8Array(publicKey.export({ format: 'raw-public' }));
    const signature = new Uint8Array(nodeCrypto.sign(null, message, privateKey));
    expect(family.verify(rawPublic, message, signature)).toBe(true);
    expect(family.verify(rawPublic, message, flipBit(signature, 77))).toBe(false);
    expect(family.verify(rawPublic, flipBit(message, 0), signature)).toBe(false);
    const format = algorithm.startsWith('ML-DSA') ? 'raw-seed' : 'raw-private';
    expect(family.publicKeyOf(new Uint8Array(privateKey.export({ format })))).toEqual(rawPublic);
  });

  test.skipIf(SLOW_IN_NOBLE.includes(algorithm) && !SOAK)('what noble signs, node:crypto verifies', async () => {
    const family = await familyOf(algorithm);
    const { publicKey, secretKey } = family.generateKeyPair(systemRandom(family.lengths.seed));
    const signature = family.sign(secretKey, message);
    const key = nodeCrypto.createPublicKey({
      key: Buffer.from(publicKey),
      format: 'raw-public',
      asymmetricKeyType: type,
    });
    expect(nodeCrypto.verify(null, message, key, signature)).toBe(true);
    expect(nodeCrypto.verify(null, message, key, flipBit(signature, 77))).toBe(false);
  });

  test('the node backend: own signature, public key of the secret key, key pair of a seed', async () => {
    const backend = nodeBackend(nodeCrypto);
    const family = await familyOf(algorithm);
    const pair = (await backend.freshKeyPair?.(algorithm)) ?? family.generateKeyPair(systemRandom(family.lengths.seed));
    expect(pair.secretKey).toHaveLength(family.lengths.secretKey);
    const signature = await backend.sign?.(algorithm, pair.secretKey, message);
    if (!signature) throw new Error('no signature');
    expect(family.verify(pair.publicKey, message, signature)).toBe(true);
    expect(await backend.verify?.(algorithm, pair.publicKey, message, signature)).toBe(true);
    expect(await backend.verify?.(algorithm, pair.publicKey, flipBit(message, 5), signature)).toBe(false);
    expect(await backend.publicKeyOf?.(algorithm, pair.secretKey)).toEqual(pair.publicKey);
    const seed = new Uint8Array(family.lengths.seed).fill(3);
    const seeded = await backend.generateKeyPair?.(algorithm, seed);
    expect(seeded).toEqual(algorithm.startsWith('SLH-DSA') ? null : family.generateKeyPair(seed));
  });
});

describe.each(['Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const)('WebCrypto and noble, %s', (algorithm) => {
  test('both ways', async () => {
    const backend = webBackend<nodeCrypto.webcrypto.CryptoKey>(nodeCrypto.webcrypto.subtle);
    const family = await familyOf(algorithm);
    const seed = systemRandom(family.lengths.seed);
    const pair = await backend.generateKeyPair?.(algorithm, seed);
    expect(pair).toEqual(family.generateKeyPair(seed));
    const { publicKey, secretKey } = family.generateKeyPair(seed);
    const theirs = await backend.sign?.(algorithm, secretKey, message);
    if (!theirs) throw new Error('no signature');
    expect(family.verify(publicKey, message, theirs)).toBe(true);
    const ours = family.sign(secretKey, message);
    expect(await backend.verify?.(algorithm, publicKey, message, ours)).toBe(true);
    expect(await backend.verify?.(algorithm, publicKey, message, flipBit(ours, 9))).toBe(false);
  });
});

describe.each([
  ['FALCON-512', 'createFalconPadded512'],
  ['FALCON-1024', 'createFalconPadded1024'],
  ['SLH-DSA-SHA2-128f', 'createSlhDsaSha2128f'],
  ['SLH-DSA-SHA2-256s', 'createSlhDsaSha2256s'],
] as const)('liboqs and noble, %s', (algorithm, factory) => {
  test('both ways, the same keys', async () => {
    const other = await liboqs(factory);
    try {
      const family = await familyOf(algorithm);
      const { publicKey, secretKey } = other.generateKeyPair();
      expect(family.publicKeyOf(secretKey)).toEqual(publicKey);
      const theirs = other.sign(message, secretKey);
      expect(theirs).toHaveLength(family.lengths.signature);
      expect(family.verify(publicKey, message, theirs)).toBe(true);
      expect(family.verify(publicKey, message, flipBit(theirs, 4001))).toBe(false);
      const ours = family.sign(secretKey, message);
      expect(other.verify(message, ours, publicKey)).toBe(true);
      expect(other.verify(message, flipBit(ours, 4001), publicKey)).toBe(false);
    } finally {
      other.destroy();
    }
  });
});
