/** ML-KEM (FIPS 203) by noble: the reference, every parameter set, on every platform; also takes expanded keys. */
import { ml_kem512, ml_kem768, ml_kem1024 } from '@noble/post-quantum/ml-kem.js';
import { wipe } from '../bytes.ts';
import type { KemAlgorithm, KemBackend } from './backend.ts';

const PARAMETER_SETS: Readonly<Record<KemAlgorithm, typeof ml_kem512>> = {
  'ML-KEM-512': ml_kem512,
  'ML-KEM-768': ml_kem768,
  'ML-KEM-1024': ml_kem1024,
};

export const nobleKem = {
  name: 'noble',

  supports() {
    return true;
  },

  async publicKeyOf(algorithm, seed) {
    const { publicKey, secretKey } = PARAMETER_SETS[algorithm].keygen(seed);
    wipe(secretKey);
    return publicKey;
  },

  async freshKeyPair() {
    return null;
  },

  async encapsulate(algorithm, publicKey) {
    return nullOnThrow(() => {
      const { cipherText, sharedSecret } = PARAMETER_SETS[algorithm].encapsulate(publicKey);
      return { ciphertext: cipherText, sharedSecret };
    });
  },

  async decapsulate(algorithm, seed, ciphertext) {
    const { secretKey } = PARAMETER_SETS[algorithm].keygen(seed);
    try {
      return nullOnThrow(() => PARAMETER_SETS[algorithm].decapsulate(ciphertext, secretKey));
    } finally {
      wipe(secretKey);
    }
  },

  /** The encapsulation key inside an expanded key; null where the key has a wrong length or fails its hash check (section 7.3). */
  async publicKeyOfExpanded(algorithm: KemAlgorithm, expandedKey: Uint8Array): Promise<Uint8Array | null> {
    const noble = PARAMETER_SETS[algorithm];
    return nullOnThrow(() => {
      noble.decapsulate(new Uint8Array(noble.lengths.cipherText ?? 0), expandedKey).fill(0);
      return noble.getPublicKey(expandedKey);
    });
  },

  /** Like `decapsulate`, with the expanded key of FIPS 203 table 3. */
  async decapsulateExpanded(
    algorithm: KemAlgorithm,
    expandedKey: Uint8Array,
    ciphertext: Uint8Array,
  ): Promise<Uint8Array | null> {
    return nullOnThrow(() => PARAMETER_SETS[algorithm].decapsulate(ciphertext, expandedKey));
  },
} satisfies KemBackend & Record<string, unknown>;

/** The expanded decapsulation key dk of a 64-byte seed (FIPS 203 algorithm 16). The caller wipes it. */
export function expandKemSeed(algorithm: KemAlgorithm, seed: Uint8Array): Uint8Array {
  return PARAMETER_SETS[algorithm].keygen(seed).secretKey;
}

/** noble throws where an input check of FIPS 203 section 7.2 or 7.3 fails. */
function nullOnThrow<T>(call: () => T): T | null {
  try {
    return call();
  } catch {
    return null;
  }
}
