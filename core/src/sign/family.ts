/**
 * The one shape of a signature family. `families.ts` lists them all; `provider.ts` may put a faster
 * backend behind an algorithm, with the same results.
 */

/** Names as in JOSE and the FIPS documents. FALCON is round 3 of the NIST process, not FN-DSA. */
export const SIGNATURE_ALGORITHMS = [
  'Ed25519',
  'ML-DSA-44',
  'ML-DSA-65',
  'ML-DSA-87',
  'SLH-DSA-SHA2-128s',
  'SLH-DSA-SHA2-128f',
  'SLH-DSA-SHA2-256s',
  'SLH-DSA-SHAKE-128s',
  'SLH-DSA-SHAKE-128f',
  'SLH-DSA-SHAKE-256s',
  'FALCON-512',
  'FALCON-1024',
] as const;

export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** Lengths in bytes. Secret keys are stored in the short form: Ed25519 and ML-DSA a 32-byte seed, SLH-DSA 4n bytes, FALCON its encoded key. */
export interface SignatureLengths {
  readonly seed: number;
  readonly secretKey: number;
  readonly publicKey: number;
  readonly signature: number;
}

export interface KeyPair {
  readonly publicKey: Uint8Array;
  /** In the stored short form. The caller wipes it. */
  readonly secretKey: Uint8Array;
}

/** Can only verify. Verification code is handed this and nothing that signs. */
export interface SignatureVerifier {
  /** Whether `signature` over `message` (pure mode, empty context) holds under `publicKey`. Never rejects for anything outsiders can send. */
  verify(
    algorithm: SignatureAlgorithm,
    publicKey: Uint8Array,
    message: Uint8Array,
    signature: Uint8Array,
  ): Promise<boolean>;
}

/** Makes keys and signatures. Throws TypeError or RangeError on our own misuse (wrong key length). */
export interface Signer {
  /** A fresh key pair, or the one that `seed` (of the family's seed length) determines. */
  generateKeyPair(algorithm: SignatureAlgorithm, seed?: Uint8Array): Promise<KeyPair>;
  /** The public key that belongs to a stored secret key. */
  publicKeyOf(algorithm: SignatureAlgorithm, secretKey: Uint8Array): Promise<Uint8Array>;
  /** A hedged signature over `message` (pure mode, empty context); FALCON in the padded form. */
  sign(algorithm: SignatureAlgorithm, secretKey: Uint8Array, message: Uint8Array): Promise<Uint8Array>;
}

/** A family's parameter set in noble: the reference and universal fallback. All calls are synchronous and may be slow. */
export interface SignatureFamily {
  readonly algorithm: SignatureAlgorithm;
  /** `classical`, `lattice`, `lattice-ntru` or `hash-based`. */
  readonly kind: 'classical' | 'lattice' | 'lattice-ntru' | 'hash-based';
  /** NIST security category; 0 where none is assigned (Ed25519). */
  readonly category: 0 | 1 | 2 | 3 | 5;
  readonly standard: string;
  readonly lengths: SignatureLengths;
  generateKeyPair(seed: Uint8Array): KeyPair;
  publicKeyOf(secretKey: Uint8Array): Uint8Array;
  sign(secretKey: Uint8Array, message: Uint8Array): Uint8Array;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}
