/** A parameter set whose stored secret key is the one that noble works with. */
import type { SignatureFamily } from './family.ts';
import { haveLengths, holds, requireSecretKey, requireSeed } from './guard.ts';
import { signatureLengths } from './lengths.ts';

/** What noble offers of a parameter set. Its calls are synchronous; signing is hedged unless noble is told otherwise. */
interface NobleSignature {
  keygen(seed: Uint8Array): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };
  getPublicKey(secretKey: Uint8Array): Uint8Array;
  sign(message: Uint8Array, secretKey: Uint8Array): Uint8Array;
  verify(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
}

export function nobleFamily(
  about: Pick<SignatureFamily, 'algorithm' | 'kind' | 'category' | 'standard'>,
  noble: NobleSignature,
): SignatureFamily {
  const { algorithm } = about;
  return {
    ...about,
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
