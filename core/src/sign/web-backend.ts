/**
 * Signatures by WebCrypto (W3C Web Cryptography with the post-quantum additions of WICG "Modern Algorithms"): Ed25519
 * and ML-DSA where the browser has them. What it lacks rejects and is found by the known-answer check.
 */
import { concat, fromBase64Url } from '../bytes.ts';
import type { SignatureBackend } from './backend.ts';
import type { SignatureAlgorithm } from './family.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Usage = 'sign' | 'verify';

/** What this backend uses of `crypto.subtle`. Keys stay opaque; the key formats are newer than the DOM's type declarations. */
export interface WebSubtle<Key> {
  importKey(
    format: string,
    keyData: Bytes,
    algorithm: { readonly name: string },
    extractable: boolean,
    usages: Usage[],
  ): Promise<Key>;
  exportKey(format: 'jwk', key: Key): Promise<{ x?: string; pub?: string }>;
  sign(algorithm: { readonly name: string }, key: Key, data: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: { readonly name: string }, key: Key, signature: Bytes, data: Bytes): Promise<boolean>;
}

/** WebCrypto uses the names of JOSE, as we do. */
const SUPPORTED: readonly SignatureAlgorithm[] = ['Ed25519', 'ML-DSA-44', 'ML-DSA-65', 'ML-DSA-87'];

/** PKCS#8 of an Ed25519 seed without the seed (RFC 8410 section 7): browsers take no raw Ed25519 secret keys. */
const ED25519_PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/** A backend over `crypto.subtle` of a page or a worker. */
export function webBackend<Key>(subtle: WebSubtle<Key>): SignatureBackend {
  function importPublicKey(name: SignatureAlgorithm, publicKey: Uint8Array): Promise<Key> {
    const format = name === 'Ed25519' ? 'raw' : 'raw-public';
    return subtle.importKey(format, new Uint8Array(publicKey), { name }, false, ['verify']);
  }

  async function importSecretKey(name: SignatureAlgorithm, secretKey: Uint8Array, extractable: boolean): Promise<Key> {
    const isEd25519 = name === 'Ed25519';
    const encoded = new Uint8Array(isEd25519 ? concat(ED25519_PKCS8, secretKey) : secretKey);
    try {
      return await subtle.importKey(isEd25519 ? 'pkcs8' : 'raw-seed', encoded, { name }, extractable, ['sign']);
    } finally {
      encoded.fill(0);
    }
  }

  async function publicKeyOf(algorithm: SignatureAlgorithm, secretKey: Uint8Array): Promise<Uint8Array> {
    const jwk = await subtle.exportKey('jwk', await importSecretKey(algorithm, secretKey, true));
    const publicKey = fromBase64Url((algorithm === 'Ed25519' ? jwk.x : jwk.pub) ?? '');
    if (publicKey === null || publicKey.length === 0) throw new TypeError('WebCrypto exported no public key');
    return publicKey;
  }

  return {
    name: 'webcrypto',

    supports(algorithm) {
      return SUPPORTED.includes(algorithm);
    },

    async verify(algorithm, publicKey, message, signature) {
      if (algorithm === 'Ed25519') {
        const { passesEdgeRule } = await import('./ed25519-rule.ts');
        if (!passesEdgeRule(publicKey, signature)) return false;
      }
      const key = await importPublicKey(algorithm, publicKey);
      return subtle.verify({ name: algorithm }, key, new Uint8Array(signature), new Uint8Array(message));
    },

    async sign(algorithm, secretKey, message) {
      const key = await importSecretKey(algorithm, secretKey, false);
      return new Uint8Array(await subtle.sign({ name: algorithm }, key, new Uint8Array(message)));
    },

    async generateKeyPair(algorithm, seed) {
      return { publicKey: await publicKeyOf(algorithm, seed), secretKey: new Uint8Array(seed) };
    },

    publicKeyOf,
  };
}
