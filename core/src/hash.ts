/**
 * The hash functions of the formats, by name (FIPS 180-4, FIPS 202, RFC 5869). noble is the reference and the fallback; a
 * program may have its platform's functions serve them, which give the same and take a tenth of the time.
 */
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js';
import { sha3_256 as nobleSha3_256, sha3_384 as nobleSha3_384 } from '@noble/hashes/sha3.js';
import { concat, equalBytes, utf8 } from './bytes.ts';

/** A hash of a message that comes in pieces. Of no use after `digest`. */
export interface RunningHash {
  update(piece: Uint8Array): void;
  digest(): Uint8Array;
}

/** One implementation of all of them. Every answer is a Uint8Array of its own. */
export interface HashBackend {
  readonly name: 'noble' | 'node';
  sha256(message: Uint8Array): Uint8Array;
  sha3_256(message: Uint8Array): Uint8Array;
  startSha3_256(): RunningHash;
  sha3_384(message: Uint8Array): Uint8Array;
  hmacSha3_256(key: Uint8Array, message: Uint8Array): Uint8Array;
  hkdfSha3_256(secret: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Uint8Array;
}

const nobleHashes: HashBackend = {
  name: 'noble',
  sha256: (message) => nobleSha256(message),
  sha3_256: (message) => nobleSha3_256(message),
  startSha3_256: () => nobleSha3_256.create(),
  sha3_384: (message) => nobleSha3_384(message),
  hmacSha3_256: (key, message) => hmac(nobleSha3_256, key, message),
  hkdfSha3_256: (secret, salt, info, length) => hkdf(nobleSha3_256, secret, salt, info, length),
};

/** Electron's platform has SHA-2 and no SHA-3, so each of the two is chosen for itself. */
let sha2 = nobleHashes;
let sha3 = nobleHashes;

/** Names of the backends that serve. */
export interface ChosenHashes {
  readonly sha2: HashBackend['name'];
  readonly sha3: HashBackend['name'];
}

/**
 * Has a backend serve this thread from now on, where it gives what noble gives; else noble does. For the start of a program.
 */
export function chooseHashes(backend: HashBackend): ChosenHashes {
  sha2 = agreesWithNoble(backend, SHA_2) ? backend : nobleHashes;
  sha3 = agreesWithNoble(backend, SHA_3) ? backend : nobleHashes;
  return { sha2: sha2.name, sha3: sha3.name };
}

/** Lengths around the blocks of 64, 104 and 136 bytes, and of several blocks. */
const COMPARED_LENGTHS = [0, 1, 55, 64, 103, 104, 135, 136, 137, 500];

type Compared = (backend: HashBackend, message: Uint8Array, key: Uint8Array) => Uint8Array;
const SHA_2: readonly Compared[] = [({ sha256 }, message) => sha256(message)];
const SHA_3: readonly Compared[] = [
  ({ sha3_256 }, message) => sha3_256(message),
  ({ startSha3_256 }, message, key) => ofPieces(startSha3_256(), message, key),
  ({ sha3_384 }, message) => sha3_384(message),
  ({ hmacSha3_256 }, message, key) => hmacSha3_256(key, message),
  ({ hkdfSha3_256 }, message, key) => hkdfSha3_256(message, key, message, 77),
];

/** Never throws. */
function agreesWithNoble(backend: HashBackend, compared: readonly Compared[]): boolean {
  const everyByte = Uint8Array.from({ length: 500 }, (_, i) => (i * 7) & 255);
  try {
    return COMPARED_LENGTHS.every((length) => {
      const [message, key] = [everyByte.slice(0, length), everyByte.slice(length)];
      return compared.every((by) => equalBytes(by(backend, message, key), by(nobleHashes, message, key)));
    });
  } catch {
    return false;
  }
}

function ofPieces(hash: RunningHash, ...pieces: readonly Uint8Array[]): Uint8Array {
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** SHA-256 (FIPS 180-4): 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  return sha2.sha256(message);
}

/** Which backend serves `sha256`. */
export function sha256Backend(): HashBackend['name'] {
  return sha2.name;
}

/** SHA3-256 (FIPS 202): 32 bytes. */
export function sha3_256(message: Uint8Array): Uint8Array {
  return sha3.sha3_256(message);
}

/** SHA3-256 of a message that is not in memory as a whole. */
export function startSha3_256(): RunningHash {
  return sha3.startSha3_256();
}

/** SHA3-384 (FIPS 202): 48 bytes. */
export function sha3_384(message: Uint8Array): Uint8Array {
  return sha3.sha3_384(message);
}

/** HMAC-SHA3-256 (FIPS 198-1): 32 bytes. */
export function hmacSha3_256(key: Uint8Array, message: Uint8Array): Uint8Array {
  return sha3.hmacSha3_256(key, message);
}

/** HKDF (RFC 5869) over SHA3-256. `info` has at most 1,024 bytes, `length` is in bytes, at most 8160. */
export function hkdfSha3_256(secret: Uint8Array, salt: Uint8Array, info: string, length: number): Uint8Array {
  return sha3.hkdfSha3_256(secret, salt, utf8(info), length);
}

/** The message `svc-<kind>/v<version>` 00 body: the domain tag before everything this project defines (decisions, section 3). */
export function tagged(kind: string, body: Uint8Array, version: 1 | 2 = 1): Uint8Array {
  return concat(utf8(`svc-${kind}/v${version}`), new Uint8Array(1), body);
}

/** `tagged` of a text in UTF-8, in one piece. A lone surrogate throws a TypeError. */
export function taggedText(kind: string, text: string, version: 1 | 2 = 1): Uint8Array {
  return utf8(`svc-${kind}/v${version}\u0000${text}`);
}
