import type { BackendName } from '../backend-order.ts';
import type { KeyPair, SignatureAlgorithm } from './family.ts';

/** One implementation of some algorithms. Lengths have been checked before a call. What it lacks or declines is done by others. */
export interface SignatureBackend {
  readonly name: BackendName;
  /** Whether it may have the algorithm; the known-answer check finds out whether the platform really does. */
  supports(algorithm: SignatureAlgorithm): boolean;
  /** Null for what it declines to judge. */
  verify?(
    algorithm: SignatureAlgorithm,
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): Promise<boolean | null>;
  /** Null for what it does not sign. */
  sign?(algorithm: SignatureAlgorithm, secretKey: Uint8Array, message: Uint8Array): Promise<Uint8Array | null>;
  /** The key pair that a seed determines; null where it cannot start from this family's seed. */
  generateKeyPair?(algorithm: SignatureAlgorithm, seed: Uint8Array): Promise<KeyPair | null>;
  /** A key pair from its own secure random source, for families whose seed it cannot take; null for the others. */
  freshKeyPair?(algorithm: SignatureAlgorithm): Promise<KeyPair | null>;
  /** Null where it cannot start from this family's secret key. */
  publicKeyOf?(algorithm: SignatureAlgorithm, secretKey: Uint8Array): Promise<Uint8Array | null>;
}
