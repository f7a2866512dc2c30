/** liboqs, noble and OpenSSL make the same keys of a seed, accept what the others sign, and refuse the same bytes. */
import * as nodeCrypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/random.ts';
import { familyOf } from '../../src/sign/families.ts';
import { checkKnownAnswer } from '../../src/sign/known-answer.ts';
import { liboqsBackend } from '../../src/sign/liboqs-backend.ts';
import { nodeBackend } from '../../src/sign/node-backend.ts';
import { createSignatureProvider } from '../../src/sign/provider.ts';
import { type AcvpFile, cases, describeVectors, flipBit, hex, readVectorJson, SOAK } from '../vectors.ts';

const ML_DSA = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const;
const liboqs = liboqsBackend(systemRandom);
const openssl = nodeBackend(nodeCrypto);

/** A key of FALCON takes noble up to half a second. */
test.each(['FALCON-512', 'FALCON-1024'] as const)('%s: keys of a seed', { timeout: 7_200_000 }, async (algorithm) => {
  const family = await familyOf(algorithm);
  for (let round = 0; round < (SOAK ? 1000 : 1); round++) {
    const seed = systemRandom(family.lengths.seed);
    expect(await liboqs.generateKeyPair?.(algorithm, seed)).toEqual(family.generateKeyPair(seed));
  }
});

describe.each(ML_DSA)('%s', (algorithm) => {
  test('serves after its known answer', async () => {
    expect(await checkKnownAnswer(liboqs, algorithm)).toBe('right');
    const provider = createSignatureProvider([liboqs], systemRandom);
    for (const operation of ['keys', 'sign', 'verify'] as const) {
      expect(await provider.backendFor(algorithm, operation)).toBe('liboqs');
    }
  });

  test('keys of a seed, and signatures both ways', { timeout: 7_200_000 }, async () => {
    const family = await familyOf(algorithm);
    for (let round = 0; round < (SOAK ? 10_000 : 3); round++) {
      const seed = systemRandom(32);
      const message = systemRandom((round * 331) % 5000);
      const pair = family.generateKeyPair(seed);
      expect(await liboqs.generateKeyPair?.(algorithm, seed)).toEqual(pair);
      const signatures = [
        await liboqs.sign?.(algorithm, seed, message),
        await openssl.sign?.(algorithm, seed, message),
        family.sign(seed, message),
      ];
      for (const signature of signatures) {
        if (!signature) throw new Error('not signed');
        const changed = flipBit(signature, (round * 7919) % (signature.length * 8));
        for (const [signed, expected] of [
          [signature, true],
          [changed, false],
        ] as const) {
          expect(await liboqs.verify?.(algorithm, pair.publicKey, message, signed)).toBe(expected);
          expect(await openssl.verify?.(algorithm, pair.publicKey, message, signed)).toBe(expected);
          expect(family.verify(pair.publicKey, message, signed)).toBe(expected);
        }
      }
    }
  });

  test('malformed keys and signatures: no trap, no growth, the same answers', { timeout: 7_200_000 }, async () => {
    const { publicKey, secretKey } = (await familyOf(algorithm)).generateKeyPair(systemRandom(32));
    const family = await familyOf(algorithm);
    const message = systemRandom(48);
    const signature = family.sign(secretKey, message);
    const changesOf = (bytes: Uint8Array) =>
      fc.oneof(
        fc.array(fc.nat(bytes.length * 8 - 1), { maxLength: 3 }).map((bits) => bits.reduce(flipBit, bytes)),
        // The hints stand at the end, and have one spelling.
        fc
          .array(fc.integer({ min: bytes.length * 8 - 480, max: bytes.length * 8 - 1 }), { maxLength: 2 })
          .map((bits) => bits.reduce(flipBit, bytes)),
        fc.nat(255).map((byte) => new Uint8Array(bytes.length).fill(byte)),
        fc.constant(null).map(() => systemRandom(bytes.length)),
      );
    let valid = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constant(publicKey), changesOf(publicKey)),
        changesOf(signature),
        async (key, signed) => {
          const ours = await liboqs.verify?.(algorithm, key, message, signed);
          const others = [await openssl.verify?.(algorithm, key, message, signed), family.verify(key, message, signed)];
          expect(others).toEqual([ours, ours]);
          if (ours) valid++;
        },
      ),
      { numRuns: SOAK ? 100_000 : 100, examples: [[publicKey, signature]] },
    );
    expect(valid).toBeGreaterThan(0);
    // A grown instance would refuse to go on.
    expect(await liboqs.verify?.(algorithm, publicKey, message, signature)).toBe(true);
  });

  test('messages up to what liboqs declines', async () => {
    const { publicKey, secretKey } = (await familyOf(algorithm)).generateKeyPair(systemRandom(32));
    const longest = new Uint8Array(1 << 20).fill(3);
    const signature = await liboqs.sign?.(algorithm, secretKey, longest);
    if (!signature) throw new Error('not signed');
    expect(await openssl.verify?.(algorithm, publicKey, longest, signature)).toBe(true);
    expect(await liboqs.verify?.(algorithm, publicKey, longest, signature)).toBe(true);
    const longer = new Uint8Array((1 << 20) + 1);
    expect(await liboqs.sign?.(algorithm, secretKey, longer)).toBeNull();
    expect(await liboqs.verify?.(algorithm, publicKey, longer, signature)).toBeNull();
  });
});

describeVectors('ACVP ML-DSA', () => {
  test('keyGen: the public key of a seed', async () => {
    const file = readVectorJson<AcvpFile<{ seed: string; pk: string }>>(
      'pqc/acvp/ML-DSA-keyGen-FIPS204/internalProjection.json.gz',
    );
    for (const { parameterSet, tests } of cases(file.testGroups, 'ML-DSA keyGen')) {
      for (const { seed, pk } of tests) {
        expect(await liboqs.publicKeyOf?.(parameterSet as 'ML-DSA-44', hex(seed))).toEqual(hex(pk));
      }
    }
  });
});
