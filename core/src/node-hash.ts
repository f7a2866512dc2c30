/** Hashing by node:crypto: OpenSSL in Node. Electron's BoringSSL has no SHA-3, which `chooseHashes` finds. */
import { concat, wipe } from './bytes.ts';
import type { HashBackend } from './hash.ts';

/** What this backend uses of the module `node:crypto`. */
export interface NodeHashCrypto {
  hash(algorithm: 'sha256', message: Uint8Array, encoding: 'binary'): string;
  hash(algorithm: 'sha3-256' | 'sha3-384', message: Uint8Array, encoding: 'buffer'): Uint8Array;
  createHash(algorithm: 'sha3-256'): { update(piece: Uint8Array): unknown; digest(): Uint8Array };
}

/**
 * HMAC and HKDF are put together here: Node's own take several times as long, most of it to find out what kind of key they
 * were given, and keep copies of the key that nobody wipes.
 */
export function nodeHashes(crypto: NodeHashCrypto): HashBackend {
  const sha3_256 = (message: Uint8Array) => plain(crypto.hash('sha3-256', message, 'buffer'));
  return {
    name: 'node',
    sha256: (message) => bytesOfText(crypto.hash('sha256', message, 'binary')),
    sha3_256,
    startSha3_256: () => {
      const hash = crypto.createHash('sha3-256');
      return { update: (piece) => void hash.update(piece), digest: () => plain(hash.digest()) };
    },
    sha3_384: (message) => plain(crypto.hash('sha3-384', message, 'buffer')),
    hmacSha3_256: (key, message) => hmac(sha3_256, key, message),
    hkdfSha3_256: (secret, salt, info, length) => hkdf(sha3_256, secret, salt, info, length),
  };
}

type Sha3 = (message: Uint8Array) => Uint8Array;

/** Bytes of a block and of a hash of SHA3-256. */
const BLOCK = 136;
const HASH = 32;
const INNER_PAD = 0x36;
const OUTER_PAD = 0x5c;

/** HMAC (FIPS 198-1, section 4). */
function hmac(sha3_256: Sha3, key: Uint8Array, message: Uint8Array): Uint8Array {
  const hashed = key.length > BLOCK ? sha3_256(key) : null;
  const inner = padded(hashed ?? key, INNER_PAD, message.length);
  inner.set(message, BLOCK);
  const outer = padded(hashed ?? key, OUTER_PAD, HASH);
  const innerHash = sha3_256(inner);
  outer.set(innerHash, BLOCK);
  try {
    return sha3_256(outer);
  } finally {
    wipe(inner, outer, innerHash, hashed ?? undefined);
  }
}

/** The key, filled up to a block, under a pad, and room behind it. */
function padded(key: Uint8Array, pad: number, room: number): Uint8Array {
  const block = new Uint8Array(BLOCK + room);
  for (let i = 0; i < BLOCK; i++) block[i] = (key[i] ?? 0) ^ pad;
  return block;
}

/** HKDF (RFC 5869, sections 2.2 and 2.3). */
function hkdf(sha3_256: Sha3, secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  if (length > 255 * HASH) throw new RangeError('HKDF-SHA3-256 gives at most 8160 bytes');
  const extracted = hmac(sha3_256, salt, secret);
  const output = new Uint8Array(length);
  let last: Uint8Array = new Uint8Array(0);
  for (let at = 0; at < length; at += HASH) {
    const input = concat(last, info, new Uint8Array([at / HASH + 1]));
    wipe(last);
    last = hmac(sha3_256, extracted, input);
    wipe(input);
    output.set(last.subarray(0, length - at), at);
  }
  wipe(extracted, last);
  return output;
}

/**
 * Node's `binary` has a character for each byte: a Buffer takes longer to make than most messages take to hash. A text cannot
 * be wiped, so this is for SHA-256 alone, whose answers are all stored or shown.
 */
function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A Buffer's bytes in a Uint8Array of their own; the Buffer is wiped, since what was hashed may be a secret. */
function plain(buffer: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(buffer);
  wipe(buffer);
  return bytes;
}
