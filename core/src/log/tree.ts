/**
 * Merkle trees of RFC 6962 with SHA-256: leaf = SHA-256(00 ‖ data), node = SHA-256(01 ‖ left ‖ right). The log of the service
 * has this form, and so have the trees of agent sessions, whose leaf data are node hashes.
 */
import { concat, equalBytes } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { sha256Each, sha256Pairs } from '../hashing/sha256-many.ts';
import { buildTree, HASH_LENGTH, type HashTree, holdsInclusion } from './shape.ts';

const LEAF_PREFIX = Uint8Array.of(0x00);

/** Hash of a leaf, 32 bytes. */
export function leafHash(data: Uint8Array): Uint8Array {
  return sha256(concat(LEAF_PREFIX, data));
}

/** Hashes of many leaves, 32 bytes for each, one after the other. */
export function leafHashes(data: readonly Uint8Array[]): Uint8Array {
  return sha256Each(data, LEAF_PREFIX);
}

/** Hash of an inner node, 32 bytes. */
export function pairHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  const message = new Uint8Array(1 + left.length + right.length);
  message[0] = 0x01;
  message.set(left, 1);
  message.set(right, 1 + left.length);
  return sha256(message);
}

/** Roots of complete subtrees of 2^height hashes each, 32 bytes for each, one after the other. */
export function subtreeRoots(hashes: Uint8Array, height: number): Uint8Array {
  let level = hashes;
  for (let below = 0; below < height; below++) level = sha256Pairs(level);
  return level;
}

/** The root of a tree without leaves: SHA-256 of nothing (RFC 6962 section 2.1). */
export function emptyRoot(): Uint8Array {
  return sha256(new Uint8Array(0));
}

/** The tree over the data of its leaves, at least one; a session's leaves are its node hashes. */
export function createTree(leaves: readonly Uint8Array[]): HashTree {
  return buildTree(leafHashes(leaves), sha256Pairs);
}

/** A position in a tree, its leaf and the hashes that lead to the root. */
export interface Inclusion {
  readonly index: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
}

/** Whether `data` is leaf `index` of the tree of `size` leaves with this root. False for everything of another shape. */
export function verifyInclusion(data: Uint8Array, { index, size, path }: Inclusion, root: Uint8Array): boolean {
  return holdsInclusion(leafHash(data), index, size, path, root, pairHash);
}

export interface Consistency {
  /** Leaves of the earlier tree. */
  readonly first: number;
  /** Leaves of the later one. */
  readonly second: number;
  readonly path: readonly Uint8Array[];
}

/**
 * Whether the later tree holds all leaves of the earlier one, in the same places (RFC 9162 section 2.1.4.2, step by step).
 * A tree is consistent with itself and with the empty tree by an empty path. False for everything of another shape.
 */
export function verifyConsistency(
  { first, second, path }: Consistency,
  firstRoot: Uint8Array,
  secondRoot: Uint8Array,
): boolean {
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(second) || first < 0 || first > second) return false;
  if (path.some((hash) => hash.length !== HASH_LENGTH)) return false;
  if (firstRoot.length !== HASH_LENGTH || secondRoot.length !== HASH_LENGTH) return false;
  if (first === 0) return path.length === 0 && equalBytes(firstRoot, emptyRoot());
  if (first === second) return path.length === 0 && equalBytes(firstRoot, secondRoot);
  // A power of two: the earlier root is itself a node of the later tree, and is not repeated in the path.
  const steps = isPowerOfTwo(first) ? [firstRoot, ...path] : [...path];
  const [start, ...rest] = steps;
  if (start === undefined) return false;
  let at = first - 1;
  let last = second - 1;
  while (at % 2 === 1) {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  let earlier = start;
  let later = start;
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      earlier = pairHash(sibling, earlier);
      later = pairHash(sibling, later);
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      later = pairHash(later, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(earlier, firstRoot) && equalBytes(later, secondRoot);
}

function isPowerOfTwo(n: number): boolean {
  return Number.isInteger(Math.log2(n)) && 2 ** Math.log2(n) === n;
}
