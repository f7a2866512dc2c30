/** Arithmetic modulo the Mersenne prime 2^61 − 1: inputs of joint computations, their shares, and everything between. */
import type { Random } from '../random.ts';

/** The modulus. Its size leaves room for sums of products; that it is one less than a power of two makes masks of 61 random bits uniform. */
export const MODULUS = (1n << 61n) - 1n;
export const FIELD_BITS = 61;
/** Bytes of a written element, big-endian. */
export const ELEMENT_BYTES = 8;

const BITS = 61n;
const HALF = MODULUS >> 1n;
const MASK = MODULUS;

/** A list of elements. */
export type Elements = BigUint64Array;

/** The element at a place of a list. Throws RangeError beyond its end: that is our own mistake. */
export function at(list: Elements, index: number): bigint {
  const element = list[index];
  if (element === undefined) throw new RangeError('internal: there is no such element');
  return element;
}

export function add(a: bigint, b: bigint): bigint {
  const sum = a + b;
  return sum >= MODULUS ? sum - MODULUS : sum;
}

export function subtract(a: bigint, b: bigint): bigint {
  return a >= b ? a - b : a - b + MODULUS;
}

/** 2^61 is 1 here, so the upper half of a product is added to the lower. */
export function multiply(a: bigint, b: bigint): bigint {
  const product = a * b;
  const folded = (product & MASK) + (product >> BITS);
  return folded >= MODULUS ? folded - MODULUS : folded;
}

/** The element for a whole number of at most 2^60 − 1 in size. */
export function fromInteger(value: bigint): bigint {
  if (value > HALF || value < -HALF) throw new RangeError('internal: a number outside the field');
  return value < 0n ? value + MODULUS : value;
}

/** The whole number that an element stands for, of at most 2^60 − 1 in size. */
export function toInteger(element: bigint): bigint {
  return element > HALF ? element - MODULUS : element;
}

/** Uniform elements, by rejection: of the 2^61 values of 61 bits one is no element. */
export function randomElements(count: number, random: Random): Elements {
  const elements = new BigUint64Array(count);
  const words = randomWords(count, random);
  for (let i = 0; i < count; i++) {
    let candidate = at(words, i) & MASK;
    while (candidate === MODULUS) candidate = at(randomWords(1, random), 0) & MASK;
    elements[i] = candidate;
  }
  return elements;
}

/** Uniform elements out of {0, 1}. */
export function randomBits(count: number, random: Random): Elements {
  const bits = new BigUint64Array(count);
  const bytes = random(Math.ceil(count / 8));
  for (let i = 0; i < count; i++) bits[i] = BigInt(((bytes[i >> 3] ?? 0) >> (i & 7)) & 1);
  return bits;
}

function randomWords(count: number, random: Random): BigUint64Array {
  const bytes = random(count * ELEMENT_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return BigUint64Array.from({ length: count }, (_, i) => view.getBigUint64(i * ELEMENT_BYTES));
}

export function elementToBytes(element: bigint): Uint8Array {
  const bytes = new Uint8Array(ELEMENT_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, element);
  return bytes;
}

/** null for bytes of another length, and for those of a number that is no element. */
export function elementFromBytes(bytes: Uint8Array): bigint | null {
  if (bytes.length !== ELEMENT_BYTES) return null;
  const element = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(0);
  return element < MODULUS ? element : null;
}
