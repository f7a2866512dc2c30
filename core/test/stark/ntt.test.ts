import { bitsOf, pointOf } from '@touchstone/core/stark/domain.ts';
import { add, multiply, P, powersOfBase } from '@touchstone/core/stark/field.ts';
import { evaluateOnCoset, interpolateOnCoset } from '@touchstone/core/stark/ntt.ts';
import { describe, expect, it } from 'vitest';
import { cases, describeVectors, readVectorJson } from '../vectors.ts';

function valueAt(coefficients: Uint32Array, x: number): number {
  return coefficients.reduceRight((value, coefficient) => add(multiply(value, x), coefficient), 0);
}

function evaluated(coefficients: Uint32Array, size: number, shift: number): Uint32Array {
  const target = new Uint32Array(size);
  evaluateOnCoset(coefficients, powersOfBase(shift, coefficients.length), target);
  return target;
}

describe('transforms', () => {
  it.each([
    [1, 1],
    [1, 8],
    [4, 4],
    [4, 64],
    [16, 32],
    [128, 2048],
  ])('%i coefficients on %i points are what evaluation gives', (count, size) => {
    const coefficients = Uint32Array.from({ length: count }, (_, i) => (i * 1_234_567_891 + 5) % P);
    const values = evaluated(coefficients, size, 31);
    for (let i = 0; i < size; i += Math.ceil(size / 50)) {
      expect(values[i]).toBe(valueAt(coefficients, pointOf(31, size, i)));
    }
    expect([...interpolateOnCoset(values, 31)]).toEqual([...coefficients, ...new Array(size - count).fill(0)]);
  });

  it('refuses sizes that are no powers of two', () => {
    expect(bitsOf(1024)).toBe(10);
    for (const size of [0, 3, 1000, Number.NaN]) expect(() => bitsOf(size)).toThrow(RangeError);
  });
});

describeVectors('Plonky3: transforms', () => {
  interface Transform {
    readonly coeffs: readonly number[];
    readonly evals_natural: readonly number[];
    readonly coset_lde_blowup2_shift31: readonly number[];
  }
  it('agrees', () => {
    const { dft } = readVectorJson<{ dft: readonly Transform[] }>('stark/plonky3_babybear_kat.json');
    for (const { coeffs, evals_natural, coset_lde_blowup2_shift31 } of cases(dft, 'transforms')) {
      const coefficients = Uint32Array.from(coeffs);
      expect([...evaluated(coefficients, coeffs.length, 1)]).toEqual(evals_natural);
      // Plonky3's extension begins with values: there the same numbers are values on the subgroup.
      const extended = evaluated(interpolateOnCoset(coefficients, 1), 2 * coeffs.length, 31);
      expect([...extended]).toEqual(coset_lde_blowup2_shift31);
      expect([...interpolateOnCoset(Uint32Array.from(evals_natural), 1)]).toEqual(coeffs);
    }
  });
});
