/**
 * FALCON (round 3 of the NIST process, specification 1.2; not FN-DSA), fixed-length padded signatures only. The
 * stored secret key is the encoded key of section 3.11.5. Signing draws fresh entropy every time: two signatures of
 * different messages under one nonce and sampler stream would give the key away.
 */
import { falcon512padded, falcon1024padded } from '@noble/post-quantum/falcon.js';
import type { SignatureAlgorithm, SignatureFamily } from './family.ts';
import { haveLengths, holds, requireSecretKey, requireSeed } from './guard.ts';
import { signatureLengths } from './lengths.ts';

/** Categories: FALCON specification 1.2, table 3.3. */
export const parameterSets: readonly SignatureFamily[] = [
  parameterSet('FALCON-512', 1, falcon512padded),
  parameterSet('FALCON-1024', 5, falcon1024padded),
];

function parameterSet(algorithm: SignatureAlgorithm, category: 1 | 5, noble: typeof falcon512padded): SignatureFamily {
  return {
    algorithm,
    kind: 'lattice-ntru',
    category,
    standard: 'FALCON 1.2 (NIST round 3)',
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
