/**
 * The extension of degree five: polynomials over BabyBear modulo x⁵ − 2, in which all challenges lie. An element is five
 * numbers in a row, the constant term first; most functions work on flat arrays at an offset and allocate nothing.
 */
import { add, inverse, multiply, P, power, reduce, subtract } from './field.ts';

/** Numbers in one element. */
export const DEGREE = 5;

/** One element of its own. */
export type Extension = Uint32Array;

export const ONE: Extension = fromBase(1);

export function fromBase(value: number): Extension {
  const element = new Uint32Array(DEGREE);
  element[0] = value;
  return element;
}

/** The element at a place of a flat array, counted in elements. */
export function elementAt(flat: Uint32Array, index: number): Extension {
  return flat.subarray(index * DEGREE, (index + 1) * DEGREE);
}

/** Whether the element lies in the base field: no part above the constant term. */
export function isBase(a: Extension): boolean {
  return a[1] === 0 && a[2] === 0 && a[3] === 0 && a[4] === 0;
}

export function equal(a: Extension, b: Extension): boolean {
  for (let k = 0; k < DEGREE; k++) if (a[k] !== b[k]) return false;
  return true;
}

export function addExtension(a: Extension, b: Extension): Extension {
  const sum = new Uint32Array(DEGREE);
  for (let k = 0; k < DEGREE; k++) sum[k] = add(a[k] as number, b[k] as number);
  return sum;
}

export function subtractExtension(a: Extension, b: Extension): Extension {
  const difference = new Uint32Array(DEGREE);
  for (let k = 0; k < DEGREE; k++) difference[k] = subtract(a[k] as number, b[k] as number);
  return difference;
}

export function multiplyExtension(a: Extension, b: Extension): Extension {
  const product = new Uint32Array(DEGREE);
  multiplyAt(product, 0, a, 0, b, 0);
  return product;
}

export function scale(a: Extension, factor: number): Extension {
  const product = new Uint32Array(DEGREE);
  for (let k = 0; k < DEGREE; k++) product[k] = multiply(a[k] as number, factor);
  return product;
}

/**
 * target[t …] = a[i …] · b[j …]; target may be an operand. Each of the five sums of products is reduced once: its low 32 bits
 * by `imul`, its size by floating point (`reduce`). What lies above x⁴ comes back doubled, since x⁵ = 2.
 */
export function multiplyAt(target: Uint32Array, t: number, a: Uint32Array, i: number, b: Uint32Array, j: number): void {
  const a0 = a[i] as number;
  const a1 = a[i + 1] as number;
  const a2 = a[i + 2] as number;
  const a3 = a[i + 3] as number;
  const a4 = a[i + 4] as number;
  const b0 = b[j] as number;
  const b1 = b[j + 1] as number;
  const b2 = b[j + 2] as number;
  const b3 = b[j + 3] as number;
  const b4 = b[j + 4] as number;
  const { imul } = Math;
  target[t] = reduce(
    (imul(a0, b0) + 2 * ((imul(a1, b4) + imul(a2, b3) + imul(a3, b2) + imul(a4, b1)) | 0)) | 0,
    a0 * b0 + 2 * (a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1),
  );
  target[t + 1] = reduce(
    (imul(a0, b1) + imul(a1, b0) + 2 * ((imul(a2, b4) + imul(a3, b3) + imul(a4, b2)) | 0)) | 0,
    a0 * b1 + a1 * b0 + 2 * (a2 * b4 + a3 * b3 + a4 * b2),
  );
  target[t + 2] = reduce(
    (imul(a0, b2) + imul(a1, b1) + imul(a2, b0) + 2 * ((imul(a3, b4) + imul(a4, b3)) | 0)) | 0,
    a0 * b2 + a1 * b1 + a2 * b0 + 2 * (a3 * b4 + a4 * b3),
  );
  target[t + 3] = reduce(
    (imul(a0, b3) + imul(a1, b2) + imul(a2, b1) + imul(a3, b0) + 2 * imul(a4, b4)) | 0,
    a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + 2 * (a4 * b4),
  );
  target[t + 4] = reduce(
    (imul(a0, b4) + imul(a1, b3) + imul(a2, b2) + imul(a3, b1) + imul(a4, b0)) | 0,
    a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0,
  );
}

/** Σ a_i · b_i over elements of the extension in flat arrays. */
export function dot(a: Uint32Array, b: Uint32Array): Extension {
  const sum = new Uint32Array(DEGREE);
  const product = new Uint32Array(DEGREE);
  for (let at = 0; at < a.length; at += DEGREE) {
    multiplyAt(product, 0, a, at, b, at);
    for (let k = 0; k < DEGREE; k++) sum[k] = add(sum[k] as number, product[k] as number);
  }
  return sum;
}

/** Σ a_i · b_i, where b has at most `MOST_PRODUCTS` elements of the base field. */
export function dotBase(a: Uint32Array, b: Uint32Array): Extension {
  const sum = new Uint32Array(DEGREE);
  for (let k = 0; k < DEGREE; k++) {
    let low = 0;
    let approximate = 0;
    for (let i = 0; i < b.length; i++) {
      const [x, y] = [a[i * DEGREE + k] as number, b[i] as number];
      low = (low + Math.imul(x, y)) | 0;
      approximate += x * y;
    }
    sum[k] = reduce(low, approximate);
  }
  return sum;
}

/** x^(p·k) = FROBENIUS[k] · x^k: raising to the p-th power multiplies the k-th number by 2^(k·(p − 1)/5). */
const FROBENIUS = Uint32Array.from({ length: DEGREE }, (_, k) => power(2, (k * (P - 1)) / DEGREE));

export function frobenius(a: Extension): Extension {
  return a.map((value, k) => multiply(value, FROBENIUS[k] as number));
}

/** By the norm: the product of the four other conjugates, divided by the product of all five, which is in the base field. */
export function inverseExtension(a: Extension): Extension {
  let conjugate = a;
  let others = ONE;
  for (let i = 1; i < DEGREE; i++) {
    conjugate = frobenius(conjugate);
    others = multiplyExtension(others, conjugate);
  }
  const norm = multiplyExtension(a, others);
  return scale(others, inverse(norm[0] as number));
}

/** Replaces every element of a flat array by its inverse, with one inversion. Throws RangeError where one is zero. */
export function invertAllExtensions(flat: Uint32Array): void {
  const products = new Uint32Array(flat.length);
  const product = ONE.slice();
  for (let at = 0; at < flat.length; at += DEGREE) {
    products.set(product, at);
    multiplyAt(product, 0, product, 0, flat, at);
  }
  const rest = inverseExtension(product);
  const element = new Uint32Array(DEGREE);
  for (let at = flat.length - DEGREE; at >= 0; at -= DEGREE) {
    element.set(flat.subarray(at, at + DEGREE));
    multiplyAt(flat, at, rest, 0, products, at);
    multiplyAt(rest, 0, rest, 0, element, 0);
  }
}

/** 1, a, a², … : `count` powers in a flat array. */
export function powersOf(a: Extension, count: number): Uint32Array {
  const powers = new Uint32Array(count * DEGREE);
  powers[0] = 1;
  for (let at = DEGREE; at < powers.length; at += DEGREE) multiplyAt(powers, at, powers, at - DEGREE, a, 0);
  return powers;
}

/** a^exponent for an exponent from 0 to 2⁵³ − 1. */
export function powerExtension(a: Extension, exponent: number): Extension {
  let result = ONE;
  let square = a;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiplyExtension(result, square);
    square = multiplyExtension(square, square);
  }
  return result;
}
