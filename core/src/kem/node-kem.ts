/** ML-KEM by node:crypto: OpenSSL 3.5 in Node 24 (all sets), BoringSSL in Electron (768 and 1024). Takes seeds only. */
import { wipe } from '../bytes.ts';
import type { KemAlgorithm, KemBackend } from './kem.ts';

type NodeKemType = 'ml-kem-512' | 'ml-kem-768' | 'ml-kem-1024';

export interface NodeKemKey {
  export(options: { readonly format: 'raw-public' | 'raw-seed' }): Uint8Array;
}

/** A raw key as Node imports it. */
interface RawKey {
  readonly key: Uint8Array;
  readonly format: 'raw-public' | 'raw-seed';
  readonly asymmetricKeyType: NodeKemType;
}

/** What this backend uses of the module `node:crypto`. Keys are declared as in sign/node-backend.ts. */
export interface NodeKemCrypto {
  hash(algorithm: 'sha256', data: Uint8Array, encoding: 'base64'): string;
  createPublicKey(key: object | string): NodeKemKey;
  createPrivateKey(key: object | string): NodeKemKey;
  generateKeyPair(
    type: NodeKemType,
    options: undefined,
    callback: (error: Error | null, publicKey: NodeKemKey, privateKey: NodeKemKey) => void,
  ): void;
  encapsulate(key: object | string): { sharedKey: Uint8Array; ciphertext: Uint8Array };
  decapsulate(key: object | string, ciphertext: Uint8Array): Uint8Array;
}

const KEY_TYPES: Readonly<Record<KemAlgorithm, NodeKemType>> = {
  'ML-KEM-512': 'ml-kem-512',
  'ML-KEM-768': 'ml-kem-768',
  'ML-KEM-1024': 'ml-kem-1024',
};

/** A backend over `node:crypto`; what the platform lacks throws and is found by the known-answer check. */
export function nodeKem(crypto: NodeKemCrypto): KemBackend {
  // Importing a key takes longer than its use, and boxes are opened and sealed under keys that were just asked for. A key is
  // kept no longer than the caller keeps its bytes, and used only while they are what they were.
  const imported = new WeakMap<Uint8Array, { readonly name: string; readonly key: NodeKemKey }>();

  function nameOf(algorithm: KemAlgorithm, bytes: Uint8Array): string {
    return `${algorithm} ${crypto.hash('sha256', bytes, 'base64')}`;
  }

  function importKey(algorithm: KemAlgorithm, bytes: Uint8Array, format: RawKey['format']): NodeKemKey {
    const name = nameOf(algorithm, bytes);
    const kept = imported.get(bytes);
    if (kept?.name === name) return kept.key;
    const raw: RawKey = { key: bytes, format, asymmetricKeyType: KEY_TYPES[algorithm] };
    const key = format === 'raw-seed' ? crypto.createPrivateKey(raw) : crypto.createPublicKey(raw);
    imported.set(bytes, { name, key });
    return key;
  }

  /** The bytes of a key that was made here, beside which it is kept. */
  function exportKey(algorithm: KemAlgorithm, key: NodeKemKey, format: RawKey['format']): Uint8Array {
    const exported = key.export({ format });
    const bytes = new Uint8Array(exported);
    wipe(exported);
    imported.set(bytes, { name: nameOf(algorithm, bytes), key });
    return bytes;
  }

  return {
    name: 'node',

    supports() {
      return true;
    },

    async publicKeyOf(algorithm, seed) {
      return exportKey(algorithm, crypto.createPublicKey(importKey(algorithm, seed, 'raw-seed')), 'raw-public');
    },

    // In libuv's thread pool.
    async freshKeyPair(algorithm) {
      const made = new Promise<readonly [NodeKemKey, NodeKemKey]>((resolve, reject) => {
        crypto.generateKeyPair(KEY_TYPES[algorithm], undefined, (error, ...pair) =>
          error === null ? resolve(pair) : reject(error),
        );
      });
      try {
        const [publicKey, privateKey] = await made;
        return {
          publicKey: exportKey(algorithm, publicKey, 'raw-public'),
          secretKey: exportKey(algorithm, privateKey, 'raw-seed'),
        };
      } catch {
        return null;
      }
    },

    async encapsulate(algorithm, publicKey) {
      try {
        const { ciphertext, sharedKey } = crypto.encapsulate(importKey(algorithm, publicKey, 'raw-public'));
        return { ciphertext: new Uint8Array(ciphertext), sharedSecret: new Uint8Array(sharedKey) };
      } catch {
        return null;
      }
    },

    async decapsulate(algorithm, seed, ciphertext) {
      return new Uint8Array(crypto.decapsulate(importKey(algorithm, seed, 'raw-seed'), ciphertext));
    },
  };
}
