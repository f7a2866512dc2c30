/**
 * Merkle batches of receipts (decisions, section 5): leaf = SHA3-256(00 ‖ message), node = SHA3-256(01 ‖ left ‖ right),
 * in the tree shape of RFC 6962 section 2.1. The root is the payload of a receipt of type 20 MerkleBatchRoot.
 */
import { concat, equalBytes } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';

const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);

/** Where a message stands in a batch and the hashes that lead from it to the root. */
export interface InclusionProof {
  /** Position of the message, from 0. */
  readonly index: number;
  /** How many messages the batch has. */
  readonly size: number;
  /** Sibling hashes of 32 bytes each, from the leaf upwards. */
  readonly path: readonly Uint8Array[];
}

export interface MerkleBatch {
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly size: number;
  /** Throws RangeError for a position that the batch does not have. */
  proveInclusion(index: number): InclusionProof;
}

/** Hashes a batch once; proofs are then looked up. Throws RangeError for an empty batch, which would attest nothing. */
export function createMerkleBatch(messages: readonly Uint8Array[]): MerkleBatch {
  const size = messages.length;
  if (size === 0) throw new RangeError('a batch has at least one message');
  const levels = [messages.map(leafHash)];
  let top = levels[0] ?? [];
  while (top.length > 1) {
    top = levelAbove(top);
    levels.push(top);
  }
  const root = hashAt(top, 0);
  return {
    root: root.slice(),
    size,
    proveInclusion(index) {
      if (!Number.isInteger(index) || index < 0 || index >= size)
        throw new RangeError(`the batch has no item ${index}`);
      const path: Uint8Array[] = [];
      let at = index;
      for (const level of levels.slice(0, -1)) {
        const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
        if (sibling !== undefined) path.push(sibling.slice());
        at = Math.floor(at / 2);
      }
      return { index, size, path };
    },
  };
}

/**
 * Whether `message` is the item `proof.index` of the batch of `proof.size` messages with this root (RFC 9162 section
 * 2.1.3.2, step by step). False, never an exception, for positions, lengths and paths of another shape.
 */
export function verifyInclusion(message: Uint8Array, proof: InclusionProof, root: Uint8Array): boolean {
  const { index, size, path } = proof;
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let at = index;
  let last = size - 1;
  let hash = leafHash(message);
  for (const sibling of path) {
    // Above the root: the path is too long.
    if (last === 0 || sibling.length !== 32) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      // The last item of an odd level has no sibling there and moves up unhashed.
      while (at % 2 === 0 && at !== 0) {
        at = Math.floor(at / 2);
        last = Math.floor(last / 2);
      }
    } else {
      hash = nodeHash(hash, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equalBytes(hash, root);
}

function leafHash(message: Uint8Array): Uint8Array {
  return sha3_256(concat(LEAF_PREFIX, message));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha3_256(concat(NODE_PREFIX, left, right));
}

/** Pairs neighbours; an odd last one moves up unhashed, which is the split of RFC 6962 read from below. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const right = level[at + 1];
    above.push(right === undefined ? hashAt(level, at) : nodeHash(hashAt(level, at), right));
  }
  return above;
}

function hashAt(level: readonly Uint8Array[], at: number): Uint8Array {
  const hash = level[at];
  if (hash === undefined) throw new TypeError('internal: a level of the tree has a gap');
  return hash;
}
