/**
 * Signatures by node:crypto: OpenSSL 3.5 in Node 24 (Ed25519, ML-DSA, SLH-DSA), BoringSSL in Electron (Ed25519,
 * ML-DSA). Signing and verifying use the callback form, which runs in libuv's thread pool.
 */
import { wipe } from '../bytes.ts';
import type { SignatureBackend } from './backend.ts';
import type { SignatureAlgorithm } from './family.ts';

type RawFormat = 'raw-public' | 'raw-private' | 'raw-seed';
type NodeKeyType =
  | 'ed25519'
  | 'ml-dsa-44'
  | 'ml-dsa-65'
  | 'ml-dsa-87'
  | 'slh-dsa-sha2-128s'
  | 'slh-dsa-sha2-128f'
  | 'slh-dsa-sha2-256s'
  | 'slh-dsa-shake-128s'
  | 'slh-dsa-shake-128f'
  | 'slh-dsa-shake-256s';

export interface NodeKeyObject {
  export(options: { readonly format: RawFormat }): Uint8Array;
}

/** A raw key as Node imports it. */
interface RawKey {
  readonly key: Uint8Array;
  readonly format: RawFormat;
  readonly asymmetricKeyType: NodeKeyType;
}

/**
 * What this backend uses of the module `node:crypto`. Keys are declared as `object | string`, which
 * holds all forms that Node takes: its type declarations ask for a Buffer where Node itself takes any Uint8Array.
 */
export interface NodeCrypto {
  hash(algorithm: 'sha256', data: Uint8Array, encoding: 'base64'): string;
  createPublicKey(key: object | string): NodeKeyObject;
  createPrivateKey(key: object | string): NodeKeyObject;
  generateKeyPair(
    type: NodeKeyType,
    options: undefined,
    callback: (error: Error | null, publicKey: NodeKeyObject, privateKey: NodeKeyObject) => void,
  ): void;
  sign(
    algorithm: null,
    data: Uint8Array,
    key: object | string,
    callback: (error: Error | null, signature: Uint8Array) => void,
  ): void;
  verify(
    algorithm: null,
    data: Uint8Array,
    key: object | string,
    signature: Uint8Array,
    callback: (error: Error | null, valid: boolean) => void,
  ): void;
}

/** Algorithm → Node's name and the format of our stored secret key. */
const KEY_TYPES: Partial<Record<SignatureAlgorithm, readonly [NodeKeyType, 'raw-private' | 'raw-seed']>> = {
  Ed25519: ['ed25519', 'raw-private'],
  'ML-DSA-44': ['ml-dsa-44', 'raw-seed'],
  'ML-DSA-65': ['ml-dsa-65', 'raw-seed'],
  'ML-DSA-87': ['ml-dsa-87', 'raw-seed'],
  'SLH-DSA-SHA2-128s': ['slh-dsa-sha2-128s', 'raw-private'],
  'SLH-DSA-SHA2-128f': ['slh-dsa-sha2-128f', 'raw-private'],
  'SLH-DSA-SHA2-256s': ['slh-dsa-sha2-256s', 'raw-private'],
  'SLH-DSA-SHAKE-128s': ['slh-dsa-shake-128s', 'raw-private'],
  'SLH-DSA-SHAKE-128f': ['slh-dsa-shake-128f', 'raw-private'],
  'SLH-DSA-SHAKE-256s': ['slh-dsa-shake-256s', 'raw-private'],
};

/**
 * Imported public keys that are kept: importing costs a quarter of a verification. A private key is kept no longer than
 * the caller keeps the bytes that it was made of, and used only while they are what they were.
 */
const KEPT_PUBLIC_KEYS = 256;

