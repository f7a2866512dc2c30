/** SHA-256 and SHA-512 (FIPS 180-4) as tweakable hash functions of SLH-DSA (FIPS 205, section 11.2), over any `Word`. */
import {
  around,
  BLOCK_WORDS,
  type CompressPlaces,
  initialState,
  laneBytesOf,
  STATE_WORDS,
  writeCompress,
} from './sha2-compress.ts';
import {
  ADRS_BYTES,
  COMPRESSED_ADRS_BYTES,
  type HashShape,
  type LaneTables,
  pointersFrom,
  pointersToAdrs,
  type Written,
} from './tweakable-hash.ts';
import { type Callable, type Code, type Declare, i32, type ModuleWriter, repeat } from './wasm.ts';
import type { Word } from './words.ts';

/** Where a width of SHA-2 keeps its words, all lanes beside each other. */
interface Places extends CompressPlaces {
  /** The state after the first block, which is PK.seed and zeros. */
  readonly seeded: number;
  /** The padded message after that block. */
  readonly message: number;
}

/** Writes SHA-256 or SHA-512 over `word`. */
export function writeSha2(
  module: ModuleWriter,
  word: Word,
  { n, maxBytes, tables }: HashShape,
  roundConstants: number,
): Written {
  const name = `sha2-${word.bits === 32 ? 256 : 512}x${word.lanes}`;
  const places: Places = {
    seeded: module.reserve(STATE_WORDS * word.bytes),
    state: module.reserve(STATE_WORDS * word.bytes),
    message: module.reserve(blocksOf(word, maxBytes) * BLOCK_WORDS * word.bytes),
    roundConstants,
  };
  const compress = writeCompress(module, word, places);
  const fill = writeFill(module, word, places, tables);
  const parts = { module, word, places, tables, n, compress, fill, name };
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
  /** (address of a state, address of a block) → the state. */
  readonly compress: Callable;
  /** (address of the first ADRS, bytes of a message, end of the padded message) → the padded message. */
  readonly fill: Callable;
  readonly name: string;
}

/** Blocks of ADRS, a message, the byte 0x80 and a length of two words. */
function blocksOf(word: Word, bytes: number): number {
  return Math.ceil((COMPRESSED_ADRS_BYTES + bytes + 1 + 2 * laneBytesOf(word)) / (BLOCK_WORDS * laneBytesOf(word)));
}

/**
 * An ADRS ends within a word: `carried` bits of that word are its last, and what follows is moved by as many.
 */
function shiftOf(word: Word): { readonly firstWord: number; readonly carried: number; readonly room: number } {
  const carried = (COMPRESSED_ADRS_BYTES * 8) % word.bits;
  return { firstWord: Math.floor(COMPRESSED_ADRS_BYTES / laneBytesOf(word)), carried, room: word.bits - carried };
}

/** The bit after a message, below its last `carried` bits. */
const endBit = (word: Word) => word.constant(1n << BigInt(shiftOf(word).room - 1));

function writeFill(module: ModuleWriter, word: Word, { message }: Places, tables: LaneTables): Callable {
  const { firstWord, carried, room } = shiftOf(word);
  const laneBytes = laneBytesOf(word);
  return module.define(['adrs', 'length', 'end'], ({ adrs, length, end }, declare) => {
    const pointers = Array.from({ length: word.lanes }, () => declare('i32'));
    const [x, carry] = [declare(word.type), declare(word.type)];
    const [to, stop] = [declare('i32'), declare('i32')];
    const gathered = (offset: number) => [x.set(word.gather(pointers, offset)), word.reverse(x)];
    const step = to.set(i32.add(to.get, i32.constant(word.bytes)));
    return [
      pointersToAdrs(adrs, pointers),
      Array.from({ length: firstWord }, (_, index) =>
        word.store(
          i32.constant(message + index * word.bytes),
          gathered(ADRS_BYTES - COMPRESSED_ADRS_BYTES + index * laneBytes),
          0,
        ),
      ),
      carry.set(word.shl(gathered(ADRS_BYTES - laneBytes), room)),
      pointersFrom(tables.inputs, pointers),
      to.set(i32.constant(message + firstWord * word.bytes)),
      stop.set(i32.add(around(pointers, 0).get, length.get)),
      repeat(
        [
          x.set(gathered(0)),
          word.store(to.get, word.or(carry.get, word.shr(x.get, carried)), 0),
          carry.set(word.shl(x.get, room)),
          step,
          pointers.map((pointer) => pointer.set(i32.add(pointer.get, i32.constant(laneBytes)))),
        ],
        i32.ltU(around(pointers, 0).get, stop.get),
      ),
      word.store(to.get, word.or(carry.get, endBit(word)), 0),
      step,
      repeat([word.store(to.get, word.constant(0n), 0), step], i32.ltU(to.get, end.get)),
      word.store(
        i32.add(end.get, i32.constant(-word.bytes)),
        word.fromI32(
          i32.shl(i32.add(length.get, i32.constant(BLOCK_WORDS * laneBytes + COMPRESSED_ADRS_BYTES)), i32.constant(3)),
        ),
        0,
      ),
    ];
  });
}

