/**
 * Number-theoretic transforms over the two-adic subgroups of BabyBear: between the coefficients of a polynomial and its values
 * on a subgroup or on a coset of one (domain.ts).
 */
import { loadNttKernel, nttModuleFor, SMALLEST_BLOCK } from '../kernels/ntt.ts';
import { bitsOf } from './domain.ts';
import { add, inverse, multiply, P, powersOfBase, subtract, twoAdicGenerator } from './field.ts';

/** Of one size: the roots of unity by stages, the stage that joins blocks of `half` at half … 2·half − 1. */
const tablesOfRoots = new Map<number, Uint32Array>();

export function rootsOf(bits: number): Uint32Array {
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

/** Of one size: each index with its bits in reverse order. */
const reversals = new Map<number, Uint32Array>();

function reversalOf(bits: number): Uint32Array {
  const known = reversals.get(bits);
  if (known !== undefined) return known;
  const reversal = new Uint32Array(2 ** bits);
  for (let i = 1; i < reversal.length; i++) {
    reversal[i] = ((reversal[i >> 1] as number) >> 1) | ((i & 1) << (bits - 1));
  }
  reversals.set(bits, reversal);
  return reversal;
}

/** The stages of a transform (Cooley and Tukey, decimation in time) on values in bit-reversed order, from `half` on. */
function butterflies(values: Uint32Array, firstHalf: number): void {
  const size = values.length;
  const roots = rootsOf(bitsOf(size));
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

/**
 * Transforms in place `count` coefficients, which come first and in bit-reversed order, to all values. Each coefficient fills a
 * block of its own, which is what the first stages would have made of it and the zeros beside it.
 */
type Extend = (values: Uint32Array, count: number) => void;

/** In JavaScript: the reference and the fallback. */
export function extendPlainly(values: Uint32Array, count: number): void {
  const block = values.length / count;
  for (let i = count - 1; i >= 0; i--) values.fill(values[i] as number, i * block, (i + 1) * block);
  butterflies(values, block);
}

/** Of the largest evaluation domain. */
const LARGEST_BITS = 12;
let chosen: Extend | undefined;

/** By the kernel (docs/adr/0033) where it gives what JavaScript gives. */
function chooseExtend(): Extend {
  try {
    const { extend } = loadNttKernel(nttModuleFor(P, 2 ** LARGEST_BITS), P, rootsOf(LARGEST_BITS));
    const [expected, given] = [0, 1].map(() => powersOfBase(P - 3, 2 ** LARGEST_BITS)) as [Uint32Array, Uint32Array];
    const count = 2 ** LARGEST_BITS / SMALLEST_BLOCK;
    extendPlainly(expected, count);
    extend(given, count);
    return given.every((value, i) => value === expected[i]) ? extend : extendPlainly;
  } catch {
    return extendPlainly;
  }
}

/**
 * Writes the values of a polynomial on the coset shift · ⟨generator of order target.length⟩. `shifts` are the powers of the
 * shift. The coefficients, a power of two of them, may be fewer than the values.
 */
export function evaluateOnCoset(coefficients: Uint32Array, shifts: Uint32Array, target: Uint32Array): void {
  const count = coefficients.length;
  const reversal = reversalOf(bitsOf(count));
  for (let i = 0; i < count; i++) {
    target[reversal[i] as number] = multiply(coefficients[i] as number, shifts[i] as number);
  }
  chosen ??= chooseExtend();
  const fits = target.length <= 2 ** LARGEST_BITS && target.length >= SMALLEST_BLOCK * count;
  (fits ? chosen : extendPlainly)(target, count);
}

/** The coefficients of the polynomial that takes these values on shift · ⟨generator of order values.length⟩. */
export function interpolateOnCoset(values: Uint32Array, shift: number): Uint32Array {
  const size = values.length;
  const reversal = reversalOf(bitsOf(size));
  const coefficients = new Uint32Array(size);
  for (let i = 0; i < size; i++) coefficients[reversal[i] as number] = values[i] as number;
  butterflies(coefficients, 1);
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
