/** The module that FALCON signs with: SHAKE256, the sampler, and room for all that is computed. */
import { CHACHA20_BYTES } from './chacha20.ts';
import { type StreamPlaces, writeSampler } from './falcon-sampler.ts';
import { type FalconSet, workDoubles } from './falcon-sets.ts';
import { STATE_WORDS, WORD_BYTES, writeKeccakConstants, writePermute } from './keccak.ts';
import { writeModule } from './wasm.ts';
import { WORDS } from './words.ts';

/** Addresses. From `work` on all may be secret. */
export interface FalconPlaces extends StreamPlaces {
  readonly work: number;
  /** The state of SHAKE256. */
  readonly sponge: number;
  readonly doubles: number;
}

export interface FalconModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: FalconPlaces;
}

export const STREAM_SEED_BYTES = 56;

/** Writes the module: with vectors, or, for engines without them, with one lane alone. Exports `permute` and `sampleZ`. */
export function writeFalconModule(set: FalconSet, hasVectors: boolean): FalconModule {
  const module = writeModule();
  const roundConstants = writeKeccakConstants(module);
  const places: FalconPlaces = {
    work: module.reserve(0),
    sponge: module.reserve(STATE_WORDS * WORD_BYTES),
    seed: module.reserve(STREAM_SEED_BYTES),
    states: module.reserve(CHACHA20_BYTES),
    stream: module.reserve(CHACHA20_BYTES),
    position: module.reserve(4),
    doubles: module.reserve(workDoubles(set) * Float64Array.BYTES_PER_ELEMENT),
  };
  const permute = writePermute(module, WORDS[64].one, { state: places.sponge, roundConstants });
  module.define([], () => permute(), 'permute');
  writeSampler(module, set, places, hasVectors);
  return { bytes: module.finish(), places };
}
