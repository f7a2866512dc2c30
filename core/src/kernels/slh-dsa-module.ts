/** The WebAssembly module of a parameter set of SLH-DSA: its hash functions, and the memory that the algorithms work in. */
import { writeKeccak, writeKeccakConstants } from './keccak.ts';
import { writeSha2 } from './sha2.ts';
import { writeRoundConstants } from './sha2-compress.ts';
import { chainsOf, type SlhDsaSet, signatureBytes } from './slh-dsa-sets.ts';
import { ADRS_BYTES, type HashShape, MAX_LANES, reserveLaneTables, type Written } from './tweakable-hash.ts';
import { type ModuleWriter, writeModule } from './wasm.ts';
import { WORDS, type Word } from './words.ts';

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

interface HashFunction {
  readonly bits: 32 | 64;
  constants(module: ModuleWriter): number;
  write(module: ModuleWriter, word: Word, shape: HashShape, constants: number): Written;
}

const SHA_256: HashFunction = { bits: 32, constants: (module) => writeRoundConstants(module, 32), write: writeSha2 };
const SHA_512: HashFunction = { bits: 64, constants: (module) => writeRoundConstants(module, 64), write: writeSha2 };
const SHAKE_256: HashFunction = { bits: 64, constants: writeKeccakConstants, write: writeKeccak };

/** That of PRF and F, and that of H and T: FIPS 205, section 11. */
function hashFunctionsOf({ hash, n }: SlhDsaSet): readonly [HashFunction, HashFunction] {
  if (hash === 'SHAKE') return [SHAKE_256, SHAKE_256];
  return [SHA_256, n === 16 ? SHA_256 : SHA_512];
}

/** Writes the module: with vectors, or, for engines without them, with one lane alone. */
export function writeSlhDsaModule(set: SlhDsaSet, hasVectors: boolean): SlhDsaModule {
  const { n, a, k, treeHeight } = set;
  const module = writeModule();
  const [fHash, hHash] = hashFunctionsOf(set);
  // Constants first, so that what is not constant is in one piece.
  const fConstants = fHash.constants(module);
  const hConstants = hHash === fHash ? fConstants : hHash.constants(module);
  const work = module.reserve(0);
  const shape: HashShape = { n, maxBytes: Math.max(chainsOf(set), k) * n, tables: reserveLaneTables(module) };

  function widthsOf({ bits, write }: HashFunction, constants: number): Widths<Written> {
    const one = write(module, WORDS[bits].one, shape, constants);
    return { one, several: hasVectors ? write(module, WORDS[bits].several, shape, constants) : one };
  }
  const f = widthsOf(fHash, fConstants);
  const h = hHash === fHash ? f : widthsOf(hHash, hConstants);

  const adrs = () => module.reserve(MAX_LANES * ADRS_BYTES);
  const places: Places = {
    ...shape.tables,
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
