/**
 * SamplerZ of FALCON (specification 1.2, section 3.9) and its random bytes, in WebAssembly. Those are ChaCha20 in the form of the
 * reference implementation, which has eight blocks side by side and a counter of 64 bits in the last two words of the nonce.
 */
import { BLOCK_WORDS, BLOCKS, CHACHA20_BYTES, writeChaCha20 } from './chacha20.ts';
import type { FalconSet } from './falcon-sets.ts';
import { type Callable, type Code, f64, i32, i64, type Local, type ModuleWriter, repeat, when } from './wasm.ts';
import { WORDS } from './words.ts';

/** Table 3.1, without the 0 at its end: of 72 bits. */
const RCDT = [
  3024686241123004913666n,
  1564742784480091954050n,
  636254429462080897535n,
  199560484645026482916n,
  47667343854657281903n,
  8595902006365044063n,
  1163297957344668388n,
  117656387352093658n,
  8867391802663976n,
  496969357462633n,
  20680885154299n,
  638331848991n,
  14602316184n,
  247426747n,
  3104126n,
  28824n,
  198n,
  1n,
];
const BASE_BYTES = 9;

/** 1 / (2 sigma_max^2), for the sigma_max of the base sampler. */
const HALF_INVERSE_SQUARE = 0.15086504887537272;

/** The polynomial for exp(-x) that the reference has for doubles (FACCT): the highest coefficient first. */
const EXP = [
  0.000000002073772366009083, 0.00000002529950637944207, 0.0000002756073561604778, 0.0000027555863502191225,
  0.00002480156683358538, 0.0001984127392773119, 0.001388888894063187, 0.008333333327800835, 0.04166666666611049,
  0.16666666666698401, 0.5000000000000192, 0.9999999999999949, 1,
];

/** Addresses of what the random bytes come from. */
export interface StreamPlaces {
  /** The key, the nonce and the counter: 56 bytes. */
  readonly seed: number;
  /** The states of ChaCha20, of which the words that the counter is in are filled in here. */
  readonly states: number;
  readonly stream: number;
  /** The address of the next byte. */
  readonly position: number;
}

const word64 = WORDS[64].one;

/** Counts on and fills the stream. */
function writeRefill(module: ModuleWriter, places: StreamPlaces, hasVectors: boolean): Callable {
  const { seed, states, stream } = places;
  const chacha20 = writeChaCha20(module, hasVectors ? WORDS[32].several : WORDS[32].one, states, stream);
  const nonce = i32.constant(seed + 40);
  const counter = i32.constant(seed + 48);
  const stateWord = (word: number, block: number) => i32.constant(states + (word * BLOCKS + block) * 4);
  return module.define([], (_, declare) => {
    const count = declare('i64');
    return [
      Array.from({ length: BLOCKS }, (_, block) => [
        count.set(word64.load(counter, 0)),
        word64.store(counter, word64.add(count.get, word64.constant(1n)), 0),
        count.set(word64.xor(count.get, word64.load(nonce, 0))),
        i32.store(stateWord(BLOCK_WORDS - 2, block), i64.wrap(count.get)),
        i32.store(stateWord(BLOCK_WORDS - 1, block), i64.wrap(word64.shr(count.get, 32))),
      ]),
      chacha20(),
    ];
  });
}

/**
 * Exports `sampleZ` (algorithm 15): near each of the two doubles at `targets` an integer to `integers`, where 1 / sigma' is at
 * `inverse`. Where it branches, it does so on whether a trial was accepted, as the standard allows, and on the bytes that
 * algorithm 14 compares.
 */
