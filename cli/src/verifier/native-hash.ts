/**
 * The hash functions of `core/src/hash.ts`, those over whole files by node:crypto where it has them: in JavaScript they took
 * half of the time of a run over many files. The bundle of pq-verify puts this module in that one's place; a test compares
 * the two.
 */
import { createRequire } from 'node:module';
import { sha3_256 as coreSha3_256, sha3_384 as coreSha3_384 } from '@touchstone/core/hash.ts';

export { chooseHashes, hkdfSha3_256, hmacSha3_256, startSha3_256, tagged, taggedText } from '@touchstone/core/hash.ts';

const { createHash, hash }: typeof import('node:crypto') = createRequire(import.meta.url)('node:crypto');

/** Electron's BoringSSL has no SHA-3. What `getHashes` names there is not what can be made, so it is tried. */
const HAS_SHA3 = ['sha3-256', 'sha3-384'].every((algorithm) => {
  try {
    createHash(algorithm);
    return true;
  } catch {
    return false;
  }
});

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  return digest('sha256', message);
}

/** SHA3-256 (FIPS 202): 32 bytes. */
export function sha3_256(message: Uint8Array): Uint8Array {
  return HAS_SHA3 ? digest('sha3-256', message) : coreSha3_256(message);
}

/** SHA3-384 (FIPS 202): 48 bytes. */
export function sha3_384(message: Uint8Array): Uint8Array {
  return HAS_SHA3 ? digest('sha3-384', message) : coreSha3_384(message);
}

/** Which backend serves `sha256`. */
export function sha256Backend(): 'node' {
  return 'node';
}

/** One call where Node has it (20.12), and a text instead of a Buffer, which takes longer to make than many messages to hash. */
function digest(algorithm: string, message: Uint8Array): Uint8Array {
  const text = hash?.(algorithm, message, 'binary') ?? createHash(algorithm).update(message).digest('binary');
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