/** The first n bytes of the state to each lane's output. */
function giveOut({ word, places, tables, n }: Parts, declare: Declare): Code {
  const pointers = Array.from({ length: word.lanes }, () => declare('i32'));
  const x = declare(word.type);
  return [
    pointersFrom(tables.outputs, pointers),
    Array.from({ length: n / laneBytesOf(word) }, (_, index) => [
      x.set(word.load(i32.constant(places.state), index * word.bytes)),
      x.set(word.reverse(x)),
      word.scatter(pointers, x, index * laneBytesOf(word)),
    ]),
  ];
}

function writeStart({ module, word, places, n, compress, name }: Parts): void {
  const seedWords = n / laneBytesOf(word);
  module.define(
    ['seed'],
    ({ seed }, declare) => {
      const x = declare(word.type);
      const at = (place: number, index: number) => i32.constant(place + index * word.bytes);
      return [
        initialState(word.bits).map((value, index) => word.store(at(places.seeded, index), word.constant(value), 0)),
        Array.from({ length: BLOCK_WORDS }, (_, index) =>
          word.store(
            at(places.message, index),
            index < seedWords
              ? [x.set(word.loadSame(seed.get, index * laneBytesOf(word))), word.reverse(x)]
              : word.constant(0n),
            0,
          ),
        ),
        compress(i32.constant(places.seeded), i32.constant(places.message)),
        Array.from({ length: STATE_WORDS }, (_, index) =>
          word.store(at(places.seeded, index), word.load(at(places.state, index), 0), 0),
        ),
      ];
    },
    `${name}.start`,
  );
}

function writeHash(parts: Parts): void {
  const { module, word, places, compress, fill, name } = parts;
  const laneBytes = laneBytesOf(word);
  const blockBytes = BLOCK_WORDS * word.bytes;
  module.define(
    ['adrs', 'length'],
    ({ adrs, length }, declare) => {
      const [end, at, from] = [declare('i32'), declare('i32'), declare('i32')];
      const whole = i32.add(length.get, i32.constant(COMPRESSED_ADRS_BYTES + 2 * laneBytes));
      const blocksBefore = i32.shrU(whole, i32.constant(Math.log2(BLOCK_WORDS * laneBytes)));
      return [
        end.set(
          i32.add(
            i32.shl(blocksBefore, i32.constant(Math.log2(blockBytes))),
            i32.constant(places.message + blockBytes),
          ),
        ),
        fill(adrs.get, length.get, end.get),
        at.set(i32.constant(places.message)),
        from.set(i32.constant(places.seeded)),
        repeat(
          [
            compress(from.get, at.get),
            from.set(i32.constant(places.state)),
            at.set(i32.add(at.get, i32.constant(blockBytes))),
          ],
          i32.ltU(at.get, end.get),
        ),
        giveOut(parts, declare),
      ];
    },
    `${name}.hash`,
  );
}

function writeChain(parts: Parts): void {
  const { module, word, places, n, compress, fill, name } = parts;
  const { firstWord, carried, room } = shiftOf(word);
  const hashWords = n / laneBytesOf(word);
  module.define(
    ['adrs', 'from', 'to'],
    ({ adrs, from, to }, declare) => {
      const [x, carry] = [declare(word.type), declare(word.type)];
      const place = (index: number) => i32.constant(places.message + (firstWord + index) * word.bytes);
      return [
        fill(adrs.get, i32.constant(n), i32.constant(places.message + BLOCK_WORDS * word.bytes)),
        repeat(
          [
            // The hash address is 0 in the ADRS, and ends in the word where the value begins.
            word.store(place(0), word.or(word.load(place(0), 0), word.shl(word.fromI32(from.get), room)), 0),
            compress(i32.constant(places.seeded), i32.constant(places.message)),
            carry.set(word.constant(0n)),
            Array.from({ length: hashWords }, (_, index) => [
              x.set(word.load(i32.constant(places.state), index * word.bytes)),
              word.store(place(index), word.or(carry.get, word.shr(x.get, carried)), 0),
              carry.set(word.shl(x.get, room)),
            ]),
            word.store(place(hashWords), word.or(carry.get, endBit(word)), 0),
            from.set(i32.add(from.get, i32.constant(1))),
          ],
          i32.ltU(from.get, to.get),
        ),
        giveOut(parts, declare),
      ];
    },
    `${name}.chain`,
  );
}
