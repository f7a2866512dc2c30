/** BFV on coefficients against plain computation. */
import {
  blindedDifference,
  COEFFICIENT_CIPHERTEXT_BYTES,
  COEFFICIENT_SECRET_KEY_BYTES,
  type CoefficientContext,
  coefficientKeys,
  decryptCoefficients,
  EQUALITY,
  encryptCoefficients,
  innerProduct,
  sumOf,
  VECTORS,
} from '@touchstone/core/fhe/coefficients.ts';
import { loadSeal, openContext, refusedBySeal } from '@touchstone/core/fhe/context.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { beforeAll, expect, test } from 'vitest';

let vectors: CoefficientContext;
let equality: CoefficientContext;
beforeAll(async () => {
  const seal = await loadSeal();
  vectors = openContext(seal, VECTORS);
  equality = openContext(seal, EQUALITY);
});

const whole = (most: number) => Math.round((Math.random() * 2 - 1) * most);

test('inner products are exact, and nothing else is left in the ciphertext', () => {
  const { publicKey, secretKey } = coefficientKeys(vectors);
  expect(secretKey).toHaveLength(COEFFICIENT_SECRET_KEY_BYTES);
  for (let round = 0; round < 60; round++) {
    const dimensions = [64, 128, 512, 1024][round % 4] ?? 64;
    const a = Array.from({ length: dimensions }, () => whole(22));
    const b = Array.from({ length: dimensions }, () => whole(22));
    const ciphertext = encryptCoefficients(vectors, publicKey, a);
    expect(ciphertext).toHaveLength(COEFFICIENT_CIPHERTEXT_BYTES);
    const product = innerProduct(vectors, systemRandom, ciphertext, b);
    const [value, ...others] = decryptCoefficients(vectors, secretKey, product, 4096) ?? [];
    expect(value).toBe(a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0));
    // Uniform ones: of 4095 about none is small.
    expect(others.filter((other) => Math.abs(other) < 1000).length).toBeLessThan(60);
  }
});

test('what is equal is zero, one changed bit makes nearly all of it random', () => {
  const { publicKey, secretKey } = coefficientKeys(equality);
  for (let round = 0; round < 20; round++) {
    const bits = Array.from({ length: 256 }, () => Math.round(Math.random()));
    const [a, b] = [encryptCoefficients(equality, publicKey, bits), encryptCoefficients(equality, publicKey, bits)];
    const same = decryptCoefficients(equality, secretKey, blindedDifference(equality, systemRandom, a, b), 4096);
    expect(same?.every((value) => value === 0)).toBe(true);
    bits[round] = 1 - (bits[round] ?? 0);
    const c = encryptCoefficients(equality, publicKey, bits);
    const other = decryptCoefficients(equality, secretKey, blindedDifference(equality, systemRandom, a, c), 4096);
    expect(other?.filter((value) => value !== 0).length).toBeGreaterThan(4000);
  }
});

test('a ciphertext less itself is refused by SEAL', () => {
  const { publicKey } = coefficientKeys(equality);
  const a = encryptCoefficients(equality, publicKey, [1]);
  let thrown: unknown;
  try {
    blindedDifference(equality, systemRandom, a, a);
  } catch (error) {
    thrown = error;
  }
  expect(refusedBySeal(thrown)).toBe(true);
});

test('a thousand signals add up', () => {
  const { publicKey, secretKey } = coefficientKeys(vectors);
  const values = Array.from({ length: 8 }, () => Math.abs(whole(1000)));
  const one = encryptCoefficients(vectors, publicKey, values);
  const weighted = [1, 332, 1, 333, 333].map((weight) => ({ ciphertext: one, weight }));
  const sum = decryptCoefficients(vectors, secretKey, sumOf(vectors, weighted), 8);
  const t = Number(VECTORS.plainModulus);
  expect(sum?.map((value) => (value < 0 ? value + t : value))).toEqual(values.map((value) => value * 1000));
  expect(decryptCoefficients(vectors, secretKey, one, 8)).toEqual(values);
});

test('another key opens nothing', () => {
  const [own, other] = [coefficientKeys(vectors), coefficientKeys(vectors)];
  const ciphertext = encryptCoefficients(vectors, own.publicKey, [1, 2, 3]);
  expect(decryptCoefficients(vectors, other.secretKey, ciphertext, 3)).toBe(null);
});
