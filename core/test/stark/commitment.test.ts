import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../../src/random.ts';
import {
  type CommittedValue,
  commit,
  commitmentHex,
  drawSalt,
  INITIAL_CAPACITY,
  parseCommitment,
  SALT_LANES,
} from '../../src/stark/commitment.ts';
import { isElement, P } from '../../src/stark/field.ts';
import { permute } from '../../src/stark/poseidon2.ts';

const AGE: CommittedValue = { tag: 1, limbs: [37, 0], lanes: null };
const TEXT: CommittedValue = { tag: 2, limbs: [1, 2], lanes: [1, 2, 3, 4, 5, 6, 7, 8] };
const SALT = [1, 2, 3, 4, 5];

/** As docs/formats.md prints them. */
const GOLDEN_CAPACITY = [862767691, 723051823, 1969515659, 1246393782, 1521429660, 141941816, 1589819589, 46632519];
const GOLDEN_AGE = 'c0c4c22a5731ff65b76e8265db519077879f2f22dea4e162e9ba65342e46e532';
const GOLDEN_TEXT = 'f7ca60062b0ae33745002a0a927bee5eac4b1927b76165130360da259918e605';

describe('the commitment', () => {
  it('is the sponge of docs/formats.md over one block or two', () => {
    const first = permute([1, 37, 0, ...SALT, ...INITIAL_CAPACITY]);
    expect(commit(AGE, SALT)).toEqual(first.slice(0, 8));
    const second = permute([2, 1, 2, ...SALT, ...INITIAL_CAPACITY]).map((lane, i) =>
      i < 8 ? (lane + i + 1) % P : lane,
    );
    expect(commit(TEXT, SALT)).toEqual(permute(second).slice(0, 8));
  });

  it('gives the same for good', () => {
    expect(INITIAL_CAPACITY).toEqual(GOLDEN_CAPACITY);
    expect(commitmentHex(commit(AGE, SALT))).toBe(GOLDEN_AGE);
    expect(commitmentHex(commit(TEXT, SALT))).toBe(GOLDEN_TEXT);
  });

  it('differs where tag, limb, lane or salt differs', () => {
    const all = [
      commit(AGE, SALT),
      commit({ ...AGE, tag: 2 }, SALT),
      commit({ ...AGE, limbs: [38, 0] }, SALT),
      commit({ ...AGE, limbs: [37, 1] }, SALT),
      ...SALT.map((_, i) =>
        commit(
          AGE,
          SALT.map((lane, at) => lane + Number(at === i)),
        ),
      ),
      commit(TEXT, SALT),
      commit({ ...TEXT, lanes: [1, 2, 3, 4, 5, 6, 7, 9] }, SALT),
      commit({ ...TEXT, lanes: null }, SALT),
    ].map(commitmentHex);
    expect(new Set(all).size).toBe(all.length);
  });

  it('takes field elements only, and a whole salt', () => {
    expect(() => commit({ ...AGE, limbs: [P, 0] }, SALT)).toThrow(RangeError);
    expect(() => commit({ ...AGE, limbs: [-1, 0] }, SALT)).toThrow(RangeError);
    expect(() => commit(AGE, SALT.slice(1))).toThrow(RangeError);
    expect(() => commit({ ...TEXT, lanes: [1] }, SALT)).toThrow(RangeError);
  });

  it('can be guessed by nobody without the salt: a dictionary of all ages finds none', () => {
    const salt = drawSalt(systemRandom);
    const published = commitmentHex(commit(AGE, salt));
    const dictionary = (guess: readonly number[]) =>
      Array.from({ length: 256 }, (_, age) => commitmentHex(commit({ ...AGE, limbs: [age, 0] }, guess)));
    expect(dictionary(drawSalt(systemRandom))).not.toContain(published);
    // Whoever knows the salt finds the age: nothing else protects it.
    expect(dictionary(salt).indexOf(published)).toBe(37);
  });

  it('looks the same for every value: no bit of it leans to one side', () => {
    const draws = 1500;
    for (const age of [0, 18, 255]) {
      const ones = Array<number>(8 * 27).fill(0);
      for (let i = 0; i < draws; i++) {
        const lanes = commit({ ...AGE, limbs: [age, 0] }, drawSalt(systemRandom));
        // p is 15·2²⁷ + 1: the 27 low bits of a uniform element are uniform.
        for (const at of ones.keys()) ones[at] = (ones[at] ?? 0) + (((lanes[at % 8] ?? 0) >> Math.floor(at / 8)) & 1);
      }
      const deviation = Math.sqrt(draws) / 2;
      for (const count of ones) expect(Math.abs(count - draws / 2)).toBeLessThan(6 * deviation);
    }
  });
});

describe('the salt', () => {
  it('is drawn anew, as field elements', () => {
    const salts = Array.from({ length: 50 }, () => drawSalt(systemRandom));
    expect(salts.every((salt) => salt.length === SALT_LANES && salt.every(isElement))).toBe(true);
    expect(new Set(salts.flat()).size).toBeGreaterThan(240);
  });

  it('rejects words from p on instead of taking them modulo p', () => {
    const words = [0xffffffff, 2 * P, 2 * P - 1, 0, 2, 4, 6];
    const random = () => {
      const bytes = new Uint8Array(4);
      new DataView(bytes.buffer).setUint32(0, words.shift() ?? 0, true);
      return bytes;
    };
    expect(drawSalt(random)).toEqual([P - 1, 0, 1, 2, 3]);
  });
});

describe('the text of a commitment', () => {
  it('is read back', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(P - 1), { minLength: 8, maxLength: 8 }), (lanes) => {
        expect(parseCommitment(commitmentHex(lanes))).toEqual(lanes);
      }),
    );
  });

  it('has one spelling, with no lane from p on', () => {
    const zeros = '00'.repeat(32);
    const [low, p] = ['00000078', '01000078'];
    expect(parseCommitment(zeros)).toEqual(Array(8).fill(0));
    expect(parseCommitment(`${low}${zeros.slice(8)}`)?.[0]).toBe(P - 1);
    for (let lane = 0; lane < 8; lane++) {
      expect(parseCommitment(`${zeros.slice(0, 8 * lane)}${p}${zeros.slice(8 * lane + 8)}`)).toBeNull();
      expect(parseCommitment(`${zeros.slice(0, 8 * lane)}ffffffff${zeros.slice(8 * lane + 8)}`)).toBeNull();
    }
    for (const other of [
      '',
      zeros.slice(2),
      `${zeros}00`,
      zeros.replace('0', 'A'),
      ` ${zeros.slice(1)}`,
      7,
      null,
      undefined,
    ]) {
      expect(parseCommitment(other)).toBeNull();
    }
  });
});
