/** The reference backend: noble, every algorithm, on every platform. Its calls run on the caller's thread and may be slow. */

import type { SignatureBackend } from './backend.ts';
import { familyOf } from './families.ts';

export const nobleBackend = {
  name: 'noble',

  supports() {
    return true;
  },

  async verify(algorithm, publicKey, message, signature) {
    return (await familyOf(algorithm)).verify(publicKey, message, signature);
  },

  async sign(algorithm, secretKey, message) {
    return (await familyOf(algorithm)).sign(secretKey, message);
  },

  async generateKeyPair(algorithm, seed) {
    return (await familyOf(algorithm)).generateKeyPair(seed);
  },

  async publicKeyOf(algorithm, secretKey) {
    return (await familyOf(algorithm)).publicKeyOf(secretKey);
  },
} satisfies SignatureBackend;
