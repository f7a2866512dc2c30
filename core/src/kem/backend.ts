/** The parameter sets of ML-KEM (FIPS 203), their lengths, and what an implementation of them offers. */
import type { BackendName } from '../backend-order.ts';

export const KEM_ALGORITHMS = ['ML-KEM-512', 'ML-KEM-768', 'ML-KEM-1024'] as const;
export type KemAlgorithm = (typeof KEM_ALGORITHMS)[number];

/** Lengths in bytes (FIPS 203 table 3). The stored secret key is the 64-byte seed d ‖ z; `expandedKey` is the wire form dk. */
export interface KemLengths {
  readonly seed: 64;
  readonly publicKey: number;
  readonly expandedKey: number;
  readonly ciphertext: number;
  readonly sharedSecret: 32;
}

export interface KemKeyPair {
  readonly publicKey: Uint8Array;
  /** The seed d ‖ z. The caller wipes it. */
  readonly secretKey: Uint8Array;
}

export interface Encapsulation {
  readonly ciphertext: Uint8Array;
  /** 32 bytes. The caller wipes it. */
  readonly sharedSecret: Uint8Array;
}

/** One implementation. `null` means that an input check of FIPS 203 section 7.2 or 7.3 failed. */
export interface KemBackend {
  readonly name: BackendName;
  supports(algorithm: KemAlgorithm): boolean;
  publicKeyOf(algorithm: KemAlgorithm, seed: Uint8Array): Promise<Uint8Array>;
  /** A key pair of the platform's own randomness; null where it makes none. */
  freshKeyPair(algorithm: KemAlgorithm): Promise<KemKeyPair | null>;
  encapsulate(algorithm: KemAlgorithm, publicKey: Uint8Array): Promise<Encapsulation | null>;
  /** `secretKey` is the seed. */
  decapsulate(algorithm: KemAlgorithm, secretKey: Uint8Array, ciphertext: Uint8Array): Promise<Uint8Array | null>;
}

/** FIPS 203 table 3: encapsulation key, decapsulation key, ciphertext. */
const LENGTHS: Readonly<Record<KemAlgorithm, readonly [number, number, number]>> = {
  'ML-KEM-512': [800, 1632, 768],
  'ML-KEM-768': [1184, 2400, 1088],
  'ML-KEM-1024': [1568, 3168, 1568],
};

export function kemLengths(algorithm: KemAlgorithm): KemLengths {
  const [publicKey, expandedKey, ciphertext] = LENGTHS[algorithm];
  return { seed: 64, publicKey, expandedKey, ciphertext, sharedSecret: 32 };
}

export function isKemAlgorithm(name: string): name is KemAlgorithm {
  return (KEM_ALGORITHMS as readonly string[]).includes(name);
}
