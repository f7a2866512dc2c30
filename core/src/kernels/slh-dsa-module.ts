/** The WebAssembly module of a parameter set of SLH-DSA: its hash functions, and the memory that the algorithms work in. */
import { writeRoundConstants, writeSha2 } from './sha2.ts';
import { chainsOf, type SlhDsaSet, signatureBytes } from './slh-dsa-sets.ts';
import { ADRS_BYTES, MAX_LANES, reserveLaneTables, type Written } from './tweakable-hash.ts';
import { writeModule } from './wasm.ts';
import { WORDS } from './words.ts';

/** The same hash function over one message and over several. */
export interface Widths<Hash> {
  readonly one: Hash;
  readonly several: Hash;
}

/** Addresses in the module's memory. */
export interface Places {
  readonly inputs: number;
  readonly outputs: number;
  /** What is before is constant, what follows is not. */
  readonly work: number;
  readonly publicSeed: number;
  readonly secretSeed: number;
  /** One ADRS for each lane, of those that hash in turns. */
  readonly prfAdrs: number;
  readonly chainAdrs: number;
  readonly nodeAdrs: number;
  /** WOTS+ chains, as many of one key as lanes; nodes of a tree; roots of the FORS trees; a pair of nodes for each of them. */
  readonly chains: number;
  readonly nodes: number;
  readonly roots: number;
  readonly pairs: number;
  readonly signature: number;
}

export interface SlhDsaModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: Places;
  /** PRF and F. */
  readonly f: Widths<Written>;
  /** H and T. */
  readonly h: Widths<Written>;
}

/** Writes the module: with vectors, or, for engines without them, with one lane alone. */
export function writeSlhDsaModule(set: SlhDsaSet, hasVectors: boolean): SlhDsaModule {
  const { n, a, k, treeHeight } = set;
  const module = writeModule();
  const constants32 = writeRoundConstants(module, 32);
  const constants64 = n === 16 ? null : writeRoundConstants(module, 64);
  const work = module.reserve(0);
  const tables = reserveLaneTables(module);
  const maxBytes = Math.max(chainsOf(set), k) * n;

  function widths(bits: 32 | 64, constants: number): Widths<Written> {
    const { one, several } = WORDS[bits];
    const written = writeSha2(module, one, { n, maxBytes, tables }, constants);
    return {
      one: written,
      several: hasVectors ? writeSha2(module, several, { n, maxBytes, tables }, constants) : written,
    };
  }

  const f = widths(32, constants32);
  const h = constants64 === null ? f : widths(64, constants64);
  const adrs = () => module.reserve(MAX_LANES * ADRS_BYTES);
  const places: Places = {
    ...tables,
    work,
    publicSeed: module.reserve(n),
    secretSeed: module.reserve(n),
    prfAdrs: adrs(),
    chainAdrs: adrs(),
    nodeAdrs: adrs(),
    chains: module.reserve(MAX_LANES * chainsOf(set) * n),
    nodes: module.reserve(2 ** Math.max(a, treeHeight) * n),
    roots: module.reserve(k * n),
    pairs: module.reserve(k * 2 * n),
    signature: module.reserve(signatureBytes(set)),
  };
  return { bytes: module.finish(), places, f, h };
}
