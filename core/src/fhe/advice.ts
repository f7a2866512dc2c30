/**
 * Which parameters suit a workload: the noise that it makes, the tables of security, and what a step of it takes. Nothing is
 * searched for that the tables of 2024 do not allow.
 */
import { type CostModel, dataPrimes, type FheScheme, type Shape, type Step } from './cost-model.ts';
import {
  LIMITS_2024,
  mostBits,
  reachedLevel,
  SECURITY_LEVELS,
  type SecurityLevel,
  type SecurityStatement,
  securityStatement,
} from './security-tables.ts';

export const DEGREES = [1_024, 2_048, 4_096, 8_192, 16_384, 32_768] as const;
export type Degree = (typeof DEGREES)[number];

interface Workload {
  readonly scheme: FheScheme;
  /** The plaintext modulus of BFV. */
  readonly t: number | null;
  /** Products of ciphertexts that are nested. */
  readonly depth: number;
  /** Products with what is not encrypted, before or after. */
  readonly plainProducts: number;
  /** What one step of it does. */
  readonly steps: readonly Step[];
}

/** BFV for what is exact, CKKS for what is approximate. t as in docs/adr/0032. */
export const WORKLOADS = {
  biometric_match: { scheme: 'BFV', t: 1_032_193, depth: 0, plainProducts: 1, steps: ['multiplyPlain', 'decrypt'] },
  key_verification: { scheme: 'BFV', t: 65_537, depth: 0, plainProducts: 1, steps: ['multiplyPlain', 'decrypt'] },
  aggregate: { scheme: 'BFV', t: 786_433, depth: 0, plainProducts: 0, steps: ['add'] },
  statistics: { scheme: 'BFV', t: 786_433, depth: 1, plainProducts: 0, steps: ['multiply'] },
  similarity_search: { scheme: 'CKKS', t: null, depth: 0, plainProducts: 1, steps: ['multiplyPlain', 'decrypt'] },
  ml_inference: { scheme: 'CKKS', t: null, depth: 3, plainProducts: 0, steps: ['multiply'] },
  polynomial: { scheme: 'BFV', t: 786_433, depth: 3, plainProducts: 0, steps: ['multiply'] },
  general: { scheme: 'BFV', t: 786_433, depth: 5, plainProducts: 0, steps: ['multiply'] },
} as const satisfies Readonly<Record<string, Workload>>;
export type WorkloadName = keyof typeof WORKLOADS;

/** SEAL's largest prime. */
const MOST_PRIME_BITS = 60;
/** A prime is 1 modulo 2n, so it has more bits than that; smaller ones are rare. */
const leastPrimeBits = (n: number) => Math.log2(n) + 8;
/** Noise budget that stays when everything is computed: room for a few thousand sums. */
const MARGIN_BITS = 12;
/** CKKS: bits of a scale, and of the first prime beyond it. */
const SCALE_BITS = 40;
const FIRST_PRIME_BITS = 60;

/**
 * Bits of noise of a fresh BFV ciphertext beyond log2 t, and of a product beyond log2 t. Fitted to SEAL 4.1 for t from 17 to 60
 * bits: fresh 7 to 9 with a prime for key switching and 10 to 11 without; products 12 to 14.6 as n grows.
 */
const freshBits = (isAlone: boolean) => (isAlone ? 11 : 9);
const PRODUCT_BITS: Readonly<Record<Degree, number>> = {
  1024: 12,
  2048: 12,
  4096: 12,
  8192: 12.5,
  16384: 13.7,
  32768: 14.6,
};
/** Of a product with a polynomial that is not encrypted. */
const PLAIN_PRODUCT_BITS = 4;

export function totalBits({ primeBits }: Pick<Shape, 'primeBits'>): number {
  return primeBits.reduce((sum, bits) => sum + bits, 0);
}

/** How deep products of BFV may be nested with this Q. */
export function bfvDepth(n: Degree, primeBits: readonly number[], t: number): number {
  if (primeBits.length < 2) return 0;
  const data = totalBits({ primeBits }) - (primeBits.at(-1) ?? 0);
  const budget = data - Math.log2(t) - freshBits(false) - MARGIN_BITS;
  return Math.max(0, Math.floor(budget / (Math.log2(t) + PRODUCT_BITS[n])));
}

/** The shortest chain of primes that does for BFV; null where n is too small for such primes. */
export function bfvChain(n: Degree, t: number, depth: number, plainProducts: number): readonly number[] | null {
  const log2t = Math.log2(t);
  const isAlone = depth === 0;
  const margin = plainProducts > 0 && isAlone ? 1 : MARGIN_BITS;
  const bits =
    log2t +
    freshBits(isAlone) +
    depth * (log2t + PRODUCT_BITS[n]) +
    plainProducts * (log2t + PLAIN_PRODUCT_BITS) +
    margin;
  const data = evenPrimes(Math.max(Math.ceil(bits), leastPrimeBits(n)));
  if (data.some((each) => each < leastPrimeBits(n))) return null;
  // Key switching wants a prime as large as the largest other one; sums alone want none.
  return isAlone ? data : [...data, data.at(-1) ?? 0];
}

