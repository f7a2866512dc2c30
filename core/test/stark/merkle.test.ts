import { concat, equalBytes } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { leafMessage, rootOf } from '@touchstone/core/stark/merkle.ts';
import { MerkleTree } from '@touchstone/core/stark/merkle-tree.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';

const ROWS = 16;
const SALT_BYTES = 16;
const columns = [0, 1, 2].map((k) => Uint32Array.from({ length: ROWS }, (_, i) => 100 * k + i));
const salts = seededRandom(5)(ROWS * SALT_BYTES);
const tree = new MerkleTree(columns, ROWS, salts);
const saltOf = (i: number) => salts.subarray(i * SALT_BYTES, (i + 1) * SALT_BYTES);
const rowOf = (i: number) => Uint32Array.from(columns, (column) => column[i] ?? 0);
const leafAt = (i: number) => leafMessage(saltOf(i), rowOf(i));

function opens(indices: readonly number[], leaves = indices.map(leafAt), siblings = tree.open(indices)): boolean {
  const root = rootOf(ROWS, indices, leaves, siblings);
  return root !== null && equalBytes(root, tree.root);
}

describe('a tree over rows', () => {
  it('hashes 00, the width, the salt and the elements, and 01 before two children', () => {
    const elements = new Uint8Array(Uint32Array.from(rowOf(0)).buffer);
    const first = sha256(concat(Uint8Array.of(0, 3, 0, 0), saltOf(0), elements));
    expect(sha256(leafAt(0))).toEqual(first);
    const pair = new MerkleTree([Uint32Array.of(7, 8)], 2, new Uint8Array(0));
    const leaf = (value: number) => sha256(Uint8Array.of(0, 1, 0, 0, value, 0, 0, 0));
    expect(pair.root).toEqual(sha256(concat(Uint8Array.of(1), leaf(7), leaf(8))));
  });

  it('opens every set of two leaves, one leaf, and all', () => {
    for (let i = 0; i < ROWS; i++) {
      expect(opens([i])).toBe(true);
      for (let j = i + 1; j < ROWS; j++) expect(opens([i, j])).toBe(true);
    }
    const all = Array.from({ length: ROWS }, (_, i) => i);
    expect(tree.open(all)).toEqual([]);
    expect(opens(all)).toBe(true);
    const alone = new MerkleTree([Uint32Array.of(9)], 1, new Uint8Array(0));
    expect(rootOf(1, [0], [leafMessage(new Uint8Array(0), Uint32Array.of(9))], alone.open([0]))).toEqual(alone.root);
  });

  it('binds salt, elements, width and place of a row', () => {
    const [i, j] = [3, 9];
    const other = leafMessage(saltOf(i), rowOf(j));
    expect(opens([i], [other])).toBe(false);
    expect(opens([i], [leafMessage(saltOf(j), rowOf(i))])).toBe(false);
    expect(opens([j], [leafAt(i)], tree.open([i]))).toBe(false);
    // The same bytes cut elsewhere: an element that was the end of the salt.
    const moved = new DataView(saltOf(i).slice().buffer).getUint32(SALT_BYTES - 4, true);
    expect(leafMessage(saltOf(i).subarray(0, SALT_BYTES - 4), Uint32Array.of(moved, ...rowOf(i)))).not.toEqual(
      leafAt(i),
    );
    expect(leafMessage(saltOf(i), rowOf(i).subarray(0, 2))).not.toEqual(leafAt(i));
  });

  it('refuses siblings that are missing, left over, doubled or in another order', () => {
    const indices = [2, 11];
    const siblings = tree.open(indices);
    expect(opens(indices)).toBe(true);
    expect(opens(indices, undefined, siblings.slice(1))).toBe(false);
    expect(opens(indices, undefined, siblings.slice(0, -1))).toBe(false);
    expect(opens(indices, undefined, [...siblings, new Uint8Array(32)])).toBe(false);
    expect(
      opens(
        indices,
        undefined,
        siblings.flatMap((sibling) => [sibling, sibling]),
      ),
    ).toBe(false);
    expect(opens(indices, undefined, [...siblings].reverse())).toBe(false);
  });

  it('does not take places that repeat, descend or lie outside: that is the caller’s mistake', () => {
    for (const indices of [[], [3, 3], [4, 3], [-1], [ROWS], [0.5]]) {
      expect(() =>
        rootOf(
          ROWS,
          indices,
          indices.map(() => new Uint8Array(32)),
          [],
        ),
      ).toThrow(RangeError);
    }
    expect(() => rootOf(ROWS, [1, 2], [leafAt(1)], [])).toThrow(RangeError);
  });

  it('does not take an inner node for a leaf', () => {
    const inner = concat(leafAt(0), leafAt(1));
    const asRow = Uint32Array.from({ length: 16 }, (_, i) => new DataView(inner.buffer).getUint32(4 * i, true));
    expect(leafMessage(new Uint8Array(0), asRow)).not.toEqual(sha256(concat(Uint8Array.of(1), inner)));
  });
});
