/**
 * Merkle batches of receipts (decisions, section 5): leaf = SHA3-256(00 ‖ message), node = SHA3-256(01 ‖ left ‖ right),
 * in the tree shape of RFC 6962 section 2.1 (`log/shape.ts`). The root is the payload of a receipt of type 20 MerkleBatchRoot.
 */
import { concat } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import { buildTree, HASH_LENGTH, holdsInclusion } from '../log/shape.ts';

const LEAF_PREFIX = Uint8Array.of(0x00);
const NODE_PREFIX = Uint8Array.of(0x01);
/** Bytes of the two children of a node. */
const NODE_BYTES = 2 * HASH_LENGTH;

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
  const { root, size, inclusionPath } = buildTree(hashesOf(messages, LEAF_PREFIX), nodeHashes);
  return { root, size, proveInclusion: (index) => ({ index, size, path: inclusionPath(index) }) };
}

/**
 * Whether `message` is the item `proof.index` of the batch of `proof.size` messages with this root. False, never an
 * exception, for positions, lengths and paths of another shape.
 */
export function verifyInclusion(message: Uint8Array, proof: InclusionProof, root: Uint8Array): boolean {
  return holdsInclusion(leafHash(message), proof.index, proof.size, proof.path, root, nodeHash);
}

function leafHash(message: Uint8Array): Uint8Array {
  return sha3_256(concat(LEAF_PREFIX, message));
}

function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha3_256(concat(NODE_PREFIX, left, right));
}

function nodeHashes(level: Uint8Array): Uint8Array {
  const count = Math.floor(level.length / NODE_BYTES);
  const pairs = Array.from({ length: count }, (_, at) => level.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES));
  return hashesOf(pairs, NODE_PREFIX);
}

/** SHA3-256 of prefix ‖ message for each, one after the other. */
function hashesOf(messages: readonly Uint8Array[], prefix: Uint8Array): Uint8Array {
  const hashes = new Uint8Array(messages.length * HASH_LENGTH);
  for (const [at, message] of messages.entries()) hashes.set(sha3_256(concat(prefix, message)), at * HASH_LENGTH);
  return hashes;
}
