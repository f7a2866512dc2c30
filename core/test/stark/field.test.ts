import {
  addExtension,
  DEGREE,
  elementAt,
  frobenius,
  inverseExtension,
  invertAllExtensions,
  isBase,
  multiplyExtension,
  ONE,
  powerExtension,
  powersOf,
  subtractExtension,
} from '@touchstone/core/stark/extension.ts';
import {
  add,
  inverse,
  invertAll,
  isElement,
  multiply,
  P,
  power,
  reduce,
  subtract,
  twoAdicGenerator,
} from '@touchstone/core/stark/field.ts';
import { ProductSums } from '@touchstone/core/stark/product-sums.ts';
import { sampleElements } from '@touchstone/core/stark/sample.ts';
import { describe, expect, it } from 'vitest';
import { cases, describeVectors, readVectorJson } from '../vectors.ts';
import { seededRandom } from './random.ts';

interface FieldVectors {
  /** a, b, a + b, a − b, a · b, 1 / a. */
  readonly base: readonly (readonly [number, number, number, number, number, number | null])[];
  readonly ext: readonly { readonly d: number; readonly [name: string]: number | readonly number[] }[];
  readonly two_adic_generators_k0_27: readonly number[];
}

const big = (a: number, b: number) => Number((BigInt(a) * BigInt(b)) % BigInt(P));
const EDGES = [0, 1, 2, 3, (P - 1) / 2, (P + 1) / 2, P - 3, P - 2, P - 1, 2 ** 27, 2 ** 30, P - 2 ** 27];

function elements(count: number, seed = 1): Uint32Array {
  const random = seededRandom(seed);
  return sampleElements(() => random(4096), count);
}

describe('BabyBear', () => {
  it('multiplies as integers do', () => {
    const values = [...EDGES, ...elements(200)];
    for (const a of values) for (const b of values) expect(multiply(a, b)).toBe(big(a, b));
  });

  it('multiplies rightly where the product is next to a multiple of p, which is hardest for the quotient', () => {
    for (const a of elements(3000, 2)) {
      if (a === 0) continue;
      for (const rest of [0, 1, 2, P - 1, P - 2]) {
        const b = Number((BigInt(rest) * BigInt(inverse(a))) % BigInt(P));
        if (multiply(a, b) !== rest) expect.fail(`${a} · ${b}`);
      }
    }
  });

  it('adds, subtracts, inverts', () => {
    for (const a of EDGES) {
      for (const b of EDGES) {
        expect(add(a, b)).toBe((a + b) % P);
        expect(subtract(a, b)).toBe((a - b + P) % P);
      }
      expect(add(a, subtract(0, a))).toBe(0);
      if (a !== 0) expect(multiply(a, inverse(a))).toBe(1);
    }
    expect(() => inverse(0)).toThrow(RangeError);
    const many = elements(50, 3);
    const inverses = many.slice();
    invertAll(inverses);
    expect([...inverses]).toEqual([...many].map(inverse));
    expect(() => invertAll(Uint32Array.of(3, 0, 5))).toThrow(RangeError);
  });

  it('knows generators of the two-adic subgroups and no others', () => {
    expect(twoAdicGenerator(27)).toBe(440564289);
    for (let bits = 1; bits <= 27; bits++) {
      const generator = twoAdicGenerator(bits);
      expect(power(generator, 2 ** (bits - 1))).toBe(P - 1);
      expect(multiply(generator, generator)).toBe(twoAdicGenerator(bits - 1));
    }
    expect(() => twoAdicGenerator(28)).toThrow(RangeError);
    expect(isElement(P - 1) && !isElement(P) && !isElement(-1) && !isElement(0.5) && !isElement('1')).toBe(true);
  });

  it('reduces sums of up to 512 largest products', () => {
    let low = 0;
    let approximate = 0;
    let exact = 0n;
    for (let terms = 1; terms <= 512; terms++) {
      const [a, b] = [P - 1 - (terms % 3), P - 1];
      low = (low + Math.imul(a, b)) | 0;
      approximate += a * b;
      exact += BigInt(a) * BigInt(b);
      expect(reduce(low, approximate)).toBe(Number(exact % BigInt(P)));
    }
    const sums = new ProductSums(2);
    for (let i = 0; i < 1100; i++) sums.add(Uint32Array.of(P - 1, i), P - 2);
    const target = new Uint32Array(2);
    sums.take(target);
    expect([...target]).toEqual([multiply(2, 1100), multiply(P - 2, (1100 * 1099) / 2)]);
  });
});

describe('the extension x⁵ − 2', () => {
  const pairs = Array.from({ length: 60 }, (_, i) => {
    const all = elements(10, 100 + i);
    return [all.slice(0, 5), all.slice(5)] as const;
  });

  it('multiplies as polynomials do', () => {
    const largest = new Uint32Array(DEGREE).fill(P - 1);
    for (const [a, b] of [...pairs, [largest, largest] as const]) {
      const expected = new Array<bigint>(DEGREE).fill(0n);
      a.forEach((x, i) => {
        b.forEach((y, j) => {
          const k = (i + j) % DEGREE;
          expected[k] = (expected[k] ?? 0n) + BigInt(x) * BigInt(y) * (i + j >= DEGREE ? 2n : 1n);
        });
      });
      expect([...multiplyExtension(a, b)]).toEqual(expected.map((value) => Number(value % BigInt(P))));
    }
  });

  it('inverts, also many at once', () => {
    const flat = Uint32Array.from(pairs.flatMap(([a]) => [...a]));
    invertAllExtensions(flat);
    pairs.forEach(([a], i) => {
      expect(multiplyExtension(a, inverseExtension(a))).toEqual(ONE);
      expect(elementAt(flat, i)).toEqual(inverseExtension(a));
    });
    expect(() => inverseExtension(new Uint32Array(DEGREE))).toThrow(RangeError);
  });

  it('raises to powers; the p-th power is the Frobenius map', () => {
    for (const [a] of pairs.slice(0, 5)) {
      expect(powerExtension(a, P)).toEqual(frobenius(a));
      expect(elementAt(powersOf(a, 9), 8)).toEqual(powerExtension(a, 8));
      expect(subtractExtension(addExtension(a, a), a)).toEqual(a);
      expect(isBase(a)).toBe(false);
    }
    expect(isBase(ONE)).toBe(true);
  });
});

describeVectors('Plonky3: BabyBear and its extension', () => {
  const vectors = () => readVectorJson<FieldVectors>('stark/plonky3_babybear_kat.json');

  it('agrees in the base field', () => {
    for (const [a, b, sum, difference, product, inverted] of cases(vectors().base, 'base field')) {
      expect([add(a, b), subtract(a, b), multiply(a, b)]).toEqual([sum, difference, product]);
      if (inverted !== null) expect(inverse(a)).toBe(inverted);
    }
    expect(vectors().two_adic_generators_k0_27.map((_, bits) => twoAdicGenerator(bits))).toEqual(
      vectors().two_adic_generators_k0_27,
    );
  });

  it('agrees in the extension', () => {
    const quintic = vectors().ext.filter(({ d }) => d === DEGREE);
    for (const vector of cases(quintic, 'extension')) {
      const of = (name: string) => Uint32Array.from(vector[name] as readonly number[]);
      const [a, b] = [of('a'), of('b')];
      expect(multiplyExtension(a, b)).toEqual(of('mul'));
      expect(inverseExtension(a)).toEqual(of('inv_a'));
      expect(frobenius(a)).toEqual(of('frobenius_a'));
      expect(subtractExtension(a, b)).toEqual(of('sub'));
    }
  });
});
