/** What SLH-DSA does with a message before any tree: FIPS 205, section 11, and the digits that follow from the digest. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { shake256 } from '@noble/hashes/sha3.js';
import { concat, uint32 } from '../bytes.ts';
import { CHECKSUM_DIGITS, type SlhDsaSet, W } from './slh-dsa-sets.ts';

const sha2Of = ({ n }: SlhDsaSet) => (n === 16 ? sha256 : sha512);

/** PRF_msg: the randomizer R. */
export function randomizer(
  set: SlhDsaSet,
  secretPrf: Uint8Array,
  randomness: Uint8Array,
  message: Uint8Array,
): Uint8Array {
  if (set.hash === 'SHA2') {
    return hmac.create(sha2Of(set), secretPrf).update(randomness).update(message).digest().slice(0, set.n);
  }
  return shake256.create({ dkLen: set.n }).update(secretPrf).update(randomness).update(message).digest();
}

/** Which trees and leaves sign a message. All of it is public. */
export interface Selected {
  /** For each FORS tree the leaf. */
  readonly forsLeaves: readonly number[];
  readonly tree: bigint;
  readonly leaf: number;
}

/** H_msg, and the digest split as in lines 6 to 10 of algorithm 19. `publicKey` is PK.seed and PK.root. */
export function selectedBy(set: SlhDsaSet, r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): Selected {
  const { d, treeHeight, a, k } = set;
  const treeBits = treeHeight * (d - 1);
  const [forsBytes, treeBytes, leafBytes] = [bytesOf(k * a), bytesOf(treeBits), bytesOf(treeHeight)];
  const digest = messageDigest(set, r, publicKey, message, forsBytes + treeBytes + leafBytes);
  const numberAt = (at: number, bytes: number) =>
    digest.subarray(at, at + bytes).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  return {
    forsLeaves: digitsOf(digest, a, k),
    tree: BigInt.asUintN(treeBits, numberAt(forsBytes, treeBytes)),
    leaf: Number(BigInt.asUintN(treeHeight, numberAt(forsBytes + treeBytes, leafBytes))),
  };
}

const bytesOf = (bits: number) => Math.ceil(bits / 8);

function messageDigest(
  set: SlhDsaSet,
  r: Uint8Array,
  publicKey: Uint8Array,
  message: Uint8Array,
  length: number,
): Uint8Array {
  if (set.hash === 'SHAKE') {
    return shake256.create({ dkLen: length }).update(r).update(publicKey).update(message).digest();
  }
  const sha2 = sha2Of(set);
  const inner = sha2.create().update(r).update(publicKey).update(message).digest();
  const seed = concat(r, publicKey.subarray(0, set.n), inner);
  // MGF1: RFC 8017, appendix B.2.1.
  const blocks = Array.from({ length: Math.ceil(length / sha2.outputLen) }, (_, counter) =>
    sha2(concat(seed, uint32(counter))),
  );
  return concat(...blocks).subarray(0, length);
}

/** Algorithm 4, base_2b: `count` numbers of `bits` bits. */
function digitsOf(bytes: Uint8Array, bits: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    let digit = 0;
    for (let at = index * bits; at < (index + 1) * bits; at++) {
      digit = (digit << 1) | (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    }
    return digit;
  });
}

/** The digits of n bytes and of their checksum: lines 2 to 7 of algorithm 7. */
export function chainDigits(bytes: Uint8Array): readonly number[] {
  const digits = [...bytes].flatMap((byte) => [byte >> 4, byte & 15]);
  const checksum = digits.reduce((sum, digit) => sum + W - 1 - digit, 0);
  for (let digit = CHECKSUM_DIGITS - 1; digit >= 0; digit--) digits.push((checksum >> (4 * digit)) & 15);
  return digits;
}
