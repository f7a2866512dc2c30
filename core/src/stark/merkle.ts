/**
 * Merkle trees over rows of field elements. A leaf is SHA-256 of 00, the number of elements (3 bytes), its salt and the
 * elements (4 bytes each, little-endian); a node is SHA-256 of 01 and its two children. Neither can be taken for the other, and
 * a row of another width has another leaf. An opening of several leaves lists each missing sibling once, in the one order in
 * which the verifier asks for them.
 */
import { concat } from '../bytes.ts';
import { DIGEST_BYTES, digest, digestEach } from './digest.ts';

const LEAF = 0x00;
const NODE = 0x01;
const HEADER_BYTES = 4;
const NODE_MESSAGE_BYTES = 1 + 2 * DIGEST_BYTES;

/** The bytes of a leaf before its salt: `width` is the number of elements. */
function writeHeader(message: Uint8Array, at: number, width: number): void {
  message.set([LEAF, width & 255, (width >> 8) & 255, width >> 16], at);
}

export function leafOf(salt: Uint8Array, row: Uint32Array): Uint8Array {
  const message = new Uint8Array(HEADER_BYTES + salt.length + 4 * row.length);
  writeHeader(message, 0, row.length);
  message.set(salt, HEADER_BYTES);
  const view = new DataView(message.buffer);
  for (let k = 0; k < row.length; k++) view.setUint32(HEADER_BYTES + salt.length + 4 * k, row[k] as number, true);
  return digest(message);
}

/** A whole tree: node 1 is the root, nodes 2·i and 2·i + 1 are the children of i, the leaves come last. */
export class MerkleTree {
  readonly #nodes: Uint8Array;
  readonly #leaves: number;

  /** `salts` holds an equal number of bytes for each row, or none. Row i has the i-th value of each column. */
  constructor(columns: readonly Uint32Array[], rows: number, salts: Uint8Array) {
    this.#leaves = rows;
    this.#nodes = new Uint8Array(2 * rows * DIGEST_BYTES);
    const saltBytes = salts.length / rows;
    const length = HEADER_BYTES + saltBytes + 4 * columns.length;
    const messages = new Uint8Array(rows * length);
    const view = new DataView(messages.buffer);
    for (let i = 0; i < rows; i++) {
      writeHeader(messages, i * length, columns.length);
      messages.set(salts.subarray(i * saltBytes, (i + 1) * saltBytes), i * length + HEADER_BYTES);
    }
    columns.forEach((column, k) => {
      const first = HEADER_BYTES + saltBytes + 4 * k;
      for (let i = 0; i < rows; i++) view.setUint32(first + i * length, column[i] as number, true);
    });
    digestEach(messages, length, this.#nodes, rows * DIGEST_BYTES);
    this.#joinLevels();
  }

  #joinLevels(): void {
    for (let first = this.#leaves / 2; first >= 1; first /= 2) {
      const messages = new Uint8Array(first * NODE_MESSAGE_BYTES);
      for (let i = 0; i < first; i++) {
        messages[i * NODE_MESSAGE_BYTES] = NODE;
        const children = this.#nodes.subarray(2 * (first + i) * DIGEST_BYTES, 2 * (first + i + 1) * DIGEST_BYTES);
        messages.set(children, i * NODE_MESSAGE_BYTES + 1);
      }
      digestEach(messages, NODE_MESSAGE_BYTES, this.#nodes, first * DIGEST_BYTES);
    }
  }

  get root(): Uint8Array {
    return this.#node(1);
  }

  #node(index: number): Uint8Array {
    return this.#nodes.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
  }

  /** The siblings that a verifier of these leaves lacks. `indices` ascend and differ. */
  open(indices: readonly number[]): Uint8Array[] {
    const siblings: Uint8Array[] = [];
    let level = indices.map((index) => index + this.#leaves);
    while ((level[0] as number) > 1) {
      const known = new Set(level);
      for (const node of level) if (!known.has(node ^ 1)) siblings.push(this.#node(node ^ 1));
      level = [...new Set(level.map((node) => node >> 1))];
    }
    return siblings;
  }
}

/**
 * The root over `size` leaves of which some are known, or null where the siblings are too few, or one of them is not asked for.
 * `indices` ascend, differ and are below `size`: the verifier drew them itself. Throws RangeError where they do not.
 */
export function rootOf(
  size: number,
  indices: readonly number[],
  leaves: readonly Uint8Array[],
  siblings: readonly Uint8Array[],
): Uint8Array | null {
  assertPlaces(size, indices);
  if (leaves.length !== indices.length) throw new RangeError('one leaf for each index');
  let level = indices.map((index, i) => ({ node: index + size, hash: leaves[i] as Uint8Array }));
  let used = 0;
  while ((level[0]?.node ?? 1) > 1) {
    const above: typeof level = [];
    for (let i = 0; i < level.length; i++) {
      const { node, hash } = level[i] as (typeof level)[number];
      const next = level[i + 1];
      const hasPair = next !== undefined && next.node === (node ^ 1);
      const sibling = hasPair ? next.hash : siblings[used++];
      if (sibling === undefined) return null;
      if (hasPair) i++;
      const isLeft = (node & 1) === 0;
      above.push({ node: node >> 1, hash: join(isLeft ? hash : sibling, isLeft ? sibling : hash) });
    }
    level = above;
  }
  return used === siblings.length ? (level[0]?.hash ?? null) : null;
}

function join(left: Uint8Array, right: Uint8Array): Uint8Array {
  return digest(concat(Uint8Array.of(NODE), left, right));
}

function assertPlaces(size: number, indices: readonly number[]): void {
  const areRight = indices.every(
    (index, i) => Number.isInteger(index) && index < size && index > (i === 0 ? -1 : (indices[i - 1] as number)),
  );
  if (indices.length === 0 || !areRight) throw new RangeError('leaves ascend, differ and lie in the tree');
}
