/**
 * The shape of the Merkle trees of RFC 6962 section 2.1, whatever hash they use: the log and agent sessions SHA-256, batches
 * of receipts SHA3-256. A tree of n leaves splits at the largest power of two below n; read from below, neighbours pair up
 * and an odd last one moves up unhashed.
 */
import { equalBytes } from '../bytes.ts';

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

/** Hashes a tree once; paths are then looked up. Throws RangeError where there are no leaves. */
export function buildTree(leaves: readonly Uint8Array[], hashPair: HashPair): HashTree {
  const size = leaves.length;
  if (size === 0) throw new RangeError('a tree that is built has at least one leaf');
  const levels: (readonly Uint8Array[])[] = [leaves];
  let top = leaves;
  while (top.length > 1) {
    top = levelAbove(top, hashPair);
    levels.push(top);
  }
  const root = hashAt(top, 0);
  return {
    root: root.slice(),
    size,
    inclusionPath(index) {
      if (!Number.isInteger(index) || index < 0 || index >= size) throw new RangeError(`the tree has no leaf ${index}`);
      const path: Uint8Array[] = [];
      let at = index;
      for (const level of levels.slice(0, -1)) {
        const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
        if (sibling !== undefined) path.push(sibling.slice());
        at = Math.floor(at / 2);
      }
      return path;
    },
  };
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

function levelAbove(level: readonly Uint8Array[], hashPair: HashPair): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const right = level[at + 1];
    above.push(right === undefined ? hashAt(level, at) : hashPair(hashAt(level, at), right));
  }
  return above;
}

function hashAt(level: readonly Uint8Array[], at: number): Uint8Array {
  const hash = level[at];
  if (hash === undefined) throw new TypeError('internal: a level of the tree has a gap');
  return hash;
}
