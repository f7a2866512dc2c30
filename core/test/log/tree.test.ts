import { fromHex, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { consistencyPath, inclusionPath, treeRoot } from '@touchstone/core/log/proofs.ts';
import {
  createTree,
  emptyRoot,
  leafHash,
  leafHashes,
  verifyConsistency,
  verifyInclusion,
} from '@touchstone/core/log/tree.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { naiveConsistency, naivePath, naiveRoot } from './naive.ts';
import { createTileStore } from './tile-store.ts';

/**
 * The reference tree of certificate-transparency (github.com/google/certificate-transparency,
 * cpp/merkletree/merkle_tree_test.cc), which its Go and Rust successors test with too (transparency-dev/merkle,
 * testonly/constants.go): eight leaves, the roots of the first 1 … 8, and proofs.
 */
const CT_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const CT_EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Index from 0, size, path. */
const CT_INCLUSION: readonly (readonly [number, number, readonly string[]])[] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
const CT_CONSISTENCY: readonly (readonly [number, number, readonly string[]])[] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];

const bytesOf = (hex: string) => fromHex(hex) ?? new Uint8Array();
const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => utf8(`leaf ${at}`));

async function storeOf(data: readonly Uint8Array[]) {
  const store = createTileStore();
  await store.append(leafHashes(data));
  return store;
}

