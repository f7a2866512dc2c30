/** The block function of ChaCha20 (RFC 8439, section 2.3) for eight blocks, over any `Word` of 32 bits. */
import { type Callable, type Code, i32, type Local, type ModuleWriter, repeat } from './wasm.ts';
import type { Word } from './words.ts';

export const BLOCKS = 8;
export const BLOCK_WORDS = 16;
/** All blocks. */
export const CHACHA20_BYTES = BLOCKS * BLOCK_WORDS * 4;

/** Columns and diagonals (section 2.3). */
const QUARTER_ROUNDS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;
const DOUBLE_ROUNDS = 10;

/** From the states at `input` to the blocks at `output`. In both, the same words of all blocks stand together. */
export function writeChaCha20(module: ModuleWriter, word: Word, input: number, output: number): Callable {
  const stride = BLOCKS * 4;
  return module.define([], (_, declare) => {
    const x = Array.from({ length: BLOCK_WORDS }, () => declare(word.type));
    const [at, round] = [declare('i32'), declare('i32')];
    const stateWord = (index: number) => word.load(at.get, input + index * stride);
    const increment = (counter: Local, by: number) => counter.set(i32.add(counter.get, i32.constant(by)));

    /** Section 2.1: a += b; d ^= a; d <<<= count. */
    const step = (a: Local, b: Local, d: Local, count: number): Code => [
      a.set(word.add(a.get, b.get)),
      d.set(word.xor(d.get, a.get)),
      d.set(word.rotr(d, 32 - count)),
    ];
    const quarterRound = (indices: readonly number[]): Code => {
      const [a, b, c, d] = indices.map((index) => x[index]);
      if (a === undefined || b === undefined || c === undefined || d === undefined) throw new RangeError('no word');
      return [step(a, b, d, 16), step(c, d, b, 12), step(a, b, d, 8), step(c, d, b, 7)];
    };

    return repeat(
      [
        x.map((variable, index) => variable.set(stateWord(index))),
        round.set(i32.constant(0)),
        repeat(
          [QUARTER_ROUNDS.map(quarterRound), increment(round, 1)],
          i32.ltU(round.get, i32.constant(DOUBLE_ROUNDS)),
        ),
        x.map((variable, index) =>
          word.store(at.get, word.add(variable.get, stateWord(index)), output + index * stride),
        ),
        increment(at, word.bytes),
      ],
      i32.ltU(at.get, i32.constant(stride)),
    );
  });
}
