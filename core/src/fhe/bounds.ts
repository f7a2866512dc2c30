/**
 * What is known of a ciphertext without its key: how deep products are nested in it, and a bound of its noise (BFV) or of the
 * size of its values (CKKS). From them it is decided, before anything is computed, whether the result could still be right.
 * Bounds only ever err on the side of refusing.
 */
import type { FheHeader } from './envelope.ts';
import { MAX_DEPTH, PARAMETERS } from './params.ts';

/** Units of an envelope's bound in one bit. */
const UNITS = 65_536;
/** Bounds of values may be below one: they are stored with this many bits on top. */
const CKKS_OFFSET = 1_024;

export interface Bounded {
  readonly depth: number;
  readonly values: number;
  /** Bits. */
  readonly bits: number;
}

/** log2(2^a + 2^b): the bound of a sum. */
export function sumBits(a: number, b: number): number {
  return Math.max(a, b) + Math.log2(1 + 2 ** -Math.abs(a - b));
}

/** A sum's; null where it might not decrypt. */
export function bfvSum(parameters: FheHeader['parameters'], a: Bounded, b: Bounded): Bounded | null {
  const sum = {
    depth: Math.max(a.depth, b.depth),
    values: Math.max(a.values, b.values),
    bits: sumBits(a.bits, b.bits),
  };
  return isDecryptable(parameters, sum) ? sum : null;
}

/** A product's after relinearisation; null where it might not decrypt, and beyond five nested products. */
export function bfvProduct(parameters: FheHeader['parameters'], a: Bounded, b: Bounded): Bounded | null {
  const { noise } = PARAMETERS[parameters];
  if (noise === null) throw new TypeError('internal: not a parameter set of BFV');
  // The noises of both factors add up; `product` was measured with equal ones, so it holds that bit already.
  const bits = sumBits(a.bits, b.bits) + noise.product - 1;
  const product = { depth: Math.max(a.depth, b.depth) + 1, values: Math.max(a.values, b.values), bits };
  return isDecryptable(parameters, product) ? product : null;
}

/** Whether a BFV ciphertext with this bound decrypts for certain. */
export function isDecryptable(parameters: FheHeader['parameters'], { depth, bits }: Bounded): boolean {
  const { noise } = PARAMETERS[parameters];
  return noise !== null && depth <= MAX_DEPTH && bits <= noise.capacity;
}

/**
 * The least noise budget, as SEAL measures it, of a BFV ciphertext with a bound; one bit is for rounding. A coefficient that
 * was changed at random leaves some with a chance of one in two, and so much with next to none.
 */
export function promisedBudget(parameters: FheHeader['parameters'], bits: number): number {
  const { noise } = PARAMETERS[parameters];
  if (noise === null) throw new TypeError('internal: not a parameter set of BFV');
  return Math.max(1, Math.floor(noise.capacity - bits) - 1);
}

/**
 * Bits that values may have at a depth, so that they fit into half of the modulus that is left, 60 bits and 40 for each further
 * prime, at a scale of 40 bits; one bit is kept for the noise and for primes that are a little below their power of two.
 */
function roomAt(depth: number): number {
  return 18 + 40 * (MAX_DEPTH - depth);
}

function fits(bounded: Bounded): boolean {
  return bounded.depth <= MAX_DEPTH && bounded.bits <= roomAt(bounded.depth);
}

/** Of fresh values; null for larger ones than a ciphertext holds. */
export function ckksFresh(values: readonly number[] | Float64Array): Bounded | null {
  let most = 2 ** -CKKS_OFFSET;
  for (const value of values) most = Math.max(most, Math.abs(value));
  // The noise of encryption moves a value of zero too.
  const bounded = { depth: 0, values: values.length, bits: sumBits(Math.log2(most), -20) };
  return fits(bounded) ? bounded : null;
}

/** A sum's; null where its values might not fit. */
export function ckksSum(a: Bounded, b: Bounded): Bounded | null {
  const sum = {
    depth: Math.max(a.depth, b.depth),
    values: Math.max(a.values, b.values),
    bits: sumBits(a.bits, b.bits),
  };
  return fits(sum) ? sum : null;
}

/** A rescaled product's; null where no level is left for it, or its values might not fit. */
export function ckksProduct(a: Bounded, b: Bounded): Bounded | null {
  const depth = Math.max(a.depth, b.depth) + 1;
  const product = { depth, values: Math.max(a.values, b.values), bits: sumBits(a.bits + b.bits, -20) };
  return fits(product) ? product : null;
}

/** As an envelope carries BFV's: rounded up. */
export function noiseUnits(bits: number): number {
  return Math.ceil(bits * UNITS);
}

export function noiseBits(units: number): number {
  return units / UNITS;
}

/** As an envelope carries CKKS's, before it is masked: rounded up. */
export function sizeUnits(bits: number): number {
  return Math.ceil((Math.max(bits, -CKKS_OFFSET) + CKKS_OFFSET) * UNITS);
}

export function sizeBits(units: number): number {
  return units / UNITS - CKKS_OFFSET;
}
