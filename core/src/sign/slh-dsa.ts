/**
 * SLH-DSA (FIPS 205), pure mode with empty context, hedged signing. The stored secret key is
 * SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root (4n bytes), the seed its first three parts.
 */
import {
  slh_dsa_sha2_128f,
  slh_dsa_sha2_128s,
  slh_dsa_sha2_256s,
  slh_dsa_shake_128f,
  slh_dsa_shake_128s,
  slh_dsa_shake_256s,
} from '@noble/post-quantum/slh-dsa.js';
import type { SignatureAlgorithm, SignatureFamily } from './family.ts';
import { haveLengths, holds, requireSecretKey, requireSeed } from './guard.ts';
import { signatureLengths } from './lengths.ts';

/** Categories: FIPS 205 table 2. */
export const parameterSets: readonly SignatureFamily[] = [
  parameterSet('SLH-DSA-SHA2-128s', 1, slh_dsa_sha2_128s),
  parameterSet('SLH-DSA-SHA2-128f', 1, slh_dsa_sha2_128f),
  parameterSet('SLH-DSA-SHA2-256s', 5, slh_dsa_sha2_256s),
  parameterSet('SLH-DSA-SHAKE-128s', 1, slh_dsa_shake_128s),
  parameterSet('SLH-DSA-SHAKE-128f', 1, slh_dsa_shake_128f),
  parameterSet('SLH-DSA-SHAKE-256s', 5, slh_dsa_shake_256s),
];

function parameterSet(
  algorithm: SignatureAlgorithm,
  category: 1 | 5,
  noble: typeof slh_dsa_sha2_128s,
): SignatureFamily {
  return {
    algorithm,
    kind: 'hash-based',
    category,
    standard: 'FIPS 205',
    lengths: signatureLengths(algorithm),

    generateKeyPair(seed) {
      requireSeed(algorithm, seed);
      return noble.keygen(seed);
    },

    publicKeyOf(secretKey) {
      requireSecretKey(algorithm, secretKey);
      return noble.getPublicKey(secretKey);
    },

    sign(secretKey, message) {
      requireSecretKey(algorithm, secretKey);
      return noble.sign(message, secretKey);
    },

    verify(publicKey, message, signature) {
      return haveLengths(algorithm, publicKey, signature) && holds(() => noble.verify(signature, message, publicKey));
    },
  };
}
