/**
 * Merkle trees over rows of field elements. A leaf is SHA-256 of 00, the number of elements (3 bytes), its salt and the
 * elements (4 bytes each, little-endian); a node is SHA-256 of 01 and its two children. Neither can be taken for the other, and
 * a row of another width has another leaf. An opening of several leaves lists each missing sibling once, in the one order in
 * which the verifier asks for them.
 */
import { DIGEST_BYTES, digestEach, digestPairs } from './digest.ts';

const LEAF = 0x00;
/** Bytes of a leaf before its salt. */
export const HEADER_BYTES = 4;

/** Begins a leaf: `width` is the number of elements. */
export function writeHeader(message: Uint8Array, at: number, width: number): void {
  message.set([LEAF, width & 255, (width >> 8) & 255, width >> 16], at);
}

/** A leaf before it is hashed. */
export function leafMessage(salt: Uint8Array, row: Uint32Array): Uint8Array {
  const message = new Uint8Array(HEADER_BYTES + salt.length + 4 * row.length);
  writeHeader(message, 0, row.length);
  message.set(salt, HEADER_BYTES);
  const view = new DataView(message.buffer);
  for (let k = 0; k < row.length; k++) view.setUint32(HEADER_BYTES + salt.length + 4 * k, row[k] as number, true);
  return message;
}

/**
 * The root over `size` leaves of which some are known, as their messages, or null where the siblings are too few, or one of them
 * is not asked for. `indices` ascend, differ and are below `size`: the verifier drew them itself. Throws RangeError where they
 * do not.
 */
export function rootOf(
  size: number,
  indices: readonly number[],
  leaves: readonly Uint8Array[],
  siblings: readonly Uint8Array[],
): Uint8Array | null {
  assertPlaces(size, indices);
  if (leaves.length !== indices.length) throw new RangeError('one leaf for each index');
  let nodes = indices.map((index) => index + size);
  let hashes = digestEach(leaves);
  let used = 0;
  while ((nodes[0] ?? 1) > 1) {
    const above: number[] = [];
    // Nodes and siblings in the places of left and right children.
    const children = new Uint8Array(2 * hashes.length);
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as number;
      const place = 2 * above.length * DIGEST_BYTES;
      const [own, other] = (node & 1) === 0 ? [place, place + DIGEST_BYTES] : [place + DIGEST_BYTES, place];
      children.set(hashes.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES), own);
      const hasPair = nodes[i + 1] === (node ^ 1);
      if (hasPair) i++;
      const sibling = hasPair ? hashes.subarray(i * DIGEST_BYTES, (i + 1) * DIGEST_BYTES) : siblings[used++];
      if (sibling === undefined) return null;
      children.set(sibling, other);
      above.push(node >> 1);
    }
    nodes = above;
    hashes = digestPairs(children.subarray(0, 2 * above.length * DIGEST_BYTES));
  }
  return used === siblings.length ? hashes : null;
}

function assertPlaces(size: number, indices: readonly number[]): void {
  const areRight = indices.every(
    (index, i) => Number.isInteger(index) && index < size && index > (i === 0 ? -1 : (indices[i - 1] as number)),
  );
  if (indices.length === 0 || !areRight) throw new RangeError('leaves ascend, differ and lie in the tree');
}
