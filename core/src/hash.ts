/** The hash functions of the formats, by name (FIPS 180-4, FIPS 202, RFC 5869). */
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { sha3_256 as nobleSha3_256, sha3_384 as nobleSha3_384 } from '@noble/hashes/sha3.js';
import { concat, utf8 } from './bytes.ts';

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  return nobleSha256(message);
}

/** SHA3-256 (FIPS 202): 32 bytes. */
export function sha3_256(message: Uint8Array): Uint8Array {
  return nobleSha3_256(message);
}

/** SHA3-384 (FIPS 202): 48 bytes. */
export function sha3_384(message: Uint8Array): Uint8Array {
  return nobleSha3_384(message);
}

/** HMAC-SHA3-256 (FIPS 198-1): 32 bytes. */
export function hmacSha3_256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return hmac(nobleSha3_256, key, message);
}

/** HKDF (RFC 5869) over SHA3-256. `length` is in bytes, at most 8160. */
export function hkdfSha3_256(secret: Uint8Array, salt: Uint8Array, info: string, length: number): Uint8Array {
  return hkdf(nobleSha3_256, secret, salt, utf8(info), length);
}

/** The message `svc-<kind>/v1` 00 body: the domain tag before everything this project defines (decisions, section 3). */
export function tagged(kind: string, body: Uint8Array): Uint8Array {
  return concat(utf8(`svc-${kind}/v1`), new Uint8Array(1), body);
}
