import { cosineOf, MOST_DIMENSIONS, quantisedVector } from '@touchstone/core/biometrics/vector.ts';
import { VECTORS } from '@touchstone/core/fhe/coefficients.ts';
import { expect, test } from 'vitest';

const bytesOf = (floats: ArrayLike<number>) => new Uint8Array(Float32Array.from(floats).buffer);

test('an inner product never leaves the range of the plaintext modulus', () => {
  const half = Number(VECTORS.plainModulus / 2n);
  const cases = [
    Array.from({ length: MOST_DIMENSIONS }, () => 1),
    Array.from({ length: MOST_DIMENSIONS }, (_, at) => (at % 2 === 0 ? 1 : -0.9857)),
    Array.from({ length: 64 }, (_, at) => (at === 5 ? 1 : 0)),
    ...Array.from({ length: 50 }, () => Array.from({ length: 1024 }, () => Math.random() - 0.5)),
  ];
  for (const vector of cases) {
    const quantised = quantisedVector(bytesOf(vector));
    expect(quantised?.square).toBeLessThan(half);
    expect(quantised?.square).toBeGreaterThan(0);
  }
});

test('rounding keeps the cosine within a thousandth, for vectors of equal values too', () => {
  for (const dimensions of [64, 128, 512, 1024]) {
    for (let round = 0; round < 20; round++) {
      const a = Float32Array.from({ length: dimensions }, () => Math.random() - 0.5);
      const b = a.map((value) => value + (Math.random() - 0.5) * (round / 20));
      const [x, y] = [quantisedVector(bytesOf(a)), quantisedVector(bytesOf(b))];
      if (x === null || y === null) throw new Error('no vector');
      const dot = (u: ArrayLike<number>, v: ArrayLike<number>) =>
        Array.from(u).reduce((sum, value, at) => sum + value * (v[at] ?? 0), 0);
      const exact = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
      expect(Math.abs(cosineOf(dot(x.values, y.values), x.square, y.square) - exact)).toBeLessThan(0.002);
    }
  }
  const flat = quantisedVector(bytesOf(new Float32Array(1024).fill(0.25)));
  expect(cosineOf(flat?.square ?? 0, flat?.square ?? 0, flat?.square ?? 0)).toBe(1);
});

test('rounding never moves a cosine by more than √n/700, and vectors that are made for it by more than half of that', () => {
  const dot = (u: ArrayLike<number>, v: ArrayLike<number>) =>
    Array.from(u).reduce((sum, value, at) => sum + value * (v[at] ?? 0), 0);
  for (const dimensions of [64, 128, 512, 1024]) {
    const rest = (value: number) => Array.from({ length: dimensions - 1 }, () => value);
    let most = 0;
    for (const small of [0.49, 0.495, 0.499, 0.501, 0.505, 0.51, 1.49, 1.51]) {
      for (const other of [-0.499, 0.499, 0.501, -0.501, 700]) {
        const [a, b] = [Float32Array.from([700, ...rest(small)]), Float32Array.from([700, ...rest(other)])];
        const [x, y] = [quantisedVector(bytesOf(a)), quantisedVector(bytesOf(b))];
        if (x === null || y === null) throw new Error('no vector');
        const exact = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
        const error = Math.abs(cosineOf(dot(x.values, y.values), x.square, y.square) - exact);
        most = Math.max(most, error);
        expect(error).toBeLessThan(Math.sqrt(dimensions) / 700);
      }
    }
    // The guide states the bound because it is nearly reached, not out of caution.
    expect(most).toBeGreaterThan((0.45 * Math.sqrt(dimensions)) / 700);
  }
});

test('what is no vector is none', () => {
  for (const bytes of [
    new Uint8Array(),
    bytesOf(new Float32Array(64)),
    bytesOf(new Float32Array(63).fill(1)),
    bytesOf(new Float32Array(1025).fill(1)),
    new Uint8Array(64 * 4 + 1).fill(1),
    bytesOf(Array.from({ length: 64 }, (_, at) => (at === 0 ? Number.NaN : 1))),
    bytesOf(Array.from({ length: 64 }, (_, at) => (at === 0 ? Number.NEGATIVE_INFINITY : 1))),
  ]) {
    expect(quantisedVector(bytes)).toBe(null);
  }
});

test('lengths at both ends of what floats hold', () => {
  for (const scale of [3e38, 1e-44]) {
    const quantised = quantisedVector(bytesOf(new Float32Array(64).fill(scale)));
    expect(quantised?.values[0]).toBe(88);
  }
});
