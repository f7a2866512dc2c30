/** Hashing by node:crypto: OpenSSL in Node. Electron's BoringSSL has no SHA-3, which `chooseHashes` finds. */
import { wipe } from './bytes.ts';
import type { HashBackend } from './hash.ts';

interface Hmac {
  update(message: Uint8Array): Hmac;
  digest(): Uint8Array;
}

/** What this backend uses of the module `node:crypto`. */
export interface NodeHashCrypto {
  hash(algorithm: 'sha256' | 'sha3-256' | 'sha3-384', message: Uint8Array, encoding: 'buffer'): Uint8Array;
  createHmac(algorithm: 'sha3-256', key: Uint8Array): Hmac;
  hkdfSync(algorithm: 'sha3-256', secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): ArrayBuffer;
}

export function nodeHashes(crypto: NodeHashCrypto): HashBackend {
  return {
    name: 'node',
    sha256: (message) => plain(crypto.hash('sha256', message, 'buffer')),
    sha3_256: (message) => plain(crypto.hash('sha3-256', message, 'buffer')),
    sha3_384: (message) => plain(crypto.hash('sha3-384', message, 'buffer')),
    hmacSha3_256: (key, message) => plain(crypto.createHmac('sha3-256', key).update(message).digest()),
    hkdfSha3_256: (secret, salt, info, length) =>
      new Uint8Array(crypto.hkdfSync('sha3-256', secret, salt, info, length)),
  };
}

/** A Buffer's bytes in a Uint8Array of their own; the Buffer is wiped, since what was hashed may be a secret. */
function plain(buffer: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(buffer);
  wipe(buffer);
  return bytes;
}
