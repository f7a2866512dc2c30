/**
 * The signing half of SLH-DSA: FIPS 205, algorithms 7 to 10, 14 to 16. A tree is computed once, level by level; what a
 * signature has of it is taken out on the way.
 */
import { chainDigits, type Selected } from './slh-dsa-message.ts';
import { chainsOf, W } from './slh-dsa-sets.ts';
import {
  CHAIN,
  copy,
  HEIGHT,
  INDEX,
  inLanes,
  KEY_PAIR,
  type Position,
  setAdrs,
  setLane,
  type Work,
  writeAdrs,
} from './slh-dsa-work.ts';

/** A leaf that signs, and where its signature goes. */
interface Signing {
  readonly leaf: number;
  readonly digits: readonly number[];
  readonly to: number;
}

/**
 * Hashes the 2^height leaves at `nodes` up to their root, which is there at the end, under the ADRS at `nodeAdrs`. `first` is
 * the index of the first leaf. The path of a leaf goes to `pathTo`.
 */
function climb(work: Work, height: number, first: number, leaf: number | null, pathTo: number): void {
  const { set, h, places } = work;
  const { n } = set;
  for (let level = 0; level < height; level++) {
    if (leaf !== null) copy(work, places.nodes + ((leaf >> level) ^ 1) * n, pathTo + level * n);
    const above = level + 1;
    inLanes(
      h,
      2 ** (height - above),
      (node, lane) => {
        setAdrs(work, places.nodeAdrs, lane, HEIGHT, above);
        setAdrs(work, places.nodeAdrs, lane, INDEX, (first >> above) + node);
        setLane(work, lane, places.nodes + 2 * node * n, places.nodes + node * n);
      },
      (hash) => hash.hash(places.nodeAdrs, 2 * n),
    );
  }
}

/** The chains of as many keys as F has lanes, from `first` on, to `chains`; the signature where one of them signs. */
function chainsFrom(work: Work, first: number, signing: Signing | null): void {
  const { set, f, places } = work;
  const { n } = set;
  const chains = chainsOf(set);
  const hash = f.several;
  const signer = signing === null ? -1 : signing.leaf - first;
  const signs = signing !== null && signer >= 0 && signer < hash.lanes;
  for (let lane = 0; lane < hash.lanes; lane++) {
    setAdrs(work, places.prfAdrs, lane, KEY_PAIR, first + lane);
    setAdrs(work, places.chainAdrs, lane, KEY_PAIR, first + lane);
  }
  for (let chain = 0; chain < chains; chain++) {
    for (let lane = 0; lane < hash.lanes; lane++) {
      const value = places.chains + (lane * chains + chain) * n;
      setAdrs(work, places.prfAdrs, lane, CHAIN, chain);
      setAdrs(work, places.chainAdrs, lane, CHAIN, chain);
      setLane(work, lane, places.secretSeed, value);
    }
    hash.hash(places.prfAdrs, n);
    for (let lane = 0; lane < hash.lanes; lane++) work.inputs[lane] = work.outputs[lane] ?? 0;
    const until = signs ? (signing.digits[chain] ?? 0) : 0;
    if (until > 0) hash.chain(places.chainAdrs, 0, until);
    if (signs) copy(work, places.chains + (signer * chains + chain) * n, signing.to + chain * n);
    if (until < W - 1) hash.chain(places.chainAdrs, until, W - 1);
  }
}

/**
 * The root of one tree of the hypertree to `nodes`. Where a leaf signs, its WOTS+ signature and path go to `signing.to`.
 */
export function hashTree(work: Work, layer: number, tree: bigint, signing: Signing | null): void {
  const { set, f, h, places } = work;
  const { n, treeHeight } = set;
  const chains = chainsOf(set);
  const position: Position = { layer, tree, keyPair: 0 };
  writeAdrs(work, places.prfAdrs, 'wotsPrf', position);
  writeAdrs(work, places.chainAdrs, 'wotsHash', position);
  writeAdrs(work, places.nodeAdrs, 'wotsPk', position);
  for (let first = 0; first < 2 ** treeHeight; first += f.several.lanes) {
    chainsFrom(work, first, signing);
    inLanes(
      h,
      f.several.lanes,
      (key, lane) => {
        setAdrs(work, places.nodeAdrs, lane, KEY_PAIR, first + key);
        setLane(work, lane, places.chains + key * chains * n, places.nodes + (first + key) * n);
      },
      (hash) => hash.hash(places.nodeAdrs, chains * n),
    );
  }
  writeAdrs(work, places.nodeAdrs, 'tree', position);
  climb(work, treeHeight, 0, signing?.leaf ?? null, (signing?.to ?? 0) + chains * n);
}

/** The FORS signature to `to`, and its public key to `nodes`. */
function signFors(work: Work, { tree, leaf, forsLeaves }: Selected, to: number): void {
  const { set, f, h, places } = work;
  const { n, a, k } = set;
  const position: Position = { layer: 0, tree, keyPair: leaf };
  writeAdrs(work, places.prfAdrs, 'forsPrf', position);
  writeAdrs(work, places.nodeAdrs, 'forsTree', position);
  forsLeaves.forEach((forsLeaf, index) => {
    const first = index * 2 ** a;
    const part = to + index * (a + 1) * n;
    inLanes(
      f,
      2 ** a,
      (node, lane) => {
        setAdrs(work, places.prfAdrs, lane, INDEX, first + node);
        setLane(work, lane, places.secretSeed, places.nodes + node * n);
      },
      (hash) => hash.hash(places.prfAdrs, n),
    );
    copy(work, places.nodes + forsLeaf * n, part);
    inLanes(
      f,
      2 ** a,
      (node, lane) => {
        setAdrs(work, places.nodeAdrs, lane, HEIGHT, 0);
        setAdrs(work, places.nodeAdrs, lane, INDEX, first + node);
        setLane(work, lane, places.nodes + node * n, places.nodes + node * n);
      },
      (hash) => hash.hash(places.nodeAdrs, n),
    );
    climb(work, a, first, forsLeaf, part + n);
    copy(work, places.nodes, places.roots + index * n);
  });
  writeAdrs(work, places.nodeAdrs, 'forsRoots', position);
  setLane(work, 0, places.roots, places.nodes);
  h.one.hash(places.nodeAdrs, k * n);
}

/** FORS signature and hypertree signature to `to`; the root of the highest tree to `nodes`. */
export function signSelected(work: Work, selected: Selected, to: number): void {
  const { set, memory, places } = work;
  const { n, d, treeHeight, a, k } = set;
  signFors(work, selected, to);
  let { tree, leaf } = selected;
  for (let layer = 0; layer < d; layer++) {
    const digits = chainDigits(memory.subarray(places.nodes, places.nodes + n));
    const layerTo = to + (k * (a + 1) + layer * (chainsOf(set) + treeHeight)) * n;
    hashTree(work, layer, tree, { leaf, digits, to: layerTo });
    leaf = Number(BigInt.asUintN(treeHeight, tree));
    tree >>= BigInt(treeHeight);
  }
}