function flip(bytes: Uint8Array, at = 0): Uint8Array {
  const changed = bytes.slice();
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

describe('the reference tree of certificate-transparency', () => {
  const data = CT_LEAVES.map(bytesOf);

  it('has the known roots, built and from tiles', async () => {
    const { hashes } = await storeOf(data);
    expect(toHex(emptyRoot())).toBe(CT_EMPTY);
    expect(toHex(await treeRoot(hashes, 0))).toBe(CT_EMPTY);
    for (const [at, root] of CT_ROOTS.entries()) {
      expect(toHex(createTree(data.slice(0, at + 1)).root)).toBe(root);
      expect(toHex(await treeRoot(hashes, at + 1))).toBe(root);
    }
  });

  it.each(CT_INCLUSION)('has the known inclusion path of leaf %i of %i', async (index, size, path) => {
    const { hashes } = await storeOf(data);
    expect((await inclusionPath(hashes, index, size)).map(toHex)).toEqual(path);
    const proof = { index, size, path: path.map(bytesOf) };
    expect(verifyInclusion(data[index] ?? new Uint8Array(), proof, bytesOf(CT_ROOTS[size - 1] ?? ''))).toBe(true);
  });

  it.each(CT_CONSISTENCY)('has the known consistency path from %i to %i', async (first, second, path) => {
    const { hashes } = await storeOf(data);
    expect((await consistencyPath(hashes, first, second)).map(toHex)).toEqual(path);
    const [before, after] = [first, second].map((size) => bytesOf(CT_ROOTS[size - 1] ?? ''));
    expect(
      verifyConsistency({ first, second, path: path.map(bytesOf) }, before ?? emptyRoot(), after ?? emptyRoot()),
    ).toBe(true);
  });
});

describe('beside RFC 6962 written naively', () => {
  it('is the same for every size to 40, every leaf and every earlier tree', async () => {
    const data = leavesOf(40);
    const { hashes } = await storeOf(data);
    const roots = Array.from({ length: 41 }, (_, size) => naiveRoot(data.slice(0, size)));
    const rootOf = (size: number) => roots[size] ?? new Uint8Array();
    for (let size = 1; size <= 40; size++) {
      const part = data.slice(0, size);
      const tree = createTree(part);
      expect(tree.root).toEqual(rootOf(size));
      for (let index = 0; index < size; index++) {
        const path = naivePath(index, part);
        expect(tree.inclusionPath(index)).toEqual(path);
        expect(await inclusionPath(hashes, index, size)).toEqual(path);
        const leaf = data[index] ?? new Uint8Array();
        expect(verifyInclusion(leaf, { index, size, path }, rootOf(size))).toBe(true);
        expect(verifyInclusion(utf8('other'), { index, size, path }, rootOf(size))).toBe(false);
      }
      for (let first = 1; first <= size; first++) {
        const path = naiveConsistency(first, part);
        expect(await consistencyPath(hashes, first, size)).toEqual(path);
        expect(verifyConsistency({ first, second: size, path }, rootOf(first), rootOf(size))).toBe(true);
      }
    }
  });

  it('is the same for random larger trees', async () => {
    const data = leavesOf(1_000);
    const { hashes } = await storeOf(data);
    const sizes = fc.integer({ min: 1, max: data.length });
    await fc.assert(
      fc.asyncProperty(sizes, fc.nat(), fc.nat(), async (size, a, b) => {
        const part = data.slice(0, size);
        const root = naiveRoot(part);
        const index = a % size;
        const path = naivePath(index, part);
        expect(await treeRoot(hashes, size)).toEqual(root);
        expect(await inclusionPath(hashes, index, size)).toEqual(path);
        expect(verifyInclusion(data[index] ?? new Uint8Array(), { index, size, path }, root)).toBe(true);
        const first = 1 + (b % size);
        const proof = naiveConsistency(first, part);
        expect(await consistencyPath(hashes, first, size)).toEqual(proof);
        expect(verifyConsistency({ first, second: size, path: proof }, naiveRoot(data.slice(0, first)), root)).toBe(
          true,
        );
      }),
      { numRuns: 25 },
    );
  });
});

describe('wrong inclusion proofs', () => {
  const data = leavesOf(37);
  const { root, inclusionPath: pathOf } = createTree(data);

  it('every change of a sibling, a position, the size, the order or the length', () => {
    for (let index = 0; index < data.length; index++) {
      const leaf = data[index] ?? new Uint8Array();
      const proof = { index, size: data.length, path: pathOf(index) };
      const judge = (change: Partial<typeof proof>) => verifyInclusion(leaf, { ...proof, ...change }, root);
      expect(judge({})).toBe(true);
      for (let at = 0; at < proof.path.length; at++) {
        expect(judge({ path: proof.path.map((hash, i) => (i === at ? flip(hash, at) : hash)) })).toBe(false);
        expect(judge({ path: proof.path.filter((_, i) => i !== at) })).toBe(false);
        expect(judge({ path: [...proof.path.slice(0, at), root, ...proof.path.slice(at)] })).toBe(false);
      }
      expect(judge({ path: [...proof.path, root] })).toBe(false);
      expect(judge({ path: [...proof.path].reverse() })).toBe(false);
      for (let other = 0; other < data.length; other++)
        if (other !== index) expect(judge({ index: other })).toBe(false);
      // A size that gives the leaf a path of the same shape is told apart by the signed head alone, which binds it.
      for (const size of [index, 65, 2 ** 54, 0, -1, 0.5, Number.NaN]) expect(judge({ size })).toBe(false);
      for (const wrong of [-1, 0.5, data.length, Number.NaN]) expect(judge({ index: wrong })).toBe(false);
      expect(verifyInclusion(leaf, proof, flip(root))).toBe(false);
      expect(verifyInclusion(leaf, proof, root.slice(1))).toBe(false);
    }
  });

  it('a node does not pass for a leaf', () => {
    const two = createTree(data.slice(0, 2));
    const inner = new Uint8Array(64);
    inner.set(leafHash(data[0] ?? new Uint8Array()));
    inner.set(leafHash(data[1] ?? new Uint8Array()), 32);
    expect(verifyInclusion(inner, { index: 0, size: 1, path: [] }, two.root)).toBe(false);
  });
});

describe('wrong consistency proofs', () => {
  const data = leavesOf(37);
  const roots = Array.from({ length: 38 }, (_, size) => naiveRoot(data.slice(0, size)));
  const rootOf = (size: number) => roots[size] ?? new Uint8Array();

  it('every change of a hash, a size, the order or the length', () => {
    for (const second of [8, 13, 32, 37]) {
      for (let first = 1; first < second; first++) {
        const path = naiveConsistency(first, data.slice(0, second));
        const proof = { first, second, path };
        const judge = (change: Partial<typeof proof>, before = rootOf(first), after = rootOf(second)) =>
          verifyConsistency({ ...proof, ...change }, before, after);
        expect(judge({})).toBe(true);
        for (let at = 0; at < path.length; at++) {
          expect(judge({ path: path.map((hash, i) => (i === at ? flip(hash, at) : hash)) })).toBe(false);
          expect(judge({ path: path.filter((_, i) => i !== at) })).toBe(false);
          expect(judge({ path: path.map((hash) => hash.slice(1)) })).toBe(false);
        }
        expect(judge({ path: [...path, rootOf(second)] })).toBe(false);
        expect(judge({ path: [] })).toBe(false);
        expect(judge({}, flip(rootOf(first)))).toBe(false);
        expect(judge({}, rootOf(first), flip(rootOf(second)))).toBe(false);
        expect(judge({}, rootOf(first).slice(1))).toBe(false);
        expect(judge({ first: second, second: first })).toBe(false);
        for (const wrong of [0, -1, 0.5, Number.NaN]) expect(judge({ first: wrong })).toBe(false);
      }
    }
  });

  it('a tree is consistent with itself and the empty one by an empty path only', () => {
    const { root } = createTree(data);
    expect(verifyConsistency({ first: 37, second: 37, path: [] }, root, root)).toBe(true);
    expect(verifyConsistency({ first: 37, second: 37, path: [root] }, root, root)).toBe(false);
    expect(verifyConsistency({ first: 37, second: 37, path: [] }, root, flip(root))).toBe(false);
    expect(verifyConsistency({ first: 0, second: 37, path: [] }, emptyRoot(), root)).toBe(true);
    expect(verifyConsistency({ first: 0, second: 37, path: [] }, root, root)).toBe(false);
    expect(verifyConsistency({ first: 0, second: 37, path: [root] }, emptyRoot(), root)).toBe(false);
  });
});

it('refuses positions and sizes that no tree has', async () => {
  const { hashes } = await storeOf(leavesOf(5));
  expect(() => createTree([])).toThrow(RangeError);
  for (const index of [-1, 5, 0.5, Number.NaN]) {
    expect(() => createTree(leavesOf(5)).inclusionPath(index)).toThrow(RangeError);
    expect(() => inclusionPath(hashes, index, 5)).toThrow(RangeError);
  }
  expect(() => inclusionPath(hashes, 0, 0)).toThrow(RangeError);
  expect(() => consistencyPath(hashes, 3, 2)).toThrow(RangeError);
  await expect(treeRoot(hashes, -1)).rejects.toThrow(RangeError);
});
