/**
 * Poseidon2 over BabyBear (eprint 2023/323), width 16: the instance of Plonky3, with S-box x⁷ and 4 + 13 + 4 rounds. The
 * constants are those of its `baby-bear/src/poseidon2.rs`, made by the Grain generator of the paper; HorizenLabs publishes
 * another instance under the same name.
 */
import { add, multiply, P } from './field.ts';

export const WIDTH = 16;
const HALF_OF_FULL_ROUNDS = 4;
const PARTIAL_ROUNDS = 13;
export const ROUNDS = 2 * HALF_OF_FULL_ROUNDS + PARTIAL_ROUNDS;

/** Constants of the eight full rounds, one row each. */
const FULL_CONSTANTS: readonly (readonly number[])[] = [
  [
    1_774_958_255, 1_185_780_729, 1_621_102_414, 1_796_380_621, 588_815_102, 1_932_426_223, 1_925_334_750, 747_903_232,
    89_648_862, 360_728_943, 977_184_635, 1_425_273_457, 256_487_465, 1_200_041_953, 572_403_254, 448_208_942,
  ],
  [
    1_215_789_478, 944_884_184, 953_948_096, 547_326_025, 646_827_752, 889_997_530, 1_536_873_262, 86_189_867,
    1_065_944_411, 32_019_634, 333_311_454, 456_061_748, 1_963_448_500, 1_827_584_334, 1_391_160_226, 1_348_741_381,
  ],
  [
    88_424_255, 104_111_868, 1_763_866_748, 79_691_676, 1_988_915_530, 1_050_669_594, 359_890_076, 573_163_527,
    222_820_492, 159_256_268, 669_703_072, 763_177_444, 889_367_200, 256_335_831, 704_371_273, 25_886_717,
  ],
  [
    51_754_520, 1_833_211_857, 454_499_742, 1_384_520_381, 777_848_065, 1_053_320_300, 1_851_729_162, 344_647_910,
    401_996_362, 1_046_925_956, 5_351_995, 1_212_119_315, 754_867_989, 36_972_490, 751_272_725, 506_915_399,
  ],
  [
    1_922_082_829, 1_870_549_801, 1_502_529_704, 1_990_744_480, 1_700_391_016, 1_702_593_455, 321_330_495, 528_965_731,
    183_414_327, 1_886_297_254, 1_178_602_734, 1_923_111_974, 744_004_766, 549_271_463, 1_781_349_648, 542_259_047,
  ],
  [
    1_536_158_148, 715_456_982, 503_426_110, 340_311_124, 1_558_555_932, 1_226_350_925, 742_828_095, 1_338_992_758,
    1_641_600_456, 1_843_351_545, 301_835_475, 43_203_215, 386_838_401, 1_520_185_679, 1_235_297_680, 904_680_097,
  ],
  [
    1_491_801_617, 1_581_784_677, 913_384_905, 247_083_962, 532_844_013, 107_190_701, 213_827_818, 1_979_521_776,
    1_358_282_574, 1_681_743_681, 1_867_507_480, 1_530_706_910, 507_181_886, 695_185_447, 1_172_395_131, 1_250_800_299,
  ],
  [
    1_503_161_625, 817_684_387, 498_481_458, 494_676_004, 1_404_253_825, 108_246_855, 59_414_691, 744_214_112,
    890_862_029, 1_342_765_939, 1_417_398_904, 1_897_591_937, 1_066_647_396, 1_682_806_907, 1_015_795_079,
    1_619_482_808,
  ],
];

/** Constants of the partial rounds, for lane 0. */
const PARTIAL_CONSTANTS: readonly number[] = [
  1_518_359_488, 1_765_533_241, 945_325_693, 422_793_067, 311_365_592, 1_311_448_267, 1_629_555_936, 1_009_879_353,
  190_525_218, 786_108_885, 557_776_863, 212_616_710, 605_745_517,
];

