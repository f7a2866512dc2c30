/** The compression functions of SHA-256 and SHA-512 (FIPS 180-4) over any `Word`, with the constants that they begin with. */
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

export const BLOCK_WORDS = 16;
export const STATE_WORDS = 8;

export const laneBytesOf = (word: Word) => word.bits / 8;

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

/** The state before the first block. FIPS 180-4, sections 5.3.3 and 5.3.5. */
export function initialState(bits: 32 | 64): readonly bigint[] {
  return firstPrimes(STATE_WORDS).map((prime) => fractionOfRoot(prime, 2n, bits));
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

export const declareMany = (declare: Declare, word: Word, count: number): Local[] =>
  Array.from({ length: count }, () => declare(word.type));

/** The local at an index that goes round. */
export function around(locals: readonly Local[], index: number): Local {
  const found = locals[((index % locals.length) + locals.length) % locals.length];
  if (found === undefined) throw new RangeError('internal: no local');
  return found;
}

/** Addresses: the state that comes out, all lanes of a word beside each other, and the round constants. */
export interface CompressPlaces {
  readonly state: number;
  readonly roundConstants: number;
}

/** FIPS 180-4, sections 6.2.2 and 6.4.2: (address of a state, address of a block) → the state. */
export function writeCompress(module: ModuleWriter, word: Word, places: CompressPlaces): Callable {
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
