import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../../src/bytes.ts';
import { sha3_256 } from '../../src/hash.ts';
import { amountLimbs, encodeText, hashLanes, productLimbs, unitsOf, unitsOfLimbs } from '../../src/stark/encoding.ts';

describe('amounts', () => {
  it.each([
    [0, 0],
    [1, 1_000_000],
    [0.1, 100_000],
    [0.3, 300_000],
    [1.1, 1_100_000],
    // 4.35·10⁶ is 4349999.999999999 in doubles.
    [4.35, 4_350_000],
    [1.005, 1_005_000],
    [0.000001, 1],
    [4_294_967_295, 4_294_967_295_000_000],
    [9_007_199_254.74099, 9_007_199_254_740_990],
  ])('%d is %d millionths', (amount, units) => {
    expect(unitsOf(amount)).toBe(units);
  });

  it.each([
    -1,
    -0.000001,
    1e-7,
    0.0000001,
    0.1234567,
    9_007_199_254.740992,
    2 ** 53,
    1e21,
    1e300,
    Number.NaN,
    Infinity,
    '1',
    null,
    undefined,
  ])('%j is none', (amount) => {
    expect(unitsOf(amount)).toBeNull();
  });

  it('are exact in decimal: every text of six places is what it says', () => {
    fc.assert(
      fc.property(fc.nat(9_000_000), fc.nat(999_999), (whole, fraction) => {
        const text = `${whole}.${`${fraction}`.padStart(6, '0')}`;
        expect(unitsOf(Number(text))).toBe(whole * 1_000_000 + fraction);
      }),
      { numRuns: 500 },
    );
  });

  it('have limbs that give them back', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (units) => {
        const [low, high] = amountLimbs(units);
        expect(low < 2 ** 28 && high < 2 ** 25).toBe(true);
        expect(unitsOfLimbs([low, high])).toBe(units);
        const product = productLimbs(units).reduceRight((sum, limb) => sum * 2n ** 14n + BigInt(limb), 0n);
        expect(product).toBe(BigInt(units));
      }),
    );
    for (const other of [-1, 2 ** 53, 0.5, Number.NaN]) expect(() => amountLimbs(other)).toThrow(RangeError);
  });
});

describe('texts', () => {
  it('of at most seven bytes are packed', () => {
    expect(encodeText('')).toEqual({ limbs: [0, 0], lanes: Array(8).fill(0) });
    expect(encodeText('A')).toEqual({ limbs: [1 + 16 * 0x41, 0], lanes: Array(8).fill(0) });
    const bytes = 0x37_36_35_34_33_32_31n * 16n + 7n;
    expect(encodeText('1234567').limbs).toEqual([Number(bytes % 2n ** 30n), Number(bytes >> 30n)]);
  });

  it('of eight bytes and more are the lanes of their SHA3-256', () => {
    for (const text of ['12345678', 'Zürich 🇨🇭', 'x'.repeat(1000)]) {
      const { lanes, rest } = hashLanes(sha3_256(utf8(text)));
      expect(encodeText(text)).toEqual({ limbs: [8, rest], lanes });
    }
  });

  it('are told apart, also by zeros and by the form of a letter', () => {
    const texts = ['', '\0', '\0\0', 'a', 'a\0', '\0a', '1234567', '12345678', '1234567\0', 'é', 'e\u0301', 'ａ'];
    expect(new Set(texts.map((text) => JSON.stringify(encodeText(text)))).size).toBe(texts.length);
  });

  it('begin with 0 where they are empty, and only there', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 9 }), (text) => {
        expect(encodeText(text).limbs[0]).toBeGreaterThan(0);
      }),
    );
  });
});

describe('hashes', () => {
  it('are eight lanes of 29 bits and a rest of 24', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (hash) => {
        const { lanes, rest } = hashLanes(hash);
        expect(lanes.every((lane) => lane < 2 ** 29) && rest < 2 ** 24).toBe(true);
        const number = [...lanes, rest].reduceRight((sum, part) => sum * 2n ** 29n + BigInt(part), 0n);
        expect(number).toBe(hash.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n));
      }),
    );
    expect(() => hashLanes(new Uint8Array(31))).toThrow(RangeError);
  });
});
