/** Times of SEAL in WebAssembly as they were measured on one machine (microseconds), for tests that must not measure. */
import type { MeasuredSet } from '../../src/fhe/cost-model.ts';

function times(encrypt: number, decrypt: number, multiply: number, multiplyPlain: number, add: number) {
  return { encrypt, decrypt, multiply, multiplyPlain, add };
}

const BFV = { scheme: 'BFV', plainModulus: 786_433 } as const;
const CKKS = { scheme: 'CKKS', plainModulus: null } as const;

export const SOME_SETS: readonly MeasuredSet[] = [
  { ...BFV, n: 4_096, primeBits: [36, 36, 34], times: times(2_100, 570, 6_430, 810, 26) },
  { ...BFV, n: 8_192, primeBits: [60, 60, 60, 34], times: times(4_300, 1_400, 19_500, 2_500, 36) },
  { ...BFV, n: 16_384, primeBits: [56, 56, 56, 56, 60], times: times(12_400, 4_100, 62_500, 7_300, 160) },
  { ...BFV, n: 16_384, primeBits: [60, 60, 60, 60, 60, 60, 60], times: times(15_500, 6_000, 98_000, 10_500, 240) },
  { ...CKKS, n: 4_096, primeBits: [53, 53], times: times(1_100, 100, 0, 90, 15) },
  { ...CKKS, n: 8_192, primeBits: [60, 40, 40, 60], times: times(4_100, 210, 5_160, 350, 36) },
  { ...CKKS, n: 16_384, primeBits: [60, 40, 40, 40, 40, 40, 60], times: times(13_900, 790, 27_700, 1_500, 200) },
];
