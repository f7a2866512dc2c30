/** ML-KEM by liboqs in WebAssembly, ten times as fast as noble. Each call ends with the memory that the instance was born with. */

import { wipe } from '../bytes.ts';
import type { Random } from '../random.ts';
import type { KemAlgorithm, KemBackend } from './backend.ts';
import { type LiboqsKem, openLiboqsKem } from './liboqs-instance.ts';

/** FIPS 203, algorithm 20: the message m. */
const RANDOM_BYTES = 32;

/** A backend over liboqs, each algorithm loaded at its first use. */
export function liboqsKem(random: Random): KemBackend {
  const instances = new Map<KemAlgorithm, Promise<LiboqsKem>>();

  function instanceOf(algorithm: KemAlgorithm): Promise<LiboqsKem> {
    const instance = instances.get(algorithm) ?? openLiboqsKem(algorithm);
    instances.set(algorithm, instance);
    return instance;
  }

  return {
    name: 'liboqs',

    supports() {
      return true;
    },

    async publicKeyOf(algorithm, seed) {
      return (await instanceOf(algorithm)).publicKey(seed);
    },

    async freshKeyPair() {
      return null;
    },

    async encapsulate(algorithm, publicKey) {
      const instance = await instanceOf(algorithm);
      const randomness = random(RANDOM_BYTES);
      try {
        return instance.encapsulate(publicKey, randomness);
      } finally {
        wipe(randomness);
      }
    },

    async decapsulate(algorithm, seed, ciphertext) {
      return (await instanceOf(algorithm)).decapsulate(seed, ciphertext);
    },
  };
}
