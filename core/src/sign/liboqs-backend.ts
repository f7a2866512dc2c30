/**
 * FALCON verification by liboqs in WebAssembly, fifteen times as fast as noble. It runs on the caller's thread (0.1 ms).
 * Keys and signatures are never made here: what it frees it does not wipe.
 */

import type { SignatureBackend } from './backend.ts';
import type { SignatureAlgorithm } from './family.ts';

/** One parameter set of padded FALCON in a WebAssembly instance of its own. Lengths are checked, wrong ones throw. */
interface Falcon {
  verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean;
}

const LOAD: Partial<Record<SignatureAlgorithm, () => Promise<Falcon>>> = {
  'FALCON-512': async () => {
    const { createFalconPadded512 } = await import('@oqs/liboqs-js/sig');
    return createFalconPadded512();
  },
  'FALCON-1024': async () => {
    const { createFalconPadded1024 } = await import('@oqs/liboqs-js/sig');
    return createFalconPadded1024();
  },
};

/**
 * The longest message that is copied into WebAssembly's memory. That memory never shrinks, and liboqs-js does not notice
 * when it cannot grow.
 */
const MAX_MESSAGE_BYTES = 1 << 20;

/** A backend over `@oqs/liboqs-js`, loaded at the first verification. It declines longer messages; noble takes those. */
export function liboqsBackend(): SignatureBackend {
  // Kept for good: an instance holds no secret, and what a verification allocates is freed at its end.
  const instances = new Map<SignatureAlgorithm, Promise<Falcon>>();

  function instanceOf(algorithm: SignatureAlgorithm): Promise<Falcon> {
    const known = instances.get(algorithm);
    if (known !== undefined) return known;
    const load = LOAD[algorithm];
    if (load === undefined) throw new TypeError(`this backend has no ${algorithm}`);
    const instance = load();
    instances.set(algorithm, instance);
    return instance;
  }

  return {
    name: 'liboqs',

    supports(algorithm) {
      return LOAD[algorithm] !== undefined;
    },

    async verify(algorithm, publicKey, message, signature) {
      if (message.length > MAX_MESSAGE_BYTES) return null;
      return (await instanceOf(algorithm)).verify(message, signature, publicKey);
    },
  };
}
