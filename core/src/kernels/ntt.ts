/**
 * The number-theoretic transform modulo a prime below 2³¹ in WebAssembly: from the coefficients of a polynomial to its values on
 * a domain several times as large. With vectors four butterflies at a time, else one; the same lines write both.
 */
import { instantiateNow, supported } from './instance.ts';
import { type Code, i32, i64, type Local, operation, repeat, when, writeModule } from './wasm.ts';
import { WORDS, type Word } from './words.ts';

/** What arithmetic modulo a prime takes beside the operations of `Word`. Numbers have no sign. */
interface Lanes {
  readonly word: Word;
  subtract(a: Code, b: Code): Code;
  /** The low 32 bits of the product. */
  multiply(a: Code, b: Code): Code;
  /** The high 32 bits of the product. */
  multiplyHigh(a: Local, b: Local): Code;
  least(a: Local, b: Local): Code;
}

const multiply64 = operation(0x7e);
const select = operation(0x1b);

const SCALAR: Lanes = {
  word: WORDS[32].one,
  subtract: i32.sub,
  multiply: i32.mul,
  multiplyHigh: (a, b) => i64.wrap(i64.shrU(multiply64(i64.extendU(a.get), i64.extendU(b.get)), i64.constant(32n))),
  least: (a, b) => select(a.get, b.get, i32.ltU(a.get, b.get)),
};

const SIMD = 0xfd;
/** Products of 64 bits, of the two lower lanes and of the two upper ones. */
const multiplyLower = operation(SIMD, 0xde, 1);
const multiplyUpper = operation(SIMD, 0xdf, 1);
/** The high halves of two and two numbers of 64 bits. */
const highHalves = operation(SIMD, 0x0d, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
const leastOfLanes = operation(SIMD, 0xb7, 1);

const VECTOR: Lanes = {
  word: WORDS[32].several,
  subtract: operation(SIMD, 0xb1, 1),
  multiply: operation(SIMD, 0xb5, 1),
  multiplyHigh: (a, b) => highHalves(multiplyLower(a.get, b.get), multiplyUpper(a.get, b.get)),
  least: (a, b) => leastOfLanes(a.get, b.get),
};

const ELEMENT_BYTES = 4;
/** Of values that a coefficient begins with: as many as a vector has lanes. */
export const SMALLEST_BLOCK = 4;

/** Addresses in the module's memory, each of as many elements as the largest transform has. */
interface Places {
  readonly coefficients: number;
  readonly values: number;
  readonly roots: number;
  readonly quotients: number;
}

export interface NttModule {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly places: Places;
}

/** Writes the module for transforms of at most `largest` values. */
export function writeNttModule(modulus: number, largest: number, hasVectors: boolean): NttModule {
  const { word, subtract, multiply, multiplyHigh, least } = hasVectors ? VECTOR : SCALAR;
  const module = writeModule();
  const reserve = () => module.reserve(largest * ELEMENT_BYTES);
  const places: Places = { coefficients: reserve(), values: reserve(), roots: reserve(), quotients: reserve() };
  const p = word.constant(BigInt(modulus));
  const advance = (place: Local, bytes: number) => place.set(i32.add(place.get, i32.constant(bytes)));

  // All counts are of bytes.
  module.define(
    ['block', 'size'],
    ({ block, size }, declare) => {
      const [from, low, high, root, end] = [0, 1, 2, 3, 4].map(() => declare('i32')) as [
        Local,
        Local,
        Local,
        Local,
        Local,
      ];
      const [even, odd, sum, factor, other] = [0, 1, 2, 3, 4].map(() => declare(word.type)) as [
        Local,
        Local,
        Local,
        Local,
        Local,
      ];
      /** The value or what it is after a step of p: the one below p. Steps below 0 make a number large. */
      const reduced = (value: Local, step: (a: Code, b: Code) => Code): Code => [
        other.set(step(value.get, p)),
        least(value, other),
      ];

      // What the stages before would make of each coefficient and the zeros beside it: a block of the same.
      const spread = repeat(
        [
          even.set(word.loadSame(from.get, places.coefficients)),
          end.set(i32.add(low.get, block.get)),
          repeat([word.store(low.get, even.get, places.values), advance(low, word.bytes)], i32.ltU(low.get, end.get)),
          advance(from, ELEMENT_BYTES),
        ],
        i32.ltU(low.get, size.get),
      );

      // odd · w − ⌊odd · ⌊w · 2³² / p⌋ / 2³²⌋ · p is the product, or more by p (Shoup).
      const butterfly: Code = [
        odd.set(word.load(high.get, places.values)),
        factor.set(word.load(root.get, places.quotients)),
        factor.set(multiplyHigh(odd, factor)),
        odd.set(subtract(multiply(odd.get, word.load(root.get, places.roots)), multiply(factor.get, p))),
        odd.set(reduced(odd, subtract)),
        even.set(word.load(low.get, places.values)),
        sum.set(word.add(even.get, odd.get)),
        word.store(low.get, reduced(sum, subtract), places.values),
        sum.set(subtract(even.get, odd.get)),
        word.store(high.get, reduced(sum, word.add), places.values),
        advance(low, word.bytes),
        advance(high, word.bytes),
        advance(root, word.bytes),
      ];
      const half = block;
      const stages = repeat(
        [
          low.set(i32.constant(0)),
          repeat(
            [
              high.set(i32.add(low.get, half.get)),
              end.set(high.get),
              root.set(half.get),
              repeat(butterfly, i32.ltU(low.get, end.get)),
              low.set(high.get),
            ],
            i32.ltU(low.get, size.get),
          ),
          half.set(i32.add(half.get, half.get)),
        ],
        i32.ltU(half.get, size.get),
      );
      return [spread, when(i32.ltU(half.get, size.get), stages)];
    },
    'extend',
  );
  return { bytes: module.finish(), places };
}

export function nttModuleFor(modulus: number, largest: number): NttModule {
  return supported((hasVectors) => writeNttModule(modulus, largest, hasVectors));
}

export interface NttKernel {
  /** The whole memory. Outside a call it holds nothing of what was transformed. */
  readonly memory: Uint8Array;
  /**
   * The values of a polynomial, in natural order, from its first `count` numbers, the coefficients in bit-reversed order; in
   * place. `values` has at most as many elements as the module, and at least `count` blocks of the smallest size.
   */
  extend(values: Uint32Array, count: number): void;
}

/**
 * A kernel with a memory of its own. `roots` are those of unity by stages: the one that joins blocks of `half` values at half …
 * 2·half − 1. Throws where the engine has no WebAssembly.
 */
export function loadNttKernel({ bytes, places }: NttModule, modulus: number, roots: Uint32Array): NttKernel {
  const { memory, functionOf } = instantiateNow(bytes);
  const extend = functionOf('extend');
  const at = (address: number, length: number) => new Uint32Array(memory.buffer, address, length);
  at(places.roots, roots.length).set(roots);
  at(places.quotients, roots.length).set(roots.map((root) => Number((BigInt(root) << 32n) / BigInt(modulus))));
  return {
    memory,

    extend(values, count) {
      const [given, made] = [at(places.coefficients, count), at(places.values, values.length)];
      given.set(values.subarray(0, count));
      extend((values.length / count) * ELEMENT_BYTES, values.length * ELEMENT_BYTES);
      values.set(made);
      given.fill(0);
      made.fill(0);
    },
  };
}
