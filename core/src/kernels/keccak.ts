/** SHAKE256 (FIPS 202) as a tweakable hash function of SLH-DSA (FIPS 205, section 11.1), over any `Word` of 64 bits. */
import {
  ADRS_BYTES,
  type HashShape,
  type LaneTables,
  pointersFrom,
  pointersToAdrs,
  type Written,
} from './tweakable-hash.ts';
import { type Callable, type Code, i32, type Local, type ModuleWriter, repeat, when } from './wasm.ts';
import type { Word } from './words.ts';

const ROUNDS = 24;
export const STATE_WORDS = 25;
/** SHAKE256 takes in 1088 bits before each permutation. */
export const RATE_WORDS = 17;
export const WORD_BYTES = 8;
const ADRS_WORDS = ADRS_BYTES / WORD_BYTES;
/** The bits 1111 of SHAKE and the first 1 of the padding; the last 1 of the padding. FIPS 202, sections 5.1 and 6.2. */
export const SUFFIX = 0x1fn;
const LAST_BIT = 1n << 63n;

/** FIPS 202, section 3.2.5: the bits of a linear feedback shift register. */
export function writeKeccakConstants(module: ModuleWriter): number {
  const table = new DataView(new ArrayBuffer(ROUNDS * WORD_BYTES));
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    let constant = 0n;
    for (let j = 0; j <= 6; j++) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** j - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    table.setBigUint64(round * WORD_BYTES, constant, true);
  }
  return module.data(new Uint8Array(table.buffer));
}

