/** The WebAssembly module that hashes many messages by SHA-256 (FIPS 180-4), as many beside each other as a vector has lanes. */
import {
  BLOCK_WORDS,
  declareMany,
  initialState,
  STATE_WORDS,
  writeCompress,
  writeRoundConstants,
} from './sha2-compress.ts';
import {
  type Callable,
  type Code,
  type Declare,
  i32,
  type Local,
  type ModuleWriter,
  repeat,
  writeModule,
} from './wasm.ts';
import { WORDS, type Word } from './words.ts';

export const BLOCK_BYTES = 64;
export const DIGEST_BYTES = 32;
/** Room for messages: what one call takes. A whole number of full vectors of one block. */
export const AREA_BYTES = 128 * 1024;

export interface Sha256Module {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly lanes: number;
  /** What is before is constant, but for a byte of the last node; what follows, up to the area's messages, is wiped. */
  readonly work: number;
  /** Addresses of `AREA_BYTES` for messages, and of a digest for each block that has room there. */
  readonly area: number;
  readonly digests: number;
}

interface Parts {
  readonly module: ModuleWriter;
  readonly word: Word;
  readonly initial: number;
  readonly tail: number;
  readonly state: number;
  readonly block: number;
  readonly compress: Callable;
}

/** The second block of a node: its last byte, the bit after it, zeros, and the length. */
const TAIL = Array.from({ length: BLOCK_WORDS }, (_, index) => (index === BLOCK_WORDS - 1 ? 65n * 8n : 0n));

/** Writes the module: with vectors, or, for engines without them, with one lane alone. */
export function writeSha256Module(hasVectors: boolean): Sha256Module {
  const word = hasVectors ? WORDS[32].several : WORDS[32].one;
  const module = writeModule();
  const roundConstants = writeRoundConstants(module, 32);
  const initial = module.data(inAllLanes(word, initialState(32)));
  const tail = module.data(inAllLanes(word, TAIL));
  const state = module.reserve(STATE_WORDS * word.bytes);
  const block = module.reserve(BLOCK_WORDS * word.bytes);
  const compress = writeCompress(module, word, { state, roundConstants });
  const parts = { module, word, initial, tail, state, block, compress };
  writePadded(parts);
  writePairs(parts);
  const area = module.reserve(AREA_BYTES);
  const digests = module.reserve((AREA_BYTES / BLOCK_BYTES) * DIGEST_BYTES);
  return { bytes: module.finish(), lanes: word.lanes, work: state, area, digests };
}

/** Words as they stand in memory for all lanes. */
function inAllLanes({ lanes }: Word, words: readonly bigint[]): Uint8Array {
  const values = words.flatMap((word) => Array<number>(lanes).fill(Number(word)));
  const table = new DataView(new ArrayBuffer(values.length * 4));
  for (const [at, value] of values.entries()) table.setUint32(at * 4, value, true);
  return new Uint8Array(table.buffer);
}

/** Pointers of which each stands `stride` bytes after the one of the lane before. */
function strided(first: Code, stride: Code, pointers: readonly Local[]): Code {
  return pointers.map((pointer, lane) =>
    pointer.set(lane === 0 ? first : i32.add((pointers[lane - 1] as Local).get, stride)),
  );
}

/** The state, as big-endian words, to the digests of all lanes from `to` on, which moves behind them. */
function giveOut({ word, state }: Parts, to: Local, pointers: readonly Local[], x: Local): Code {
  return [
    strided(to.get, i32.constant(DIGEST_BYTES), pointers),
    Array.from({ length: STATE_WORDS }, (_, index) => [
      x.set(word.load(i32.constant(state), index * word.bytes)),
      x.set(word.reverse(x)),
      word.scatter(pointers, x, index * 4),
    ]),
    to.set(i32.add(to.get, i32.constant(word.lanes * DIGEST_BYTES))),
  ];
}

const pointersOf = (declare: Declare, { lanes }: Word) => Array.from({ length: lanes }, () => declare('i32'));

/** `padded`: hashes padded messages of `size` bytes each, whole vectors of them, from `from` up to `stop`. */
function writePadded(parts: Parts): void {
  const { module, word, initial, state, block, compress } = parts;
  module.define(
    ['from', 'size', 'stop', 'to'],
    ({ from, size, stop, to }, declare) => {
      const pointers = pointersOf(declare, word);
      const [before, end] = [declare('i32'), declare('i32')];
      const x = declare(word.type);
      const first = pointers[0] as Local;
      const last = pointers[word.lanes - 1] as Local;
      return repeat(
        [
          strided(from.get, size.get, pointers),
          end.set(i32.add(from.get, size.get)),
          before.set(i32.constant(initial)),
          repeat(
            [
              Array.from({ length: BLOCK_WORDS }, (_, index) => [
                x.set(word.gather(pointers, index * 4)),
                word.store(i32.constant(block), word.reverse(x), index * word.bytes),
              ]),
              compress(before.get, i32.constant(block)),
              before.set(i32.constant(state)),
              pointers.map((pointer) => pointer.set(i32.add(pointer.get, i32.constant(BLOCK_BYTES)))),
            ],
            i32.ltU(first.get, end.get),
          ),
          from.set(last.get),
          giveOut(parts, to, pointers, x),
        ],
        i32.ltU(from.get, stop.get),
      );
    },
    'padded',
  );
}

/** `pairs`: SHA-256(01 ‖ 64 bytes) of whole vectors of neighbours, 65 bytes in two blocks, from `from` up to `stop`. */
function writePairs(parts: Parts): void {
  const { module, word, initial, state, block, tail, compress } = parts;
  module.define(
    ['from', 'stop', 'to'],
    ({ from, stop, to }, declare) => {
      const pointers = pointersOf(declare, word);
      const [x, carry] = declareMany(declare, word, 2) as [Local, Local];
      const last = pointers[word.lanes - 1] as Local;
      return repeat(
        [
          strided(from.get, i32.constant(BLOCK_BYTES), pointers),
          carry.set(word.constant(0x01_00_00_00n)),
          Array.from({ length: BLOCK_WORDS }, (_, index) => [
            x.set(word.gather(pointers, index * 4)),
            x.set(word.reverse(x)),
            word.store(i32.constant(block), word.or(carry.get, word.shr(x.get, 8)), index * word.bytes),
            carry.set(word.shl(x.get, 24)),
          ]),
          compress(i32.constant(initial), i32.constant(block)),
          word.store(i32.constant(tail), word.or(carry.get, word.constant(0x80_00_00n)), 0),
          compress(i32.constant(state), i32.constant(tail)),
          from.set(i32.add(last.get, i32.constant(BLOCK_BYTES))),
          giveOut(parts, to, pointers, x),
        ],
        i32.ltU(from.get, stop.get),
      );
    },
    'pairs',
  );
}
