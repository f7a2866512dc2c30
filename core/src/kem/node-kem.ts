/** ML-KEM by node:crypto: OpenSSL 3.5 in Node 24 (all sets), BoringSSL in Electron (768 and 1024). Takes seeds only. */
import type { KemAlgorithm, KemBackend } from './kem.ts';

type NodeKemType = 'ml-kem-512' | 'ml-kem-768' | 'ml-kem-1024';

export interface NodeKemKey {
  export(options: { readonly format: 'raw-public' }): Uint8Array;
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
  // Opening a box takes the public key of a seed and then decapsulates with it: importing it is most of that. A key is kept
  // no longer than the caller keeps the bytes of its seed, and used only while they are what they were.
  const imported = new WeakMap<Uint8Array, { readonly name: string; readonly key: NodeKemKey }>();

  function importSeed(algorithm: KemAlgorithm, seed: Uint8Array): NodeKemKey {
    const name = `${algorithm} ${crypto.hash('sha256', seed, 'base64')}`;
    const kept = imported.get(seed);
    if (kept?.name === name) return kept.key;
    const key = crypto.createPrivateKey({
      key: seed,
      format: 'raw-seed',
      asymmetricKeyType: KEY_TYPES[algorithm],
    } satisfies RawKey);
    imported.set(seed, { name, key });
    return key;
  }

  return {
    name: 'node',

    supports() {
      return true;
    },

    async publicKeyOf(algorithm, seed) {
      return new Uint8Array(crypto.createPublicKey(importSeed(algorithm, seed)).export({ format: 'raw-public' }));
    },

    async encapsulate(algorithm, publicKey) {
      try {
        const key = crypto.createPublicKey({
          key: publicKey,
          format: 'raw-public',
          asymmetricKeyType: KEY_TYPES[algorithm],
        } satisfies RawKey);
        const { ciphertext, sharedKey } = crypto.encapsulate(key);
        return { ciphertext: new Uint8Array(ciphertext), sharedSecret: new Uint8Array(sharedKey) };
      } catch {
        return null;
      }
    },

    async decapsulate(algorithm, seed, ciphertext) {
      return new Uint8Array(crypto.decapsulate(importSeed(algorithm, seed), ciphertext));
    },
  };
}
