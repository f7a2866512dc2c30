/** Seeds the random bytes of FALCON's sampler. */
import { BLOCK_WORDS, BLOCKS, CHACHA20_BYTES } from './chacha20.ts';
import { type FalconPlaces, STREAM_SEED_BYTES } from './falcon-module.ts';
import type { Shake256 } from './shake256.ts';

export interface FalconStream {
  /** Forgets the bytes that are left over. */
  clear(): void;
  /** Takes the next seed from `shake`. Bytes that are left over come first, as in noble. */
  reseed(): void;
}

/** RFC 8439, section 2.3. */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const SEED_WORDS = BLOCK_WORDS - CONSTANTS.length;

export function falconStream(memory: Uint8Array<ArrayBuffer>, places: FalconPlaces, shake: Shake256): FalconStream {
  const seedBytes = memory.subarray(places.seed, places.seed + STREAM_SEED_BYTES);
  const seedWords = new Int32Array(memory.buffer, places.seed, SEED_WORDS);
  const states = new Int32Array(memory.buffer, places.states, BLOCKS * BLOCK_WORDS);
  const position = new Int32Array(memory.buffer, places.position, 1);

  return {
    clear() {
      position[0] = places.stream + CHACHA20_BYTES;
    },

    reseed() {
      for (let i = 0; i < STREAM_SEED_BYTES; i++) seedBytes[i] = shake.next();
      [...CONSTANTS, ...seedWords].forEach((value, word) => {
        states.fill(value, word * BLOCKS, (word + 1) * BLOCKS);
      });
    },
  };
}
