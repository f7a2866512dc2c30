/** AES-256-GCM by node:crypto. */
import { type GcmBackend, TAG_BYTES } from './aes-gcm.ts';
import { concat, wipe } from './bytes.ts';

interface Cipher {
  setAAD(aad: Uint8Array): unknown;
  update(piece: Uint8Array): Uint8Array;
  /** Throws where the tag of what was decrypted does not fit. */
  final(): Uint8Array;
}

/** What this backend uses of the module `node:crypto`; `K` is its KeyObject. */
export interface NodeGcmCrypto<K> {
  createSecretKey(key: Uint8Array): K;
  createCipheriv(algorithm: 'aes-256-gcm', key: K, nonce: Uint8Array): Cipher & { getAuthTag(): Uint8Array };
  createDecipheriv(
    algorithm: 'aes-256-gcm',
    key: K,
    nonce: Uint8Array,
    options: { readonly authTagLength: number },
  ): Cipher & { setAuthTag(tag: Uint8Array): unknown };
}

/**
 * Keys are handed over as objects of Node: from bytes it takes three times as long. Node clears its copy when it collects the
 * object, which nobody holds after the call; every box has a key of its own.
 */
export function nodeGcm<K>(crypto: NodeGcmCrypto<K>): GcmBackend {
  return {
    name: 'node',

    encrypt(key, nonce, aad, plaintext) {
      const cipher = crypto.createCipheriv('aes-256-gcm', crypto.createSecretKey(key), nonce);
      cipher.setAAD(aad);
      return concat(cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
    },

    decrypt(key, nonce, aad, box) {
      const secretKey = crypto.createSecretKey(key);
      const cipher = crypto.createDecipheriv('aes-256-gcm', secretKey, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(aad);
      cipher.setAuthTag(box.subarray(box.length - TAG_BYTES));
      const plaintext = cipher.update(box.subarray(0, box.length - TAG_BYTES));
      try {
        return concat(plaintext, cipher.final());
      } catch {
        return null;
      } finally {
        wipe(plaintext);
      }
    },
  };
}
