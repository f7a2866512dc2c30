/**
 * ML-DSA (FIPS 204), pure mode with empty context, hedged signing. The stored secret key is the 32-byte seed ξ of
 * algorithm 1; the expanded key exists only during a call.
 */
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js';
import { wipe } from '../bytes.ts';
import type { SignatureAlgorithm, SignatureFamily } from './family.ts';
import { haveLengths, holds, requireSecretKey, requireSeed } from './guard.ts';
import { signatureLengths } from './lengths.ts';

/** Categories: FIPS 204 table 1. */
export const parameterSets: readonly SignatureFamily[] = [
  parameterSet('ML-DSA-44', 2, ml_dsa44),
  parameterSet('ML-DSA-65', 3, ml_dsa65),
  parameterSet('ML-DSA-87', 5, ml_dsa87),
];

function parameterSet(algorithm: SignatureAlgorithm, category: 2 | 3 | 5, noble: typeof ml_dsa44): SignatureFamily {
  return {
    algorithm,
    kind: 'lattice',
    category,
    standard: 'FIPS 204',
    lengths: signatureLengths(algorithm),

    generateKeyPair(seed) {
      requireSeed(algorithm, seed);
      const { publicKey, secretKey: expanded } = noble.keygen(seed);
      wipe(expanded);
      return { publicKey, secretKey: new Uint8Array(seed) };
    },

    publicKeyOf(secretKey) {
      requireSecretKey(algorithm, secretKey);
      const { publicKey, secretKey: expanded } = noble.keygen(secretKey);
      wipe(expanded);
      return publicKey;
    },

    sign(secretKey, message) {
      requireSecretKey(algorithm, secretKey);
      const { secretKey: expanded } = noble.keygen(secretKey);
      try {
        return noble.sign(message, expanded);
      } finally {
        wipe(expanded);
      }
    },

    verify(publicKey, message, signature) {
      return haveLengths(algorithm, publicKey, signature) && holds(() => noble.verify(signature, message, publicKey));
    },
  };
}
