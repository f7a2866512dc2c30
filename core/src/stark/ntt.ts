/**
 * Number-theoretic transforms over the two-adic subgroups of BabyBear: between the coefficients of a polynomial and its values
 * on a subgroup or on a coset of one. Values are in natural order: the i-th belongs to shift · generator^i.
 */
import { add, inverse, multiply, power, subtract, twoAdicGenerator } from './field.ts';

/** Of one size: the roots of unity by stages, the stage that joins blocks of `half` at half … 2·half − 1. */
const tablesOfRoots = new Map<number, Uint32Array>();

function rootsOf(bits: number): Uint32Array {
  const known = tablesOfRoots.get(bits);
  if (known !== undefined) return known;
  const roots = new Uint32Array(2 ** bits);
  for (let stage = 0; stage < bits; stage++) {
    const half = 2 ** stage;
    const root = twoAdicGenerator(stage + 1);
    roots[half] = 1;
    for (let j = 1; j < half; j++) roots[half + j] = multiply(roots[half + j - 1] as number, root);
  }
  tablesOfRoots.set(bits, roots);
  return roots;
}

/** log₂ of a power of two. Throws RangeError for any other number. */
export function bitsOf(size: number): number {
  const bits = Math.round(Math.log2(size));
  if (!(size >= 1) || 2 ** bits !== size) throw new RangeError('not a power of two');
  return bits;
}

/** The stages of a transform (Cooley and Tukey, decimation in time) on values in bit-reversed order, from `half` on. */
function butterflies(values: Uint32Array, roots: Uint32Array, firstHalf: number): void {
  const size = values.length;
  for (let half = firstHalf; half < size; half *= 2) {
    for (let start = 0; start < size; start += 2 * half) {
      for (let j = 0; j < half; j++) {
        const low = start + j;
        const high = low + half;
        const even = values[low] as number;
        const odd = multiply(values[high] as number, roots[half + j] as number);
        values[low] = add(even, odd);
        values[high] = subtract(even, odd);
      }
    }
  }
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}

/** 1, base, base², … */
export function powersOfBase(base: number, count: number): Uint32Array {
  const powers = new Uint32Array(count);
  let last = 1;
  for (let i = 0; i < count; i++) {
    powers[i] = last;
    last = multiply(last, base);
  }
  return powers;
}

/**
 * Writes the values of a polynomial on the coset shift · ⟨generator of order target.length⟩. `shifts` are the powers of the
 * shift. The coefficients, a power of two of them, may be fewer than the values: each then fills a block of its own, which is
 * what the first stages would have made of it and the zeros beside it.
 */
export function evaluateOnCoset(coefficients: Uint32Array, shifts: Uint32Array, target: Uint32Array): void {
  const bits = bitsOf(coefficients.length);
  const block = target.length / coefficients.length;
  for (let i = 0; i < coefficients.length; i++) {
    const value = multiply(coefficients[i] as number, shifts[i] as number);
    const at = reversed(i, bits) * block;
    target.fill(value, at, at + block);
  }
  butterflies(target, rootsOf(bitsOf(target.length)), block);
}

/** The coefficients of the polynomial that takes these values on shift · ⟨generator of order values.length⟩. */
export function interpolateOnCoset(values: Uint32Array, shift: number): Uint32Array {
  const size = values.length;
  const bits = bitsOf(size);
  const coefficients = new Uint32Array(size);
  for (let i = 0; i < size; i++) coefficients[reversed(i, bits)] = values[i] as number;
  butterflies(coefficients, rootsOf(bits), 1);
  // The transform of the values at i is size times the coefficient at −i.
  coefficients.subarray(1).reverse();
  const unshift = inverse(shift);
  let factor = inverse(size);
  for (let i = 0; i < size; i++) {
    coefficients[i] = multiply(coefficients[i] as number, factor);
    factor = multiply(factor, unshift);
  }
  return coefficients;
}

/** shift · generator^index, a point of a coset whose subgroup has `size` elements. */
export function pointOf(shift: number, size: number, index: number): number {
  return multiply(shift, power(twoAdicGenerator(bitsOf(size)), index));
}
