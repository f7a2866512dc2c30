/**
 * The tweakable hash functions of SLH-DSA (FIPS 205, section 11) as kernels offer them: over one message, or over several
 * beside each other. What they work on stands in the memory of their module.
 */
import { type Code, i32, type Local, type ModuleWriter } from './wasm.ts';

/** An ADRS (FIPS 205, section 4.2). The compressed one of SHA-2 is its last 22 bytes, so both have these places. */
export const ADRS_BYTES = 32;
export const COMPRESSED_ADRS_BYTES = 22;

/** Addresses of the tables that say where each lane reads and writes: four i32 each. */
export interface LaneTables {
  readonly inputs: number;
  readonly outputs: number;
}

export const MAX_LANES = 4;

export function reserveLaneTables(module: ModuleWriter): LaneTables {
  return { inputs: module.reserve(MAX_LANES * 4), outputs: module.reserve(MAX_LANES * 4) };
}

/** What a width of a hash function is written for. */
export interface HashShape {
  /** Bytes of a hash. */
  readonly n: number;
  /** Bytes of the longest message after the ADRS. */
  readonly maxBytes: number;
  readonly tables: LaneTables;
}

/** What is written into a module for one width of one hash function: exports `<name>.start`, `.hash`, `.chain`. */
export interface Written {
  readonly name: string;
  readonly lanes: number;
}

/** One width of one hash function, as it is called. Addresses are those of the module's memory. */
export interface TweakableHash {
  readonly lanes: number;
  /** Takes PK.seed, for all calls until the next start. */
  start(seed: number): void;
  /**
   * Hashes `length` bytes of each lane's input under its ADRS, the first of which is at `adrs`: PRF and F for n bytes, H for
   * 2n, T for more. n bytes go to each lane's output.
   */
  hash(adrs: number, length: number): void;
  /** Algorithm 5: F under the hash addresses `from` to `to` - 1, at least one. */
  chain(adrs: number, from: number, to: number): void;
}

/** Sets a pointer for each lane to its entry of a table. */
export function pointersFrom(table: number, pointers: readonly Local[]): Code {
  return pointers.map((pointer, lane) => pointer.set(i32.load(i32.constant(table + lane * 4))));
}

/** Sets a pointer for each lane to its ADRS. */
export function pointersToAdrs(adrs: Local, pointers: readonly Local[]): Code {
  return pointers.map((pointer, lane) => pointer.set(i32.add(adrs.get, i32.constant(lane * ADRS_BYTES))));
}