/** The internal matrix is 1 everywhere, and on its diagonal 1 plus this: [−2, 1, 2, ½, 3, 4, −½, −3, −4, 2⁻⁸, ¼, ⅛, 2⁻²⁷, −2⁻⁸, −2⁻⁴, −2⁻²⁷]. */
export const INTERNAL_DIAGONAL: readonly number[] = [
  2_013_265_919, 1, 2, 1_006_632_961, 3, 4, 1_006_632_960, 2_013_265_918, 2_013_265_917, 2_005_401_601, 1_509_949_441,
  1_761_607_681, 2_013_265_906, 7_864_320, 125_829_120, 15,
];

/** One round: full ones put every lane through the S-box, partial ones lane 0 alone. */
export interface Round {
  readonly isFull: boolean;
  /** Added to the lanes before the S-box. */
  readonly constants: readonly number[];
}

export const ROUND_LIST: readonly Round[] = Array.from({ length: ROUNDS }, (_, round) => {
  const partial = round - HALF_OF_FULL_ROUNDS;
  if (partial < 0) return { isFull: true, constants: FULL_CONSTANTS[round] ?? [] };
  if (partial >= PARTIAL_ROUNDS) return { isFull: true, constants: FULL_CONSTANTS[round - PARTIAL_ROUNDS] ?? [] };
  const constants = Array.from({ length: WIDTH }, (_, lane) => (lane === 0 ? (PARTIAL_CONSTANTS[partial] ?? 0) : 0));
  return { isFull: false, constants };
});

/**
 * The external matrix circ(2·M, M, M, M) with M = circ(2, 3, 1, 1), by additions alone, for elements and for expressions.
 * @param state 16 lanes
 */
export function externalLayer<T>(state: readonly T[], plus: (a: T, b: T) => T): T[] {
  const mixed: T[] = [];
  for (let at = 0; at < WIDTH; at += 4) {
    const [a, b, c, d] = state.slice(at, at + 4) as [T, T, T, T];
    const [ab, cd] = [plus(a, b), plus(c, d)];
    const all = plus(ab, cd);
    mixed.push(
      plus(plus(all, ab), b),
      plus(plus(all, plus(b, c)), c),
      plus(plus(all, cd), d),
      plus(plus(all, plus(a, d)), a),
    );
  }
  const [m0, m1, m2, m3, ...others] = mixed as [T, T, T, T, ...T[]];
  const sums = [m0, m1, m2, m3].map((first, i) =>
    others.filter((_, at) => at % 4 === i).reduce((sum, lane) => plus(sum, lane), first),
  );
  return mixed.map((lane, i) => plus(lane, sums[i % 4] as T));
}

/** The internal matrix: lane i becomes diagonal[i]·lane + the sum of all lanes. */
function internalLayer(state: readonly number[]): number[] {
  const sum = state.reduce(add, 0);
  return state.map((lane, i) => add(multiply(INTERNAL_DIAGONAL[i] ?? 0, lane), sum));
}

/** What follows the S-boxes of a round. */
export function linearLayer(boxed: readonly number[], { isFull }: Round): number[] {
  return isFull ? externalLayer(boxed, add) : internalLayer(boxed);
}

/** x³, the half of the S-box that the circuit keeps in a cell. */
export function cube(x: number): number {
  return multiply(multiply(x, x), x);
}

function applyRound(state: readonly number[], round: Round): number[] {
  const boxed = state.map((lane, i) => {
    if (!round.isFull && i > 0) return lane;
    const sum = add(lane, round.constants[i] ?? 0);
    const third = cube(sum);
    return multiply(multiply(third, third), sum);
  });
  return linearLayer(boxed, round);
}

/** The permutation of 16 field elements. */
export function permute(state: readonly number[]): number[] {
  if (state.length !== WIDTH || !state.every((lane) => lane >= 0 && lane < P)) {
    throw new RangeError('the permutation takes 16 field elements');
  }
  return ROUND_LIST.reduce(applyRound, externalLayer(state, add));
}
