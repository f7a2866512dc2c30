/**
 * Secure frames (RFC 9605) with the cipher suite AES_256_GCM_SHA512_128: header, keys, and what is encrypted. KID and CTR
 * stay below 2^48, so that they are plain numbers.
 */
import { expand, extract } from '@noble/hashes/hkdf.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { gcmDecrypt, gcmEncrypt, KEY_BYTES, NONCE_BYTES, TAG_BYTES } from '../aes-gcm.ts';
import { concat, utf8, wipe } from '../bytes.ts';

/** RFC 9605, section 8.1. */
const CIPHER_SUITE = 0x0005;
/** Section 4.5: Nh, the length of what a ratchet makes. */
export const BASE_KEY_BYTES = 64;
/** The lowest value that KID and CTR do not take. */
export const MOST_HEADER_VALUE = 2 ** 48;

/** Section 4.3. Both are whole numbers from 0, below 2^48. */
export interface FrameHeader {
  readonly keyId: number;
  readonly counter: number;
}

/** Section 4.3: a value below 8 stands in the first byte itself, a larger one behind it in as few bytes as possible. */
export function encodeHeader({ keyId, counter }: FrameHeader): Uint8Array {
  const [keyBits, keyBytes] = fieldOf(keyId);
  const [counterBits, counterBytes] = fieldOf(counter);
  return concat(Uint8Array.of((keyBits << 4) | counterBits), keyBytes, counterBytes);
}

/** The four bits of a field in the first byte, and the bytes behind it. */
function fieldOf(value: number): readonly [number, Uint8Array] {
  if (!Number.isSafeInteger(value) || value < 0 || value >= MOST_HEADER_VALUE) {
    throw new RangeError('SFrame: KID and CTR are whole numbers below 2^48');
  }
  if (value < 8) return [value, new Uint8Array(0)];
  const bytes = bigEndian(value, 8);
  const minimal = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return [0x8 | (minimal.length - 1), minimal];
}

export interface ReadHeader extends FrameHeader {
  /** Bytes that the header takes. */
  readonly length: number;
}

/** null where the bytes are too few, where a value is spelled longer than necessary, or is 2^48 or more. */
export function decodeHeader(frame: Uint8Array): ReadHeader | null {
  const [config] = frame;
  if (config === undefined) return null;
  const key = readField(frame, config >> 4, 1);
  if (key === null) return null;
  const counter = readField(frame, config & 0x0f, 1 + key.bytes);
  if (counter === null) return null;
  return { keyId: key.value, counter: counter.value, length: 1 + key.bytes + counter.bytes };
}

function readField(frame: Uint8Array, bits: number, at: number): { value: number; bytes: number } | null {
  if ((bits & 0x8) === 0) return { value: bits, bytes: 0 };
  const bytes = (bits & 0x7) + 1;
  if (bytes > 6 || frame.length < at + bytes) return null;
  const value = frame.subarray(at, at + bytes).reduce((sum, byte) => sum * 256 + byte, 0);
  const isMinimal = bytes === 1 ? value >= 8 : value >= 256 ** (bytes - 1);
  return isMinimal ? { value, bytes } : null;
}

/** What a base key gives for one KID (section 4.4.2). The holder wipes it. */
export interface FrameKey {
  readonly keyId: number;
  readonly key: Uint8Array;
  readonly salt: Uint8Array;
}

export function deriveFrameKey(baseKey: Uint8Array, keyId: number): FrameKey {
  const secret = extract(sha512, baseKey, new Uint8Array(0));
  const label = (name: string) =>
    concat(utf8(`SFrame 1.0 Secret ${name} `), bigEndian(keyId, 8), bigEndian(CIPHER_SUITE, 2));
  try {
    return {
      keyId,
      key: expand(sha512, secret, label('key'), KEY_BYTES),
      salt: expand(sha512, secret, label('salt'), NONCE_BYTES),
    };
  } finally {
    wipe(secret);
  }
}

/** The base key of the next step (section 5.1): nobody finds the old one from it. */
export function ratchetBaseKey(baseKey: Uint8Array): Uint8Array {
  const secret = extract(sha512, baseKey, new Uint8Array(0));
  try {
    return expand(sha512, secret, utf8('SFrame 1.0 Ratchet'), BASE_KEY_BYTES);
  } finally {
    wipe(secret);
  }
}

/** Header, ciphertext and tag (section 4.4.3). Whoever calls never gives the same counter twice for one key. */
export function encryptFrame(key: FrameKey, counter: number, metadata: Uint8Array, plaintext: Uint8Array): Uint8Array {
  const header = encodeHeader({ keyId: key.keyId, counter });
  const box = gcmEncrypt(key.key, nonceOf(key, counter), concat(header, metadata), plaintext);
  return concat(header, box);
}

/** The plaintext of what `encryptFrame` made (section 4.4.4); null where key, metadata and frame do not belong together. */
export function decryptFrame(key: FrameKey, metadata: Uint8Array, frame: Uint8Array): Uint8Array | null {
  const header = decodeHeader(frame);
  if (header === null || header.keyId !== key.keyId || frame.length < header.length + TAG_BYTES) return null;
  const aad = concat(frame.subarray(0, header.length), metadata);
  return gcmDecrypt(key.key, nonceOf(key, header.counter), aad, frame.subarray(header.length));
}

/** salt XOR encode_big_endian(CTR, Nn). */
function nonceOf({ salt }: FrameKey, counter: number): Uint8Array {
  return bigEndian(counter, NONCE_BYTES).map((byte, at) => byte ^ (salt[at] ?? 0));
}

function bigEndian(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = length - 1, rest = value; at >= 0 && rest > 0; at--, rest = Math.floor(rest / 256))
    bytes[at] = rest % 256;
  return bytes;
}
