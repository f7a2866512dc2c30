/**
 * Merkle trees over rows of field elements. A leaf is SHA-256 of 00, the number of elements (3 bytes), its salt and the
 * elements (4 bytes each, little-endian); a node is SHA-256 of 01 and its two children. Neither can be taken for the other, and
 * a row of another width has another leaf. An opening of several leaves lists each missing sibling once, in the one order in
 * which the verifier asks for them.
 */
import { concat } from '../bytes.ts';
import { digest } from './digest.ts';

const LEAF = 0x00;
export const NODE = 0x01;
/** Bytes of a leaf before its salt. */
export const HEADER_BYTES = 4;

/** Begins a leaf: `width` is the number of elements. */
export function writeHeader(message: Uint8Array, at: number, width: number): void {
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
