/**
 * Roots, inclusion and consistency paths of a tree that is too large to be held: from the hashes of complete subtrees, which
 * never change once they are there (RFC 6962 sections 2.1.1 and 2.1.2).
 */
import { splitOf } from './shape.ts';
import { emptyRoot, pairHash } from './tree.ts';

/** The complete subtree over the leaves index · 2^level … (index + 1) · 2^level − 1. Level 0 are the leaves' hashes. */
export interface Subtree {
  readonly level: number;
  readonly index: number;
}

/** Answers the hashes of complete subtrees, in the order asked for. All are asked for at once, so that tiles are read once. */
export type HashSource = (subtrees: readonly Subtree[]) => Promise<readonly Uint8Array[]>;

/** Leaves from `start` up to, not including, `end`; `start` is a multiple of the largest power of two in its length. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Root of the first `size` leaves, 32 bytes. */
export async function treeRoot(hashes: HashSource, size: number): Promise<Uint8Array> {
  requireSize(size, 0);
  if (size === 0) return emptyRoot();
  const [root] = await hashRanges(hashes, [{ start: 0, end: size }]);
  if (root === undefined) throw new TypeError('internal: a range has a hash');
  return root;
}

/** PATH(index, D[size]): sibling hashes from the leaf upwards. Throws RangeError for a leaf that the tree does not have. */
export function inclusionPath(hashes: HashSource, index: number, size: number): Promise<Uint8Array[]> {
  requireSize(size, 1);
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`the tree has no leaf ${index}`);
  const siblings: Range[] = [];
  let start = 0;
  let end = size;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      siblings.push({ start: middle, end });
      end = middle;
    } else {
      siblings.push({ start, end: middle });
      start = middle;
    }
  }
  return hashRanges(hashes, siblings.reverse());
}

/**
 * PROOF(first, D[second]) for 0 ≤ first ≤ second. Empty where the two are equal or the first is the empty tree. Throws
 * RangeError for other sizes.
 */
export function consistencyPath(hashes: HashSource, first: number, second: number): Promise<Uint8Array[]> {
  requireSize(second, 0);
  requireSize(first, 0);
  if (first > second) throw new RangeError('the first tree is the smaller one');
  if (first === 0 || first === second) return Promise.resolve([]);
  const nodes: Range[] = [];
  let start = 0;
  let end = second;
  // SUBPROOF's b: whether the subtree that is left over is the whole earlier tree, whose root the verifier knows.
  let isWholeFirst = true;
  while (first !== end) {
    const middle = start + splitOf(end - start);
    if (first <= middle) {
      nodes.push({ start: middle, end });
      end = middle;
    } else {
      nodes.push({ start, end: middle });
      start = middle;
      isWholeFirst = false;
    }
  }
  if (!isWholeFirst) nodes.push({ start, end });
  return hashRanges(hashes, nodes.reverse());
}

/** The complete subtrees of a range, from left to right. */
function subtreesOf({ start, end }: Range): readonly Subtree[] {
  const subtrees: Subtree[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    let width = 1;
    while (at + 2 * width <= end) {
      width *= 2;
      level++;
    }
    subtrees.push({ level, index: at / width });
    at += width;
  }
  return subtrees;
}

async function hashRanges(hashes: HashSource, ranges: readonly Range[]): Promise<Uint8Array[]> {
  const wanted = ranges.map(subtreesOf);
  const found = await hashes(wanted.flat());
  let at = 0;
  return wanted.map((subtrees) => {
    const parts = found.slice(at, at + subtrees.length);
    at += subtrees.length;
    // The split of a range is at its largest complete subtree, so the right side is folded first.
    return parts.reduceRight((right, left) => pairHash(left, right));
  });
}

function requireSize(size: number, least: number): void {
  if (!Number.isSafeInteger(size) || size < least) throw new RangeError(`no tree has ${size} leaves`);
}