/** Section 3.2.2, rho: the rotations of the words by x + 5y. */
function rotations(): readonly number[] {
  const offsets = Array<number>(STATE_WORDS).fill(0);
  let [x, y] = [1, 0];
  for (let t = 0; t < ROUNDS; t++) {
    offsets[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64;
    [x, y] = [y, (2 * x + 3 * y) % 5];
  }
  return offsets;
}

/** Addresses of what a permutation works on. */
interface PermutationPlaces {
  readonly state: number;
  readonly roundConstants: number;
}

interface Places extends PermutationPlaces {
  /** PK.seed in every lane. */
  readonly seed: number;
}

/** Writes SHAKE256 over `word`. */
export function writeKeccak(
  module: ModuleWriter,
  word: Word,
  { n, tables }: HashShape,
  roundConstants: number,
): Written {
  const name = `shake256x${word.lanes}`;
  const places: Places = {
    state: module.reserve(STATE_WORDS * word.bytes),
    seed: module.reserve((n / WORD_BYTES) * word.bytes),
    roundConstants,
  };
  const parts = { module, word, places, tables, n, permute: writePermute(module, word, places), name };
  writeStart(parts);
  writeHash(parts);
  writeChain(parts);
  return { name, lanes: word.lanes };
}

interface Parts {
  readonly module: ModuleWriter;
  readonly word: Word;
  readonly places: Places;
  readonly tables: LaneTables;
  readonly n: number;
  readonly permute: Callable;
  readonly name: string;
}

function at<T>(items: readonly T[], index: number): T {
  const found = items[index];
  if (found === undefined) throw new RangeError('internal: no such word');
  return found;
}

/** Keccak-f[1600] of the state in memory: FIPS 202, section 3.3. */
export function writePermute(module: ModuleWriter, word: Word, places: PermutationPlaces): Callable {
  const { xor, andNot } = word;
  const rotl = (x: Local, count: number) => (count === 0 ? x.get : word.rotr(x, 64 - count));
  const offsets = rotations();

  return module.define([], (_, declare) => {
    const many = (count: number) => Array.from({ length: count }, () => declare(word.type));
    const [one, other] = [many(STATE_WORDS), many(STATE_WORDS)];
    const [parities, effects, row] = [many(5), many(5), many(5)];
    const rotated = declare(word.type);
    const constants = declare('i32');
    const five = [0, 1, 2, 3, 4];

    /** A round from one set of variables to the other, with the constant at an offset. */
    function round(from: readonly Local[], to: readonly Local[], offset: number): Code {
      const theta = [
        five.map((x) =>
          at(parities, x).set(five.map((y) => at(from, x + 5 * y).get).reduce((sum, each) => xor(sum, each))),
        ),
        five.map((x) => at(effects, x).set(xor(at(parities, (x + 4) % 5).get, rotl(at(parities, (x + 1) % 5), 1)))),
      ];
      const rows = five.map((y) => [
        // Rho and pi: what comes to (x, y) was at (x + 3y, x).
        five.map((x) => {
          const [fromX, fromY] = [(x + 3 * y) % 5, x];
          return [
            rotated.set(xor(at(from, fromX + 5 * fromY).get, at(effects, fromX).get)),
            at(row, x).set(rotl(rotated, at(offsets, fromX + 5 * fromY))),
          ];
        }),
        // Chi, and iota for the first word.
        five.map((x) => {
          const chi = xor(at(row, x).get, andNot(at(row, (x + 2) % 5).get, at(row, (x + 1) % 5).get));
          return at(to, x + 5 * y).set(x + y === 0 ? xor(chi, word.loadSame(constants.get, offset)) : chi);
        }),
      ]);
      return [theta, rows];
    }

    return [
      one.map((variable, i) => variable.set(word.load(i32.constant(places.state), i * word.bytes))),
      constants.set(i32.constant(places.roundConstants)),
      repeat(
        [
          round(one, other, 0),
          round(other, one, WORD_BYTES),
          constants.set(i32.add(constants.get, i32.constant(2 * WORD_BYTES))),
        ],
        i32.ltU(constants.get, i32.constant(places.roundConstants + ROUNDS * WORD_BYTES)),
      ),
      one.map((variable, i) => word.store(i32.constant(places.state), variable.get, i * word.bytes)),
    ];
  });
}

const stateWord = ({ places, word }: Parts, index: number) => i32.constant(places.state + index * word.bytes);

const setWord = (parts: Parts, index: number, value: Code) => parts.word.store(stateWord(parts, index), value, 0);

function xorInto({ word }: Parts, address: Code, value: Code): Code {
  return word.store(address, word.xor(word.load(address, 0), value), 0);
}

/** PK.seed to the beginning of the state. */
function setSeed(parts: Parts): Code {
  const { word, places, n } = parts;
  return Array.from({ length: n / WORD_BYTES }, (_, index) =>
    setWord(parts, index, word.load(i32.constant(places.seed), index * word.bytes)),
  );
}

const setZeros = (parts: Parts, from: number) =>
  Array.from({ length: STATE_WORDS - from }, (_, index) => setWord(parts, from + index, parts.word.constant(0n)));

function writeStart({ module, word, places, n, name }: Parts): void {
  module.define(
    ['seed'],
    ({ seed }) =>
      Array.from({ length: n / WORD_BYTES }, (_, index) =>
        word.store(i32.constant(places.seed), word.loadSame(seed.get, index * WORD_BYTES), index * word.bytes),
      ),
    `${name}.start`,
  );
}

function writeHash(parts: Parts): void {
  const { module, word, tables, n, permute, name } = parts;
  const seedWords = n / WORD_BYTES;
  module.define(
    ['adrs', 'length'],
    ({ adrs, length }, declare) => {
      const pointers = Array.from({ length: word.lanes }, () => declare('i32'));
      const [to, stop] = [declare('i32'), declare('i32')];
      const x = declare(word.type);
      const endOfRate = stateWord(parts, RATE_WORDS);
      return [
        setSeed(parts),
        setZeros(parts, seedWords),
        pointersToAdrs(adrs, pointers),
        Array.from({ length: ADRS_WORDS }, (_, index) =>
          setWord(parts, seedWords + index, word.gather(pointers, index * WORD_BYTES)),
        ),
        pointersFrom(tables.inputs, pointers),
        to.set(stateWord(parts, seedWords + ADRS_WORDS)),
        stop.set(i32.add(at(pointers, 0).get, length.get)),
        repeat(
          [
            xorInto(parts, to.get, word.gather(pointers, 0)),
            to.set(i32.add(to.get, i32.constant(word.bytes))),
            pointers.map((pointer) => pointer.set(i32.add(pointer.get, i32.constant(WORD_BYTES)))),
            when(i32.equal(to.get, endOfRate), [permute(), to.set(stateWord(parts, 0))]),
          ],
          i32.ltU(at(pointers, 0).get, stop.get),
        ),
        xorInto(parts, to.get, word.constant(SUFFIX)),
        xorInto(parts, stateWord(parts, RATE_WORDS - 1), word.constant(LAST_BIT)),
        permute(),
        pointersFrom(tables.outputs, pointers),
        Array.from({ length: n / WORD_BYTES }, (_, index) => [
          x.set(word.load(stateWord(parts, index), 0)),
          word.scatter(pointers, x, index * WORD_BYTES),
        ]),
      ];
    },
    `${name}.hash`,
  );
}

function writeChain(parts: Parts): void {
  const { module, word, tables, n, permute, name } = parts;
  const seedWords = n / WORD_BYTES;
  const valueAt = seedWords + ADRS_WORDS;
  module.define(
    ['adrs', 'from', 'to'],
    ({ adrs, from, to }, declare) => {
      const pointers = Array.from({ length: word.lanes }, () => declare('i32'));
      const values = Array.from({ length: seedWords }, () => declare(word.type));
      const address = Array.from({ length: ADRS_WORDS }, () => declare(word.type));
      return [
        pointersToAdrs(adrs, pointers),
        address.map((part, index) => part.set(word.gather(pointers, index * WORD_BYTES))),
        pointersFrom(tables.inputs, pointers),
        values.map((value, index) => value.set(word.gather(pointers, index * WORD_BYTES))),
        repeat(
          [
            setSeed(parts),
            address.map((part, index) =>
              // The hash address is 0 in the ADRS; its lowest byte is the last one, which is the highest of the word.
              setWord(
                parts,
                seedWords + index,
                index === ADRS_WORDS - 1 ? word.or(part.get, word.shl(word.fromI32(from.get), 56)) : part.get,
              ),
            ),
            values.map((value, index) => setWord(parts, valueAt + index, value.get)),
            setZeros(parts, valueAt + seedWords),
            setWord(parts, valueAt + seedWords, word.constant(SUFFIX)),
            setWord(parts, RATE_WORDS - 1, word.constant(LAST_BIT)),
            permute(),
            values.map((value, index) => value.set(word.load(stateWord(parts, index), 0))),
            from.set(i32.add(from.get, i32.constant(1))),
          ],
          i32.ltU(from.get, to.get),
        ),
        pointersFrom(tables.outputs, pointers),
        values.map((value, index) => word.scatter(pointers, value, index * WORD_BYTES)),
      ];
    },
    `${name}.chain`,
  );
}
