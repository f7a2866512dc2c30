/**
 * The parameter sets of encrypted computation (decisions, section 7; docs/adr/0023). A set never changes: ciphertexts that
 * clients keep name it. All have n = 16384, so that a BFV row and a CKKS ciphertext hold 8192 values.
 */

import { LIMITS_2024, mostBits } from './security-tables.ts';

export type ParameterId = 'bfv-standard' | 'bfv-wide' | 'ckks';

/** What SEAL needs to know of a set. */
export interface SchemeParameters {
  readonly id: string;
  readonly scheme: 'BFV' | 'CKKS';
  readonly degree: number;
  /** Bits of the primes of Q; where there are several, the last one serves key switching alone. */
  readonly primeBits: readonly number[];
  /** t of BFV; null for CKKS. */
  readonly plainModulus: bigint | null;
}

export interface FheParameters extends SchemeParameters {
  readonly id: ParameterId;
  /** Its number in an envelope. */
  readonly code: number;
  /** Plaintexts lie between its negative and it. */
  readonly range: number;
  /**
   * BFV only. Bits of noise that a ciphertext may hold beyond a fresh one and still decrypts, and what a product of two fresh
   * ones adds. Both are on the safe side of what was measured (196 and 33.5, 311 and 54.5 bits): at most, and at least.
   */
  readonly noise: { readonly capacity: number; readonly product: number } | null;
}

/** Values in one ciphertext. */
export const SLOTS = 8192;
/** Products that may be nested. */
export const MAX_DEPTH = 5;
/** Of CKKS, when fresh. */
export const SCALE_BITS = 40;

export const PARAMETERS: Readonly<Record<ParameterId, FheParameters>> = {
  'bfv-standard': {
    id: 'bfv-standard',
    code: 1,
    scheme: 'BFV',
    degree: 16384,
    primeBits: [56, 56, 56, 56, 60],
    plainModulus: 786_433n,
    range: 393_216,
    noise: { capacity: 194, product: 35 },
  },
  'bfv-wide': {
    id: 'bfv-wide',
    code: 2,
    scheme: 'BFV',
    degree: 16384,
    primeBits: [60, 60, 60, 60, 60, 60, 60],
    // The first prime above 2^40 that is 1 modulo 2n, so that both ends of the range have a residue of their own.
    plainModulus: 1_099_511_922_689n,
    range: 2 ** 39,
    noise: { capacity: 309, product: 56 },
  },
  ckks: {
    id: 'ckks',
    code: 3,
    scheme: 'CKKS',
    degree: 16384,
    primeBits: [60, 40, 40, 40, 40, 40, 60],
    plainModulus: null,
    range: 2 ** 40,
    noise: null,
  },
};

/** The set of a number in an envelope; null for an unknown one. */
export function parametersOf(code: number): FheParameters | null {
  return Object.values(PARAMETERS).find((parameters) => parameters.code === code) ?? null;
}

/** Throws TypeError for parameters beyond the limits of 2024: that is our own mistake. */
export function requireSecure({ id, degree, primeBits }: Pick<SchemeParameters, 'id' | 'degree' | 'primeBits'>): void {
  const bits = primeBits.reduce((sum, prime) => sum + prime, 0);
  if (bits > mostBits(LIMITS_2024, degree, 128)) {
    throw new TypeError(`${id}: ${bits} bits are too many for n = ${degree} (ePrint 2024/463)`);
  }
}

/** What SEAL writes before the coefficients: its own header, the parameters' hash, sizes, scale, and the header of the array. */
export const PREFIX_BYTES = 113;

/** Exact lengths of what SEAL writes without compression. A CKKS ciphertext loses a prime with each product. */
export function ciphertextBytes({ scheme, degree, primeBits }: FheParameters, depth: number): number {
  const primes = primeBits.length - 1 - (scheme === 'CKKS' ? depth : 0);
  return PREFIX_BYTES + 2 * degree * primes * 8;
}

export function publicKeyBytes({ degree, primeBits }: FheParameters): number {
  return PREFIX_BYTES + 2 * degree * primeBits.length * 8;
}

export function secretKeyBytes({ degree, primeBits }: FheParameters): number {
  return 88 + degree * primeBits.length * 8;
}

export function relinKeyBytes(parameters: FheParameters): number {
  return 64 + (parameters.primeBits.length - 1) * publicKeyBytes(parameters);
}
