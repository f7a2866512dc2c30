/**
 * The expanded ML-DSA secret key sk of FIPS 204 algorithm 24, as it travels: ρ ‖ K ‖ tr ‖ s1 ‖ s2 ‖ t0. What this
 * project stores is the 32-byte seed ξ, from which it follows (`ml-dsa.ts`).
 */
import { shake128, shake256 } from '@noble/hashes/sha3.js';
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { concat, equalBytes } from '../bytes.ts';
import { requireBytes } from './guard.ts';

export const ML_DSA_ALGORITHMS = ['ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'] as const;
export type MlDsaAlgorithm = (typeof ML_DSA_ALGORITHMS)[number];

interface ParameterSet {
  readonly noble: typeof ml_dsa44;
  /** Rows and columns of A, and the bound of the secret coefficients (FIPS 204 table 1). */
  readonly k: number;
  readonly l: number;
  readonly eta: 2 | 4;
  /** Bytes of sk (FIPS 204 table 2). */
  readonly length: number;
}

const PARAMETER_SETS: Readonly<Record<MlDsaAlgorithm, ParameterSet>> = {
  'ML-DSA-44': { noble: ml_dsa44, k: 4, l: 4, eta: 2, length: 2560 },
  'ML-DSA-65': { noble: ml_dsa65, k: 6, l: 5, eta: 4, length: 4032 },
  'ML-DSA-87': { noble: ml_dsa87, k: 8, l: 7, eta: 2, length: 4896 },
};

/** FIPS 204 table 1: the modulus, the dropped bits of t, and the 512th root of unity. */
const Q = 8_380_417;
const D = 13;
const ZETA = 1753;
const N = 256;

/** Where tr = H(pk, 64) begins and ends in sk, behind ρ and K of 32 bytes each (FIPS 204 algorithm 24). */
const TR_START = 64;
const TR_END = 128;

/** Bytes of an expanded secret key. */
export function expandedMlDsaLength(algorithm: MlDsaAlgorithm): number {
  return PARAMETER_SETS[algorithm].length;
}

/** The expanded secret key of a 32-byte seed (FIPS 204 algorithm 6). The caller wipes it. Throws RangeError for another length. */
export function expandMlDsaSeed(algorithm: MlDsaAlgorithm, seed: Uint8Array): Uint8Array {
  requireBytes(seed, 32, `the ${algorithm} seed`);
  return PARAMETER_SETS[algorithm].noble.keygen(seed).secretKey;
}

/**
 * The public key of an expanded secret key. null where the key has another length, a coefficient of s1 or s2 is out of
 * range, tr is not the hash of the public key that ρ, s1 and s2 give, or t0 is not what they leave over. Takes a few
 * milliseconds. Nothing tells whether K, which only feeds the randomness of signing, is the right one.
 */
export function publicKeyOfExpanded(algorithm: MlDsaAlgorithm, secretKey: Uint8Array): Uint8Array | null {
  const set = PARAMETER_SETS[algorithm];
  if (secretKey.length !== set.length) return null;
  let publicKey: Uint8Array;
  try {
    publicKey = set.noble.getPublicKey(secretKey);
  } catch {
    // skDecode (FIPS 204 algorithm 25) of coefficients that are out of range.
    return null;
  }
  const tr = shake256(publicKey, { dkLen: TR_END - TR_START });
  if (!equalBytes(tr, secretKey.subarray(TR_START, TR_END))) return null;
  return leavesT0(set, secretKey, publicKey) ? publicKey : null;
}

/**
 * A hedged signature over `message` (pure mode, empty context) by an expanded secret key; null where `publicKeyOfExpanded`
 * finds that it is none. Takes some tens of milliseconds: call it off the event loop.
 */
export function signByExpanded(
  algorithm: MlDsaAlgorithm,
  secretKey: Uint8Array,
  message: Uint8Array,
): Uint8Array | null {
  if (publicKeyOfExpanded(algorithm, secretKey) === null) return null;
  return PARAMETER_SETS[algorithm].noble.sign(message, secretKey);
}

