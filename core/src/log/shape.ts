/**
 * The shape of the Merkle trees of RFC 6962 section 2.1, whatever hash they use: the log and agent sessions SHA-256, batches
 * of receipts SHA3-256. A tree of n leaves splits at the largest power of two below n; read from below, neighbours pair up
 * and an odd last one moves up unhashed.
 */
import { concat, equalBytes } from '../bytes.ts';

/** Hash of an inner node from the hashes of its two children. */
export type HashPair = (left: Uint8Array, right: Uint8Array) => Uint8Array;

/** Bytes of every hash in these trees. */
export const HASH_LENGTH = 32;

export interface HashTree {
  /** 32 bytes. */
  readonly root: Uint8Array;
  /** Number of leaves. */
  readonly size: number;
  /** Sibling hashes from the leaf upwards. Throws RangeError for a leaf that the tree does not have. */
  inclusionPath(index: number): Uint8Array[];
}

/** Hashes of all neighbours of a level, 32 bytes each, one after the other; a last one without a neighbour is left out. */
export type HashPairs = (level: Uint8Array) => Uint8Array;

/** Hashes a tree once; paths are then looked up. Leaves are hashes, one after the other. Throws RangeError where there are none. */
export function buildTree(leaves: Uint8Array, hashPairs: HashPairs): HashTree {
  const size = leaves.length / HASH_LENGTH;
  if (size === 0) throw new RangeError('a tree that is built has at least one leaf');
  const levels = levelsOf(leaves, hashPairs);
  return {
    root: hashAt(levels.at(-1) ?? leaves, 0),
    size,
    inclusionPath(index) {
      if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError(`the tree has no leaf ${index}`);
      const path: Uint8Array[] = [];
      let at = index;
      for (const level of levels.slice(0, -1)) {
        const sibling = at % 2 === 0 ? at + 1 : at - 1;
        if (sibling < level.length / HASH_LENGTH) path.push(hashAt(level, sibling));
        at = Math.floor(at / 2);
      }
      return path;
    },
  };
}

/** All levels of a tree that has leaves, 32 bytes for each hash: the leaves first, the root last. */
export function levelsOf(leaves: Uint8Array, hashPairs: HashPairs): Uint8Array[] {
  const levels = [leaves];
  for (let level = leaves; level.length > HASH_LENGTH; ) {
    const pairs = hashPairs(level);
    const isOdd = (level.length / HASH_LENGTH) % 2 === 1;
    level = isOdd ? concat(pairs, level.subarray(-HASH_LENGTH)) : pairs;
    levels.push(level);
  }
  return levels;
}

/**
 * Whether a path leads from a leaf hash at `index` to the root of a tree of `size` leaves (RFC 9162 section 2.1.3.2, step by
 * step). False, never an exception, for positions, lengths and paths of another shape.
 */
export function holdsInclusion(
  leafHash: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
  root: Uint8Array,
  hashPair: HashPair,
): boolean {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let at = index;
  let last = size - 1;
  let hash = leafHash;
  for (const sibling of path) {
    // Above the root: the path is too long.
    if (last === 0 || sibling.length !== HASH_LENGTH) return false;
    if (at % 2 === 1 || at === last) {
      hash = hashPair(sibling, hash);
      // The last item of an odd level has no sibling there and moves up unhashed.
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = hashPair(hash, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, root);
}

/** The largest power of two below n, where n ≥ 2: the split of RFC 6962. */
export function splitOf(n: number): number {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

function hashAt(level: Uint8Array, at: number): Uint8Array {
  return level.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH);
}
