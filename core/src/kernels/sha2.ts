/** SHA-256 and SHA-512 (FIPS 180-4) as tweakable hash functions of SLH-DSA (FIPS 205, section 11.2), over any `Word`. */
import {
  ADRS_BYTES,
  COMPRESSED_ADRS_BYTES,
  type HashShape,
  type LaneTables,
  pointersFrom,
  pointersToAdrs,
  type Written,
} from './tweakable-hash.ts';
import { type Callable, type Code, type Declare, i32, type Local, type ModuleWriter, repeat } from './wasm.ts';
import type { Word } from './words.ts';

interface Sha2 {
  readonly rounds: 64 | 80;
  /** Rotations of the four functions; the last of the small ones is a shift. FIPS 180-4, sections 4.1.2 and 4.1.3. */
  readonly bigSigma0: Rotations;
  readonly bigSigma1: Rotations;
  readonly smallSigma0: Rotations;
  readonly smallSigma1: Rotations;
}
type Rotations = readonly [number, number, number];

const SHA2: Readonly<Record<32 | 64, Sha2>> = {
  32: {
    rounds: 64,
    bigSigma0: [2, 13, 22],
    bigSigma1: [6, 11, 25],
    smallSigma0: [7, 18, 3],
    smallSigma1: [17, 19, 10],
  },
  64: {
    rounds: 80,
    bigSigma0: [28, 34, 39],
    bigSigma1: [14, 18, 41],
    smallSigma0: [1, 8, 7],
    smallSigma1: [19, 61, 6],
  },
};

const BLOCK_WORDS = 16;
const STATE_WORDS = 8;

/** Where a width of SHA-2 keeps its words, all lanes beside each other. */
interface Places {
  /** The state after the first block, which is PK.seed and zeros. */
  readonly seeded: number;
  readonly state: number;
  /** The padded message after that block. */
  readonly message: number;
  readonly roundConstants: number;
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

const laneBytesOf = (word: Word) => word.bits / 8;

/** Blocks of ADRS, a message, the byte 0x80 and a length of two words. */
function blocksOf(word: Word, bytes: number): number {
  return Math.ceil((COMPRESSED_ADRS_BYTES + bytes + 1 + 2 * laneBytesOf(word)) / (BLOCK_WORDS * laneBytesOf(word)));
}

/** FIPS 180-4, sections 4.2 and 5.3: the first bits of the fractional part of a root of a prime number. */
function fractionOfRoot(prime: number, degree: 2n | 3n, bits: 32 | 64): bigint {
  const power = BigInt(prime) << (BigInt(bits) * degree);
  let root = 1n << BigInt(bits + 5);
  for (;;) {
    const next = ((degree - 1n) * root + power / root ** (degree - 1n)) / degree;
    if (next >= root) return BigInt.asUintN(bits, root);
    root = next;
  }
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** The round constants, for all widths of one hash function. */
export function writeRoundConstants(module: ModuleWriter, bits: 32 | 64): number {
  const { rounds } = SHA2[bits];
  const table = new DataView(new ArrayBuffer((rounds * bits) / 8));
  for (const [index, prime] of firstPrimes(rounds).entries()) {
    const constant = fractionOfRoot(prime, 3n, bits);
    if (bits === 32) table.setUint32(index * 4, Number(constant), true);
    else table.setBigUint64(index * 8, constant, true);
  }
  return module.data(new Uint8Array(table.buffer));
}

const declareMany = (declare: Declare, word: Word, count: number): Local[] =>
  Array.from({ length: count }, () => declare(word.type));

/** The local at an index that goes round. */
function around(locals: readonly Local[], index: number): Local {
  const found = locals[((index % locals.length) + locals.length) % locals.length];
  if (found === undefined) throw new RangeError('internal: no local');
  return found;
}

/** FIPS 180-4, sections 6.2.2 and 6.4.2. */
function writeCompress(module: ModuleWriter, word: Word, places: Places): Callable {
  const { rounds, bigSigma0, bigSigma1, smallSigma0, smallSigma1 } = SHA2[word.bits];
  const { add, and, xor, rotr, shr } = word;
  const big = (x: Local, [a, b, c]: Rotations) => xor(xor(rotr(x, a), rotr(x, b)), rotr(x, c));
  const small = (x: Local, [a, b, shift]: Rotations) => xor(xor(rotr(x, a), rotr(x, b)), shr(x.get, shift));

  return module.define(['from', 'block'], ({ from, block }, declare) => {
    const variables = declareMany(declare, word, STATE_WORDS);
    const schedule = declareMany(declare, word, BLOCK_WORDS);
    const differences = declareMany(declare, word, 2);
    const t1 = declare(word.type);
    const constants = declare('i32');

    /** One round; the variables keep their places and change their names. */
    function round(t: number): Code {
      const [a, b, , d, e, f, g, h] = Array.from({ length: 8 }, (_, name) => around(variables, name - t)) as Octet;
      const [ab, bc] = [around(differences, t), around(differences, t + 1)];
      const ch = xor(g.get, and(e.get, xor(f.get, g.get)));
      // Maj(a, b, c); b ^ c was a ^ b one round before.
      const maj = xor(b.get, and(ab.tee(xor(a.get, b.get)), bc.get));
      const constant = word.loadSame(constants.get, t * laneBytesOf(word));
      return [
        t1.set(add(add(add(h.get, big(e, bigSigma1)), add(ch, constant)), around(schedule, t).get)),
        d.set(add(d.get, t1.get)),
        h.set(add(add(t1.get, big(a, bigSigma0)), maj)),
      ];
    }

    function next(t: number): Code {
      const [w, w1, w9, w14] = [0, 1, 9, 14].map((ahead) => around(schedule, t + ahead)) as [
        Local,
        Local,
        Local,
        Local,
      ];
      return w.set(add(add(w.get, small(w1, smallSigma0)), add(w9.get, small(w14, smallSigma1))));
    }

    const sixteen = Array.from({ length: BLOCK_WORDS }, (_, t) => t);
    const advance = constants.set(i32.add(constants.get, i32.constant(BLOCK_WORDS * laneBytesOf(word))));
    const last = places.roundConstants + (rounds - BLOCK_WORDS) * laneBytesOf(word);
    return [
      variables.map((variable, i) => variable.set(word.load(from.get, i * word.bytes))),
      schedule.map((w, i) => w.set(word.load(block.get, i * word.bytes))),
      around(differences, 1).set(xor(around(variables, 1).get, around(variables, 2).get)),
      constants.set(i32.constant(places.roundConstants)),
      sixteen.map(round),
      repeat([advance, sixteen.map((t) => [next(t), round(t)])], i32.ltU(constants.get, i32.constant(last))),
      variables.map((variable, i) =>
        word.store(i32.constant(places.state), add(word.load(from.get, i * word.bytes), variable.get), i * word.bytes),
      ),
    ];
  });
}

type Octet = [Local, Local, Local, Local, Local, Local, Local, Local];

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
        firstPrimes(STATE_WORDS).map((prime, index) =>
          word.store(at(places.seeded, index), word.constant(fractionOfRoot(prime, 2n, word.bits)), 0),
        ),
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