/** Whether A·s1 + s2 = t1·2^d + t0 (FIPS 204 algorithm 6, lines 5 and 6), compared under the NTT. */
function leavesT0({ k, l, eta }: ParameterSet, secretKey: Uint8Array, publicKey: Uint8Array): boolean {
  const rho = secretKey.subarray(0, 32);
  const etaBits = eta === 2 ? 3 : 4;
  const s1 = Array.from({ length: l }, (_, s) => {
    const values = unpack(secretKey, TR_END, s, etaBits);
    for (let i = 0; i < N; i++) values[i] = eta - at(values, i);
    return ntt(values);
  });
  const s2Start = TR_END + l * polynomialBytes(etaBits);
  const t0Start = s2Start + k * polynomialBytes(etaBits);
  try {
    for (let r = 0; r < k; r++) {
      const s2 = unpack(secretKey, s2Start, r, etaBits);
      const t0 = unpack(secretKey, t0Start, r, D);
      const t1 = unpack(publicKey, 32, r, 10);
      // s2 = η − value and t0 = 2^(d−1) − value (algorithm 19), so this is t1·2^d + t0 − s2.
      const rest = ntt(t1.map((high, i) => high * 2 ** D + 2 ** (D - 1) - at(t0, i) - (eta - at(s2, i))));
      const sum = new Float64Array(N);
      for (const [s, vector] of s1.entries()) {
        const entry = rejNttPoly(rho, r, s);
        for (let i = 0; i < N; i++) sum[i] = (at(sum, i) + at(entry, i) * at(vector, i)) % Q;
      }
      const differs = sum.some((value, i) => (value - at(rest, i)) % Q !== 0);
      s2.fill(0);
      t0.fill(0);
      rest.fill(0);
      if (differs) return false;
    }
    return true;
  } finally {
    for (const vector of s1) vector.fill(0);
  }
}

function polynomialBytes(bits: number): number {
  return (N * bits) / 8;
}

/** The unsigned values of polynomial `index`, `bits` each, least significant bits first (FIPS 204 algorithm 18). */
function unpack(bytes: Uint8Array, start: number, index: number, bits: number): Float64Array {
  const values = new Float64Array(N);
  let next = start + index * polynomialBytes(bits);
  let held = 0;
  let count = 0;
  for (let i = 0; i < N; i++) {
    for (; count < bits; count += 8) held |= (bytes[next++] ?? 0) << count;
    values[i] = held & (2 ** bits - 1);
    held >>>= bits;
    count -= bits;
  }
  return values;
}

/** Entry (r, s) of Â = ExpandA(ρ) (FIPS 204 algorithms 30 and 32): 23-bit values below q out of SHAKE128. */
function rejNttPoly(rho: Uint8Array, r: number, s: number): Float64Array {
  const stream = shake128.create({}).update(concat(rho, new Uint8Array([s, r])));
  const values = new Float64Array(N);
  for (let i = 0; i < N; ) {
    // 168 bytes are one block of SHAKE128, and whole triples.
    const block = stream.xof(168);
    for (let j = 0; j < block.length && i < N; j += 3) {
      const value = (block[j] ?? 0) | ((block[j + 1] ?? 0) << 8) | (((block[j + 2] ?? 0) & 127) << 16);
      if (value < Q) values[i++] = value;
    }
  }
  return values;
}

/** ζ^BitRev8(m) mod q for m = 0…255 (FIPS 204 section 7.5). */
const ZETAS = Array.from({ length: N }, (_, m) => {
  const exponent = Number.parseInt(m.toString(2).padStart(8, '0').split('').reverse().join(''), 2);
  let power = 1;
  for (let i = 0; i < exponent; i++) power = (power * ZETA) % Q;
  return power;
});

/** In place (FIPS 204 algorithm 41). Products stay below 2^53, so that doubles are exact; values may be negative. */
function ntt(w: Float64Array): Float64Array {
  let m = 0;
  for (let length = 128; length >= 1; length /= 2) {
    for (let start = 0; start < N; start += 2 * length) {
      const zeta = ZETAS[++m] ?? 0;
      for (let j = start; j < start + length; j++) {
        const t = (zeta * at(w, j + length)) % Q;
        w[j + length] = (at(w, j) - t) % Q;
        w[j] = (at(w, j) + t) % Q;
      }
    }
  }
  return w;
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? 0;
}
