/** What signing and verifying share: the kernel's memory, addresses of hash calls, and filling the lanes. */
import type { SlhDsaKernel } from './slh-dsa-kernel.ts';
import type { Widths } from './slh-dsa-module.ts';
import type { SlhDsaSet } from './slh-dsa-sets.ts';
import { ADRS_BYTES, MAX_LANES, type TweakableHash } from './tweakable-hash.ts';

export interface Work extends SlhDsaKernel {
  readonly set: SlhDsaSet;
  readonly view: DataView;
  /** Where each lane reads and writes. */
  readonly inputs: Int32Array;
  readonly outputs: Int32Array;
}

export function workOver(set: SlhDsaSet, kernel: SlhDsaKernel): Work {
  const { memory, places } = kernel;
  return {
    ...kernel,
    set,
    view: new DataView(memory.buffer),
    inputs: new Int32Array(memory.buffer, places.inputs, MAX_LANES),
    outputs: new Int32Array(memory.buffer, places.outputs, MAX_LANES),
  };
}

/** FIPS 205, table 1. */
const ADRS_TYPES = {
  wotsHash: 0,
  wotsPk: 1,
  tree: 2,
  forsTree: 3,
  forsRoots: 4,
  wotsPrf: 5,
  forsPrf: 6,
} as const;

/** Where the parts of an ADRS stand (sections 4.2 and 11.2). No ADRS has both a chain and a height. */
export const KEY_PAIR = 20;
export const CHAIN = 24;
export const HEIGHT = 24;
export const INDEX = 28;
const TYPE = 19;
const LAYER_AND_TREE = { SHA2: [10, 11], SHAKE: [3, 8] } as const;

/** The tree within a layer, and the key pair within the tree. */
export interface Position {
  readonly layer: number;
  readonly tree: bigint;
  readonly keyPair: number;
}

/** Writes the ADRS of all lanes at `adrs`, all else in them 0. */
export function writeAdrs(
  { memory, view, set }: Work,
  adrs: number,
  type: keyof typeof ADRS_TYPES,
  { layer, tree, keyPair }: Position,
): void {
  const [layerAt, treeAt] = LAYER_AND_TREE[set.hash];
  memory.fill(0, adrs, adrs + MAX_LANES * ADRS_BYTES);
  for (let lane = 0; lane < MAX_LANES; lane++) {
    const at = adrs + lane * ADRS_BYTES;
    memory[at + layerAt] = layer;
    view.setBigUint64(at + treeAt, tree);
    memory[at + TYPE] = ADRS_TYPES[type];
    view.setUint32(at + KEY_PAIR, keyPair);
  }
}

/** Writes one part of the ADRS of a lane. */
export function setAdrs({ view }: Work, adrs: number, lane: number, part: number, value: number): void {
  view.setUint32(adrs + lane * ADRS_BYTES + part, value);
}

/** Has a lane read and write n or more bytes at these addresses. */
export function setLane({ inputs, outputs }: Work, lane: number, input: number, output: number): void {
  inputs[lane] = input;
  outputs[lane] = output;
}

export function copy({ memory, set }: Work, from: number, to: number, count = 1): void {
  memory.copyWithin(to, from, from + count * set.n);
}

/** Places every item in a lane and calls the hash for as many at once as it has lanes, and one by one for what is left. */
export function inLanes(
  { one, several }: Widths<TweakableHash>,
  count: number,
  place: (item: number, lane: number) => void,
  call: (hash: TweakableHash) => void,
): void {
  let item = 0;
  for (; item + several.lanes <= count; item += several.lanes) {
    for (let lane = 0; lane < several.lanes; lane++) place(item + lane, lane);
    call(several);
  }
  for (; item < count; item++) {
    place(item, 0);
    call(one);
  }
}

/** Takes the seeds; the secret one only to sign. */
export function start(work: Work, publicSeed: Uint8Array, secretSeed?: Uint8Array): void {
  const { memory, places, f, h } = work;
  memory.set(publicSeed, places.publicSeed);
  if (secretSeed !== undefined) memory.set(secretSeed, places.secretSeed);
  for (const hash of new Set([f.one, f.several, h.one, h.several])) hash.start(places.publicSeed);
}