/** A backend over `node:crypto`. What the platform lacks throws here and is found by the known-answer check. */
export function nodeBackend(crypto: NodeCrypto): SignatureBackend {
  const publicKeys = new Map<string, NodeKeyObject>();
  const privateKeys = new WeakMap<Uint8Array, { readonly name: string; readonly key: NodeKeyObject }>();

  function importPublicKey(algorithm: SignatureAlgorithm, publicKey: Uint8Array): NodeKeyObject {
    const name = `${algorithm} ${crypto.hash('sha256', publicKey, 'base64')}`;
    const kept = publicKeys.get(name);
    if (kept !== undefined) return kept;
    const [type] = keyType(algorithm);
    const key = crypto.createPublicKey({
      key: publicKey,
      format: 'raw-public',
      asymmetricKeyType: type,
    } satisfies RawKey);
    const oldest = publicKeys.size >= KEPT_PUBLIC_KEYS ? publicKeys.keys().next().value : undefined;
    if (oldest !== undefined) publicKeys.delete(oldest);
    publicKeys.set(name, key);
    return key;
  }

  function importSecretKey(algorithm: SignatureAlgorithm, secretKey: Uint8Array): NodeKeyObject {
    const name = `${algorithm} ${crypto.hash('sha256', secretKey, 'base64')}`;
    const kept = privateKeys.get(secretKey);
    if (kept?.name === name) return kept.key;
    const [type, format] = keyType(algorithm);
    const key = crypto.createPrivateKey({ key: secretKey, format, asymmetricKeyType: type } satisfies RawKey);
    privateKeys.set(secretKey, { name, key });
    return key;
  }

  function publicPart(secretKey: NodeKeyObject): Uint8Array {
    return plain(crypto.createPublicKey(secretKey).export({ format: 'raw-public' }));
  }

  return {
    name: 'node',

    supports(algorithm) {
      return KEY_TYPES[algorithm] !== undefined;
    },

    async verify(algorithm, publicKey, message, signature) {
      if (algorithm === 'Ed25519') {
        const { passesEdgeRule } = await import('./ed25519-rule.ts');
        if (!passesEdgeRule(publicKey, signature)) return false;
      }
      const key = importPublicKey(algorithm, publicKey);
      return new Promise((resolve, reject) => {
        crypto.verify(null, message, key, signature, (error, valid) =>
          error === null ? resolve(valid) : reject(error),
        );
      });
    },

    async sign(algorithm, secretKey, message) {
      const key = importSecretKey(algorithm, secretKey);
      return new Promise((resolve, reject) => {
        crypto.sign(null, message, key, (error, signature) =>
          error === null ? resolve(plain(signature)) : reject(error),
        );
      });
    },

    // FIPS 205 algorithm 18 starts from three seeds, which node:crypto does not take.
    async generateKeyPair(algorithm, seed) {
      if (algorithm.startsWith('SLH-DSA')) return null;
      return { publicKey: publicPart(importSecretKey(algorithm, seed)), secretKey: new Uint8Array(seed) };
    },

    async freshKeyPair(algorithm) {
      if (!algorithm.startsWith('SLH-DSA')) return null;
      const [type, format] = keyType(algorithm);
      return new Promise((resolve, reject) => {
        crypto.generateKeyPair(type, undefined, (error, publicKey, privateKey) => {
          if (error !== null) return reject(error);
          resolve({
            publicKey: plain(publicKey.export({ format: 'raw-public' })),
            secretKey: plain(privateKey.export({ format })),
          });
        });
      });
    },

    async publicKeyOf(algorithm, secretKey) {
      return publicPart(importSecretKey(algorithm, secretKey));
    },
  };
}

function keyType(algorithm: SignatureAlgorithm): readonly [NodeKeyType, 'raw-private' | 'raw-seed'] {
  const row = KEY_TYPES[algorithm];
  if (row === undefined) throw new TypeError(`node:crypto has no ${algorithm}`);
  return row;
}

/** A Buffer's bytes in a Uint8Array of their own; the Buffer is wiped, since it may have held a secret key. */
function plain(buffer: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(buffer);
  wipe(buffer);
  return bytes;
}
