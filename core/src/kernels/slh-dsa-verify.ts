/** The verifying half of SLH-DSA: FIPS 205, algorithms 8, 11, 13 and 17. The signature is in the kernel's memory. */
import { chainDigits, type Selected } from './slh-dsa-message.ts';
import { chainsOf, W } from './slh-dsa-sets.ts';
import {
  CHAIN,
  copy,
  HEIGHT,
  INDEX,
  inLanes,
  type Position,
  setAdrs,
  setLane,
  type Work,
  writeAdrs,
} from './slh-dsa-work.ts';

/** The FORS public key that the signature at `from` has, to `nodes`. The trees are beside each other in the lanes. */
function forsKey(work: Work, { tree, leaf, forsLeaves }: Selected, from: number): void {
  const { set, f, h, places } = work;
  const { n, a, k } = set;
  const position: Position = { layer: 0, tree, keyPair: leaf };
  const leafOf = (index: number) => forsLeaves[index] ?? 0;
  const partOf = (index: number) => from + index * (a + 1) * n;
  /** Of the pair of a tree the place of its node at a level, and the other one. */
  const placeOf = (index: number, level: number, other: 0 | 1) =>
    places.pairs + (2 * index + (((leafOf(index) >> level) & 1) ^ other)) * n;

  writeAdrs(work, places.nodeAdrs, 'forsTree', position);
  inLanes(
    f,
    k,
    (index, lane) => {
      setAdrs(work, places.nodeAdrs, lane, INDEX, index * 2 ** a + leafOf(index));
      setLane(work, lane, partOf(index), placeOf(index, 0, 0));
    },
    (hash) => hash.hash(places.nodeAdrs, n),
  );
  for (let level = 0; level < a; level++) {
    const above = level + 1;
    inLanes(
      h,
      k,
      (index, lane) => {
        copy(work, partOf(index) + above * n, placeOf(index, level, 1));
        setAdrs(work, places.nodeAdrs, lane, HEIGHT, above);
        setAdrs(work, places.nodeAdrs, lane, INDEX, (index * 2 ** a + leafOf(index)) >> above);
        const output = above < a ? placeOf(index, above, 0) : places.roots + index * n;
        setLane(work, lane, places.pairs + 2 * index * n, output);
      },
      (hash) => hash.hash(places.nodeAdrs, 2 * n),
    );
  }
  writeAdrs(work, places.nodeAdrs, 'forsRoots', position);
  setLane(work, 0, places.roots, places.nodes);
  h.one.hash(places.nodeAdrs, k * n);
}

/** The numbers of the chains, those with the most steps to go first. */
function longestFirst(digits: readonly number[]): readonly number[] {
  const order: number[] = [];
  for (let digit = 0; digit < W; digit++) {
    digits.forEach((each, chain) => {
      if (each === digit) order.push(chain);
    });
  }
  return order;
}

/**
 * Hashes the chains at `chains` to their ends. Chains of about the same length share a call: the longest begins, the others
 * join where it reaches them, and until then their lanes hash what nobody uses.
 */
function finishChains(work: Work, digits: readonly number[]): void {
  const { set, f, places } = work;
  const { n } = set;
  const order = longestFirst(digits);
  const hash = f.several;
  for (let first = 0; first < order.length; first += hash.lanes) {
    const group = order.slice(first, first + hash.lanes);
    for (let lane = 0; lane < hash.lanes; lane++) setLane(work, lane, places.pairs, places.pairs + lane * n);
    group.forEach((chain, lane) => {
      const value = places.chains + chain * n;
      setAdrs(work, places.chainAdrs, lane, CHAIN, chain);
      setLane(work, lane, value, value);
      const from = digits[chain] ?? 0;
      const next = group[lane + 1];
      const to = next === undefined ? W - 1 : (digits[next] ?? 0);
      if (from < to) hash.chain(places.chainAdrs, from, to);
    });
  }
}

/** The root, to `nodes`, that the WOTS+ signature and path at `from` give for what `nodes` has. */
function rootOfLayer(work: Work, layer: number, tree: bigint, leaf: number, from: number): void {
  const { set, memory, h, places } = work;
  const { n, treeHeight } = set;
  const chains = chainsOf(set);
  const position: Position = { layer, tree, keyPair: leaf };
  const digits = chainDigits(memory.subarray(places.nodes, places.nodes + n));
  copy(work, from, places.chains, chains);
  writeAdrs(work, places.chainAdrs, 'wotsHash', position);
  finishChains(work, digits);
  writeAdrs(work, places.nodeAdrs, 'wotsPk', position);
  setLane(work, 0, places.chains, places.pairs + (leaf & 1) * n);
  h.one.hash(places.nodeAdrs, chains * n);
  writeAdrs(work, places.nodeAdrs, 'tree', { layer, tree, keyPair: 0 });
  for (let level = 0; level < treeHeight; level++) {
    const above = level + 1;
    copy(work, from + (chains + level) * n, places.pairs + (((leaf >> level) & 1) ^ 1) * n);
    setAdrs(work, places.nodeAdrs, 0, HEIGHT, above);
    setAdrs(work, places.nodeAdrs, 0, INDEX, leaf >> above);
    const output = above < treeHeight ? places.pairs + ((leaf >> above) & 1) * n : places.nodes;
    setLane(work, 0, places.pairs, output);
    h.one.hash(places.nodeAdrs, 2 * n);
  }
}

/** The root of the highest tree, to `nodes`, that the FORS and hypertree signatures at `from` give. */
export function rootOf(work: Work, selected: Selected, from: number): void {
  const { n, d, treeHeight, a, k } = work.set;
  forsKey(work, selected, from);
  let { tree, leaf } = selected;
  for (let layer = 0; layer < d; layer++) {
    rootOfLayer(work, layer, tree, leaf, from + (k * (a + 1) + layer * (chainsOf(work.set) + treeHeight)) * n);
    leaf = Number(BigInt.asUintN(treeHeight, tree));
    tree >>= BigInt(treeHeight);
  }
}
