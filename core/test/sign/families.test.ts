import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FAMILIES, familyOf } from '../../src/sign/families.ts';
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../../src/sign/family.ts';
import { KNOWN_MESSAGE, knownAnswerOf } from '../../src/sign/known-answer.ts';
import { signatureLengths } from '../../src/sign/lengths.ts';
import { flipBit, SOAK } from '../vectors.ts';

const message = new TextEncoder().encode('a message');
/** Families whose noble signing is fast enough for a live signature; the others are tested with stored ones. */
const FAST: readonly SignatureAlgorithm[] = [
  'Ed25519',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'SLH-DSA-SHA2-128f',
  'FALCON-512',
  'FALCON-1024',
];

const made = new Map<SignatureAlgorithm, ReturnType<typeof makeSignature>>();

/** A FALCON key costs half a second: each is made once. */
function ownSignature(algorithm: SignatureAlgorithm) {
  const known = made.get(algorithm) ?? makeSignature(algorithm);
  made.set(algorithm, known);
  return known;
}

async function makeSignature(algorithm: SignatureAlgorithm) {
  const family = await familyOf(algorithm);
  const seed = Uint8Array.from({ length: family.lengths.seed }, (_, i) => 255 - i);
  const { publicKey, secretKey } = family.generateKeyPair(seed);
  return { family, seed, publicKey, secretKey, signature: family.sign(secretKey, message) };
}

describe('the list of families', () => {
  test('has every algorithm exactly once, with the lengths of its standard', async () => {
    const modules = await Promise.all(FAMILIES.map(({ load }) => load()));
    const listed = modules.flatMap(({ parameterSets }) => parameterSets);
    expect(listed.map(({ algorithm }) => algorithm).sort()).toEqual([...SIGNATURE_ALGORITHMS].sort());
    for (const family of listed) {
      expect(family.lengths).toEqual(signatureLengths(family.algorithm));
      expect(await familyOf(family.algorithm)).toBe(family);
    }
  });

  test('refuses a name that it does not have', async () => {
    await expect(familyOf('ML-DSA-99' as SignatureAlgorithm)).rejects.toThrow(TypeError);
    await expect(familyOf('RSA' as SignatureAlgorithm)).rejects.toThrow(TypeError);
  });
});

describe.each(FAST)('%s', (algorithm) => {
  test('signs and verifies; keys and signatures have the lengths of the table', async () => {
    const { family, seed, publicKey, secretKey, signature } = await ownSignature(algorithm);
    expect(publicKey).toHaveLength(family.lengths.publicKey);
    expect(secretKey).toHaveLength(family.lengths.secretKey);
    expect(signature).toHaveLength(family.lengths.signature);
    expect(family.publicKeyOf(secretKey)).toEqual(publicKey);
    expect(family.generateKeyPair(seed).publicKey).toEqual(publicKey);
    expect(family.verify(publicKey, message, signature)).toBe(true);
    expect(family.verify(publicKey, message.subarray(1), signature)).toBe(false);
  });

  test('does not hand out the caller’s seed buffer as the secret key', async () => {
    const { seed, family } = await ownSignature(algorithm);
    const lent = seed.slice();
    const { secretKey, publicKey } = family.generateKeyPair(lent);
    lent.fill(0);
    expect(family.publicKeyOf(secretKey)).toEqual(publicKey);
  });

  test('signs hedged, except Ed25519, which is deterministic', async () => {
    const { family, secretKey, signature } = await ownSignature(algorithm);
    const again = family.sign(secretKey, message);
    if (algorithm === 'Ed25519') expect(again).toEqual(signature);
    else expect(again).not.toEqual(signature);
  });

  test('any changed bit of the signature or of the key makes it fail', async () => {
    const { family, publicKey, signature } = await ownSignature(algorithm);
    const numRuns = SOAK ? 500 : 40;
    fc.assert(
      fc.property(
        fc.nat(signature.length * 8 - 1),
        (bit) => !family.verify(publicKey, message, flipBit(signature, bit)),
      ),
      { numRuns },
    );
    fc.assert(
      fc.property(
        fc.nat(publicKey.length * 8 - 1),
        (bit) => !family.verify(flipBit(publicKey, bit), message, signature),
      ),
      { numRuns: numRuns / 4 },
    );
  });

  test('outside bytes of any length or content are answered false', async () => {
    const { family, publicKey, signature } = await ownSignature(algorithm);
    const { lengths } = family;
    for (const length of [0, 1, lengths.signature - 1, lengths.signature + 1]) {
      expect(family.verify(publicKey, message, new Uint8Array(length))).toBe(false);
    }
    for (const length of [0, 1, lengths.publicKey - 1, lengths.publicKey + 1]) {
      expect(family.verify(new Uint8Array(length), message, signature)).toBe(false);
    }
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: lengths.publicKey, maxLength: lengths.publicKey }),
        fc.uint8Array({ minLength: lengths.signature, maxLength: lengths.signature }),
        (key, forged) => !family.verify(key, message, forged) && !family.verify(publicKey, message, forged),
      ),
      { numRuns: 5 },
    );
    expect(family.verify(publicKey, message, new Uint8Array(lengths.signature).fill(255))).toBe(false);
    expect(family.verify(new Uint8Array(lengths.publicKey).fill(255), message, signature)).toBe(false);
  });

  test('our own wrong lengths throw', async () => {
    const { family, seed, secretKey } = await ownSignature(algorithm);
    expect(() => family.sign(secretKey.subarray(1), message)).toThrow(RangeError);
    expect(() => family.publicKeyOf(new Uint8Array(secretKey.length + 1))).toThrow(RangeError);
    expect(() => family.generateKeyPair(seed.subarray(1))).toThrow(RangeError);
  });
});

describe('stored known answers', () => {
  test.each(SIGNATURE_ALGORITHMS)(
    '%s: noble derives the key, accepts the signature, refuses it with any bit changed',
    async (algorithm) => {
      const known = await knownAnswerOf(algorithm);
      const family = await familyOf(algorithm);
      const knownMessage = new TextEncoder().encode(KNOWN_MESSAGE);
      expect(family.publicKeyOf(known.secretKey)).toEqual(known.publicKey);
      expect(family.verify(known.publicKey, knownMessage, known.signature)).toBe(true);
      expect(family.verify(known.publicKey, knownMessage.subarray(1), known.signature)).toBe(false);
      fc.assert(
        fc.property(
          fc.nat(known.signature.length * 8 - 1),
          (bit) => !family.verify(known.publicKey, knownMessage, flipBit(known.signature, bit)),
        ),
        { numRuns: SOAK ? 200 : 5 },
      );
      const seed = Uint8Array.from({ length: family.lengths.seed }, (_, index) => index);
      // Other families store the seed, or begin their secret key with it.
      if (algorithm.startsWith('FALCON')) expect(family.generateKeyPair(seed).secretKey).toEqual(known.secretKey);
      else expect(known.secretKey.subarray(0, seed.length)).toEqual(seed);
    },
  );
});
