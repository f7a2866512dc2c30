/** Ed25519 (RFC 8032 section 5.1; FIPS 186-5), pure mode without context. The stored secret key is the 32-byte seed. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { isTorsionFree, passesEdgeRule } from './ed25519-rule.ts';
import type { SignatureFamily } from './family.ts';
import { haveLengths, holds, requireSecretKey, requireSeed } from './guard.ts';
import { signatureLengths } from './lengths.ts';

export const parameterSets: readonly SignatureFamily[] = [
  {
    algorithm: 'Ed25519',
    kind: 'classical',
    category: 0,
    standard: 'RFC 8032',
    lengths: signatureLengths('Ed25519'),

    generateKeyPair(seed) {
      requireSeed('Ed25519', seed);
      return { publicKey: ed25519.getPublicKey(seed), secretKey: new Uint8Array(seed) };
    },

    publicKeyOf(secretKey) {
      requireSecretKey('Ed25519', secretKey);
      return ed25519.getPublicKey(secretKey);
    },

    sign(secretKey, message) {
      requireSecretKey('Ed25519', secretKey);
      return ed25519.sign(message, secretKey);
    },

    // noble's equation is cofactored: with R free of torsion it is the cofactorless one of the other backends.
    verify(publicKey, message, signature) {
      return (
        haveLengths('Ed25519', publicKey, signature) &&
        passesEdgeRule(publicKey, signature) &&
        holds(() => ed25519.verify(signature, message, publicKey, { zip215: false })) &&
        isTorsionFree(signature.subarray(0, 32))
      );
    },
  },
];
