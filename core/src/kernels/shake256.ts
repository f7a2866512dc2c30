/** SHAKE256 (FIPS 202) over a permutation in WebAssembly. */
import { RATE_WORDS, STATE_WORDS, SUFFIX, WORD_BYTES } from './keccak.ts';

const RATE = RATE_WORDS * WORD_BYTES;

export interface Shake256 {
  /** Begins anew with these bytes. */
  absorb(...parts: readonly Uint8Array[]): void;
  /** The next byte of the output. */
  next(): number;
}

/** `permute` works on the state at an address of `memory`. */
export function shake256Over(memory: Uint8Array<ArrayBuffer>, address: number, permute: () => void): Shake256 {
  const state = memory.subarray(address, address + STATE_WORDS * WORD_BYTES);
  let at = 0;

  /** Room for one more byte. */
  function turn(): void {
    if (at < RATE) return;
    permute();
    at = 0;
  }
  function mix(index: number, byte: number): void {
    state[index] = (state[index] ?? 0) ^ byte;
  }

  return {
    absorb(...parts) {
      state.fill(0);
      at = 0;
      for (const part of parts) {
        for (let i = 0; i < part.length; i++) {
          turn();
          mix(at++, part[i] ?? 0);
        }
      }
      turn();
      mix(at, Number(SUFFIX));
      mix(RATE - 1, 0x80);
      at = RATE;
    },

    next() {
      turn();
      return state[at++] ?? 0;
    },
  };
}
