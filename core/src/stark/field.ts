/**
 * BabyBear: the integers modulo p = 15·2²⁷ + 1. An element is a number from 0 to p − 1; what goes in must be one, and what
 * comes out is one. Nothing here takes constant time: JavaScript promises none for any arithmetic.
 */

/** The modulus. It is under 2³¹ − 2¹¹, which `multiply` needs. */
export const P = 2_013_265_921;
/** p − 1 is divisible by 2²⁷ and by no higher power of two. */
export const TWO_ADICITY = 27;
/** A generator of the whole multiplicative group. */
export const GENERATOR = 31;

const INVERSE_OF_P = 1 / P;
/** Products that `reduce` takes at a time. */
export const MOST_PRODUCTS = 512;

export function add(a: number, b: number): number {
  const sum = (a - P + b) | 0;
  return sum + ((sum >> 31) & P);
}

export function subtract(a: number, b: number): number {
  const difference = (a - b) | 0;
  return difference + ((difference >> 31) & P);
}

/**
 * Barrett reduction with a quotient from floating point. The rounded a·b/p is within 2⁻²⁰ of the true one, so its floor is
 * off by at most one and the remainder lies between −2¹¹ and p + 2¹¹: inside 32 signed bits, where two corrections suffice.
 */
export function multiply(a: number, b: number): number {
  const quotient = Math.floor(a * b * INVERSE_OF_P);
  let rest = (Math.imul(a, b) - Math.imul(quotient, P)) | 0;
  rest += (rest >> 31) & P;
  return rest >= P ? rest - P : rest;
}

/**
 * The remainder of a sum of at most `MOST_PRODUCTS` products of elements: `low` is the sum modulo 2³² as a signed number, `approximate`
 * the same sum in floating point. One reduction for many products; the quotient is off by at most one as in `multiply`, the
 * rounding of 512 additions included (under 2⁻⁵), and the remainder stays inside 32 signed bits.
 */
export function reduce(low: number, approximate: number): number {
  const quotient = Math.floor(approximate * INVERSE_OF_P);
  let rest = (low - Math.imul(quotient, P)) | 0;
  rest += (rest >> 31) & P;
  return rest >= P ? rest - P : rest;
}

/** `exponent` is an integer from 0 to 2⁵³ − 1. */
export function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(result, square);
    square = multiply(square, square);
  }
  return result;
}

/** Throws RangeError for 0, which has no inverse. */
export function inverse(a: number): number {
  if (a === 0) throw new RangeError('zero has no inverse');
  return power(a, P - 2);
}

/** Replaces all elements by their inverses with one inversion. Throws RangeError where one is 0, and then changes none. */
export function invertAll(elements: Uint32Array): void {
  const products = new Uint32Array(elements.length);
  let product = 1;
  for (let i = 0; i < elements.length; i++) {
    products[i] = product;
    product = multiply(product, elements[i] as number);
  }
  let rest = inverse(product);
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as number;
    elements[i] = multiply(rest, products[i] as number);
    rest = multiply(rest, element);
  }
}

const TWO_ADIC_GENERATORS = Array.from({ length: TWO_ADICITY + 1 }, (_, bits) => power(GENERATOR, (P - 1) / 2 ** bits));

/** The generator of the subgroup of order 2^bits: 31^((p − 1) / 2^bits). Throws RangeError above 27 bits. */
export function twoAdicGenerator(bits: number): number {
  const generator = TWO_ADIC_GENERATORS[bits];
  if (generator === undefined) throw new RangeError('no subgroup of that order');
  return generator;
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

/** Whether a value from outside is a field element in its one form. */
export function isElement(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < P;
}
