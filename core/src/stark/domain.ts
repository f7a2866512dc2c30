/** The two-adic subgroups of BabyBear and their cosets, on which columns have their values: in natural order, the i-th at shift · generatorⁱ. */
import { multiply, power, twoAdicGenerator } from './field.ts';

/** log₂ of a power of two. Throws RangeError for any other number. */
export function bitsOf(size: number): number {
  const bits = Math.round(Math.log2(size));
  if (!(size >= 1) || 2 ** bits !== size) throw new RangeError('not a power of two');
  return bits;
}

/** shift · generator^index, a point of a coset whose subgroup has `size` elements. */
export function pointOf(shift: number, size: number, index: number): number {
  return multiply(shift, power(twoAdicGenerator(bitsOf(size)), index));
}