export function writeSampler(
  module: ModuleWriter,
  { leastSigma }: FalconSet,
  places: StreamPlaces,
  hasVectors: boolean,
): void {
  const refill = writeRefill(module, places, hasVectors);
  const end = places.stream + CHACHA20_BYTES;

  module.define(
    ['inverse', 'targets', 'integers'],
    ({ inverse, targets, integers }, declare) => {
      const [at, round, top, z0] = [declare('i32'), declare('i32'), declare('i32'), declare('i32')];
      const [z, halvings, bits, difference] = [declare('i32'), declare('i32'), declare('i32'), declare('i32')];
      const [low, threshold] = [declare('i64'), declare('i64')];
      const [halfSquare, ccs, floor] = [declare('f64'), declare('f64'), declare('f64')];
      const [r, x, y] = [declare('f64'), declare('f64'), declare('f64')];

      /** Makes new bytes unless `count` are left; what is left is lost. */
      const ensure = (count: number): Code =>
        when(i32.ltU(i32.sub(i32.constant(end), at.get), i32.constant(count)), [
          refill(),
          at.set(i32.constant(places.stream)),
        ]);
      const advance = (variable: Local, by: number): Code => variable.set(i32.add(variable.get, i32.constant(by)));
      const square = (value: Code): Code => f64.mul(value, value);

      /** Algorithm 12: all of the table is compared, whatever the bytes are. */
      const baseSample: Code = [
        ensure(BASE_BYTES),
        low.set(word64.load(at.get, 0)),
        top.set(i32.load8(at.get, 8)),
        advance(at, BASE_BYTES),
        z0.set(i32.constant(0)),
        RCDT.map((row) => {
          const borrow = i64.ltU(low.get, i64.constant(row));
          const isLess = i32.shrU(
            i32.sub(i32.sub(top.get, i32.constant(Number(row >> 64n))), borrow),
            i32.constant(31),
          );
          return z0.set(i32.add(z0.get, isLess));
        }),
      ];

      /** Algorithm 14: `difference` is less than 0 with probability ccs exp(-x). */
      const bernoulliExp: Code = [
        halvings.set(i32.truncate(f64.mul(x.get, f64.constant(Math.LOG2E)))),
        y.set(f64.neg(f64.sub(x.get, f64.mul(f64.convertI32(halvings.get), f64.constant(Math.LN2))))),
        x.set(
          EXP.slice(1).reduce<Code>(
            (sum, coefficient) => f64.add(f64.mul(sum, y.get), f64.constant(coefficient)),
            f64.constant(EXP[0] ?? 0),
          ),
        ),
        threshold.set(word64.shl(i64.truncateU(f64.mul(f64.mul(ccs.get, x.get), f64.constant(2 ** 63))), 1)),
        // min(halvings, 63), without a branch.
        bits.set(
          i32.and(
            i32.or(halvings.get, i32.shrU(i32.sub(i32.constant(63), halvings.get), i32.constant(26))),
            i32.constant(63),
          ),
        ),
        threshold.set(i64.shrU(threshold.get, i64.extendU(bits.get))),
        bits.set(i32.constant(64)),
        repeat(
          [
            ensure(1),
            advance(bits, -8),
            difference.set(
              i32.sub(
                i32.load8(at.get, 0),
                i32.and(i64.wrap(i64.shrU(threshold.get, i64.extendU(bits.get))), i32.constant(255)),
              ),
            ),
            advance(at, 1),
          ],
          i32.and(i32.isZero(difference.get), i32.ltU(i32.constant(0), bits.get)),
        ),
      ];

      return [
        at.set(i32.load(i32.constant(places.position))),
        halfSquare.set(f64.mul(square(f64.load(inverse.get)), f64.constant(0.5))),
        ccs.set(f64.mul(f64.load(inverse.get), f64.constant(leastSigma))),
        round.set(i32.constant(2)),
        repeat(
          [
            floor.set(f64.floor(f64.load(targets.get))),
            r.set(f64.sub(f64.load(targets.get), floor.get)),
            repeat(
              [
                baseSample,
                ensure(1),
                // z = b + (2b - 1) z0 for the lowest bit b.
                z.set(
                  i32.sub(
                    i32.and(
                      i32.add(i32.shl(z0.get, i32.constant(1)), i32.constant(1)),
                      i32.sub(i32.constant(0), i32.and(i32.load8(at.get, 0), i32.constant(1))),
                    ),
                    z0.get,
                  ),
                ),
                advance(at, 1),
                x.set(f64.sub(f64.convertI32(z.get), r.get)),
                x.set(
                  f64.sub(
                    f64.mul(square(x.get), halfSquare.get),
                    f64.mul(f64.convertI32(i32.mul(z0.get, z0.get)), f64.constant(HALF_INVERSE_SQUARE)),
                  ),
                ),
                bernoulliExp,
              ],
              i32.isZero(i32.shrU(difference.get, i32.constant(31))),
            ),
            f64.store(integers.get, f64.add(floor.get, f64.convertI32(z.get))),
            advance(targets, 8),
            advance(integers, 8),
            advance(round, -1),
          ],
          round.get,
        ),
        i32.store(i32.constant(places.position), at.get),
      ];
    },
    'sampleZ',
  );
}
