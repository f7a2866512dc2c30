/**
 * The Merkle tree of a session while it grows (RFC 6962 section 2.1): the roots of its complete subtrees, the largest first,
 * one for each bit of its size. A node is added by a few hashes and the root is read without the nodes.
 */
import { concat } from '@touchstone/core/bytes.ts';
import { leafHash, pairHash } from '@touchstone/core/log/tree.ts';

const HASH_LENGTH = 32;

/** The tree with one more leaf, whose data is a node hash. `size` is how many leaves it has had. */
export function grown(tree: Uint8Array, size: number, data: Uint8Array): Uint8Array {
  const roots = rootsIn(tree);
  let hash = leafHash(data);
  for (let rest = size; rest % 2 === 1; rest = Math.floor(rest / 2)) {
    const left = roots.pop();
    if (left === undefined) throw new TypeError('internal: a tree of a session lacks a subtree');
    hash = pairHash(left, hash);
  }
  return concat(...roots, hash);
}

/** The root of a tree that has leaves, 32 bytes. */
export function rootIn(tree: Uint8Array): Uint8Array {
  return rootsIn(tree).reduceRight((right, left) => pairHash(left, right));
}

export const EMPTY_TREE = new Uint8Array(0);

function rootsIn(tree: Uint8Array): Uint8Array[] {
  return Array.from({ length: tree.length / HASH_LENGTH }, (_, at) =>
    tree.slice(at * HASH_LENGTH, (at + 1) * HASH_LENGTH),
  );
}
