/** The tree that a session keeps against the tree over all its nodes. */
import { createHash } from 'node:crypto';
import { createTree } from '@touchstone/core/log/tree.ts';
import { expect, test } from 'vitest';
import { EMPTY_TREE, grown, rootIn } from '../../src/agents/session-tree.ts';

const leaf = (index: number) => new Uint8Array(createHash('sha256').update(String(index)).digest());

test('has the root of RFC 6962 at every size, and as many hashes as the size has bits', () => {
  const leaves: Uint8Array[] = [];
  let tree: Uint8Array = EMPTY_TREE;
  for (let size = 1; size <= 130; size++) {
    tree = grown(tree, size - 1, leaf(size));
    leaves.push(leaf(size));
    expect(rootIn(tree)).toEqual(createTree(leaves).root);
    expect(tree.length / 32).toBe(size.toString(2).replaceAll('0', '').length);
  }
});

test('another leaf, another order and another size have another root', () => {
  const grownOver = (...indexes: readonly number[]) =>
    indexes.reduce<Uint8Array>((tree, index, size) => grown(tree, size, leaf(index)), EMPTY_TREE);
  const root = rootIn(grownOver(1, 2, 3));
  for (const other of [grownOver(1, 2, 4), grownOver(1, 3, 2), grownOver(1, 2), grownOver(1, 2, 3, 3)]) {
    expect(rootIn(other)).not.toEqual(root);
  }
  // A size that the tree does not have leaves a subtree out.
  expect(() => grown(EMPTY_TREE, 1, leaf(1))).toThrow(TypeError);
});
