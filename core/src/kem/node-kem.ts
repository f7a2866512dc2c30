/** ML-KEM by node:crypto: OpenSSL 3.5 in Node 24 (all sets), BoringSSL in Electron (768 and 1024). Takes seeds only. */
import { concat, wipe } from '../bytes.ts';
import type { KemAlgorithm, KemBackend } from './backend.ts';

type NodeKemType = 'ml-kem-512' | 'ml-kem-768' | 'ml-kem-1024';

export interface NodeKemKey {
  export(options: { readonly format: 'raw-public' | 'raw-seed' }): Uint8Array;
}

/** Keys as Node imports them. */
interface RawKey {
  readonly key: Uint8Array;
  readonly format: 'raw-public' | 'raw-seed';
  readonly asymmetricKeyType: NodeKemType;
}
interface DerKey {
  readonly key: Uint8Array;
  readonly format: 'der';
  readonly type: 'pkcs8';
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

/**
 * What stands before the seed in a private key as PKCS #8 (RFC 9935, section 6, the seed form): version 0, the algorithm
 * 2.16.840.1.101.3.4.4.x, and the octet string with the seed, tagged 0. x is 1, 2 or 3.
 */
const SEED_PREFIX = [
  0x30, 0x54, 0x02, 0x01, 0x00, 0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x04,
] as const;
const SEED_TAG = [0x04, 0x42, 0x80, 0x40] as const;
const OBJECT_IDS: Readonly<Record<KemAlgorithm, number>> = { 'ML-KEM-512': 1, 'ML-KEM-768': 2, 'ML-KEM-1024': 3 };

/** A backend over `node:crypto`; what the platform lacks throws and is found by the known-answer check. */
export function nodeKem(crypto: NodeKemCrypto): KemBackend {
  // Importing a key takes longer than its use, and boxes are opened and sealed under keys that were just asked for. A key is
  // kept no longer than the caller keeps its bytes, and used only while they are what they were.
  let takesSeedForm: boolean | null = null;
  const imported = new WeakMap<Uint8Array, { readonly name: string; readonly key: NodeKemKey }>();

  function nameOf(algorithm: KemAlgorithm, bytes: Uint8Array): string {
    return `${algorithm} ${crypto.hash('sha256', bytes, 'base64')}`;
  }

  function importKey(algorithm: KemAlgorithm, bytes: Uint8Array, format: RawKey['format']): NodeKemKey {
    const name = nameOf(algorithm, bytes);
    const kept = imported.get(bytes);
    if (kept?.name === name) return kept.key;
    const raw: RawKey = { key: bytes, format, asymmetricKeyType: KEY_TYPES[algorithm] };
    const key = format === 'raw-seed' ? importSeed(algorithm, raw) : crypto.createPublicKey(raw);
    imported.set(bytes, { name, key });
    return key;
  }

  /** OpenSSL takes half the time for PKCS #8 as for the seed alone; a platform that does not know that form takes the seed. */
  function importSeed(algorithm: KemAlgorithm, raw: RawKey): NodeKemKey {
    if (takesSeedForm === false) return crypto.createPrivateKey(raw);
    const key = concat(new Uint8Array([...SEED_PREFIX, OBJECT_IDS[algorithm], ...SEED_TAG]), raw.key);
    try {
      const imported = crypto.createPrivateKey({ key, format: 'der', type: 'pkcs8' } satisfies DerKey);
      takesSeedForm = true;
      return imported;
    } catch (error) {
      // Known since the first key.
      if (takesSeedForm) throw error;
      takesSeedForm = false;
      return crypto.createPrivateKey(raw);
    } finally {
      wipe(key);
    }
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