/** The chain of primes of CKKS for a depth, with 40 bits for each level. */
export function ckksChain(depth: number, plainProducts: number): readonly number[] {
  // One product with what is not encrypted stays at its level: scales of 2^25 and 2^25 share a prime of 53 bits.
  if (depth === 0 && plainProducts <= 1) return [53, 53];
  const levels = Array.from({ length: depth + plainProducts }, () => SCALE_BITS);
  return [FIRST_PRIME_BITS, ...levels, FIRST_PRIME_BITS];
}

export interface Advice {
  readonly scheme: FheScheme;
  readonly n: Degree;
  readonly primeBits: readonly number[];
  readonly t: number | null;
  readonly level: SecurityLevel;
  readonly milliseconds: number;
  readonly security: SecurityStatement;
}

/** All parameters that suit a workload at a level, the fastest first. */
export function adviceFor(workload: WorkloadName, level: SecurityLevel, cost: CostModel): readonly Advice[] {
  const { scheme, t, depth, plainProducts, steps } = WORKLOADS[workload];
  return DEGREES.flatMap((n) => {
    const primeBits = t === null ? ckksChain(depth, plainProducts) : bfvChain(n, t, depth, plainProducts);
    if (primeBits === null) return [];
    const bits = totalBits({ primeBits });
    const reached = reachedLevel(LIMITS_2024, n, bits);
    if (reached === null || reached < level) return [];
    const shape = { scheme, n, primeBits };
    const milliseconds = steps.reduce((sum, step) => sum + cost(shape, step), 0) / 1_000;
    return [{ ...shape, t, level: reached, milliseconds, security: securityStatement(n, bits) }];
  }).sort((a, b) => a.milliseconds - b.milliseconds);
}

/** t that `optimise` assumes: that of `standard`. */
export const ASSUMED_T = 786_433;

export interface Candidate {
  readonly n: Degree;
  readonly primeBits: readonly number[];
  readonly level: SecurityLevel | null;
  readonly depth: number;
  /** Of a product. */
  readonly milliseconds: number;
}

/** Parameters of BFV as a caller has them. Of a total the primes are as even as they can be. */
export function candidateOf(n: Degree, given: number | readonly number[], cost: CostModel): Candidate {
  const primeBits = typeof given === 'number' ? evenPrimes(given) : given;
  return {
    n,
    primeBits,
    level: reachedLevel(LIMITS_2024, n, totalBits({ primeBits })),
    depth: bfvDepth(n, primeBits, ASSUMED_T),
    milliseconds: productTime(n, primeBits, cost),
  };
}

/** Primes of Q are 1 modulo 2n, so the least of them is above 2n. */
export const leastBitsOfAnyPrime = (n: number) => Math.log2(n) + 2;

/**
 * Why nothing that is encrypted with these parameters is sure to decrypt; null where it is. `prime`: no prime of Q has so few
 * bits. `room`: Q holds no more than t and the noise of a fresh ciphertext.
 */
export function encryptionFault({ n, primeBits }: Pick<Candidate, 'n' | 'primeBits'>): 'prime' | 'room' | null {
  if (primeBits.some((bits) => bits < leastBitsOfAnyPrime(n))) return 'prime';
  const isAlone = primeBits.length === 1;
  const data = totalBits({ primeBits: isAlone ? primeBits : primeBits.slice(0, -1) });
  return data < Math.log2(ASSUMED_T) + freshBits(isAlone) ? 'room' : null;
}

function evenPrimes(bits: number): readonly number[] {
  const count = Math.ceil(bits / MOST_PRIME_BITS);
  const [least, over] = [Math.floor(bits / count), bits % count];
  return Array.from({ length: count }, (_, at) => least + (at >= count - over ? 1 : 0));
}

/** A product wants a prime for key switching: one prime alone is priced as if it had one. */
function productTime(n: Degree, primeBits: readonly number[], cost: CostModel): number {
  const shape = { scheme: 'BFV', n, primeBits } as const;
  return cost(shape, dataPrimes(shape) === primeBits.length ? 'multiplyPlain' : 'multiply') / 1_000;
}

/**
 * Parameters of at least this depth inside the tables, in the order of the target: the fastest first, or the highest level
 * first and among equals the fastest.
 */
export function candidates(depth: number, target: 'latency' | 'security', cost: CostModel): readonly Candidate[] {
  const found = DEGREES.flatMap((n) => {
    const primeBits = bfvChain(n, ASSUMED_T, depth, 0);
    if (primeBits === null || totalBits({ primeBits }) > mostBits(LIMITS_2024, n, SECURITY_LEVELS[0])) return [];
    return [candidateOf(n, primeBits, cost)];
  });
  return found.sort(
    (a, b) => (target === 'security' ? (b.level ?? 0) - (a.level ?? 0) : 0) || a.milliseconds - b.milliseconds,
  );
}
