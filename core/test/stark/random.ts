/** Random bytes that a test can repeat (mulberry32). Never for anything but tests. */
import type { Random } from '@touchstone/core/random.ts';

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const word = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += 4) {
      const value = word();
      for (let k = 0; k < 4 && at + k < length; k++) bytes[at + k] = (value >>> (8 * k)) & 255;
    }
    return bytes;
  };
}
