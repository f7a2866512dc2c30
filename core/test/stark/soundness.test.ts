import { DEGREE } from '@touchstone/core/stark/extension.ts';
import { P } from '@touchstone/core/stark/field.ts';
import { PROFILES } from '@touchstone/core/stark/options.ts';
import { maskCoefficientsOf, shapeOf } from '@touchstone/core/stark/shape.ts';
import {
  conjecturedBits,
  provenSoundness,
  type SoundnessParameters,
  soundnessAt,
  soundnessParametersOf,
} from '@touchstone/core/stark/soundness.ts';
import { describe, expect, it } from 'vitest';
import { cases, describeVectors, readVectorJson } from '../vectors.ts';

const BITS_OF_P = Math.log2(P);

const parameters: SoundnessParameters = {
  fieldBits: DEGREE * BITS_OF_P,
  degreeBound: 256,
  blowUp: 16,
  queries: 48,
  grindingBits: 12,
  foldings: [4, 4],
  batched: 200,
  batching: 'affine',
};

/** The fewest queries that reach so many bits. */
function queriesFor(
  bits: number,
  of: (parameters: SoundnessParameters) => number,
  changes: Partial<SoundnessParameters>,
) {
  return Array.from({ length: 200 }, (_, i) => i + 1).find(
    (queries) => of({ ...parameters, ...changes, queries }) >= bits,
  );
}

describe('the soundness of the profiles', () => {
  it.each(Object.values(PROFILES))('$name: what it promises is proven for every shape', (profile) => {
    for (const rows of [32, 64, 128]) {
      for (const width of [1, 64, 512]) {
        for (const constraintDegree of [1, 2, 3, 4]) {
          const shape = shapeOf(rows, width, constraintDegree, profile);
          const identity = Math.max(
            constraintDegree,
            1 + rows / shape.degreeBound + (3 * shape.segmentStep) / shape.degreeBound,
          );
          expect(soundnessParametersOf(shape).identityDegree).toBeGreaterThanOrEqual(identity * shape.degreeBound);
          const proven = provenSoundness(soundnessParametersOf(shape));
          expect(proven.bits).toBeGreaterThanOrEqual(profile.provenBits);
          // Even all rounds together, for a prover who may not try again.
          expect(proven.totalBits).toBeGreaterThan(profile.provenBits - 0.1);
          expect(conjecturedBits(soundnessParametersOf(shape))).toBeGreaterThanOrEqual(profile.conjecturedBits);
        }
      }
    }
  });

  it('is round by round 107 and 121 bits, one more than promised', () => {
    const bitsOf = (name: 'STANDARD' | 'STRONG') =>
      Math.floor(provenSoundness(soundnessParametersOf(shapeOf(128, 64, 4, PROFILES[name]))).bits);
    expect([bitsOf('STANDARD'), bitsOf('STRONG')]).toEqual([107, 121]);
  });

  it('counts masks as t + k·e·f + 1', () => {
    expect(maskCoefficientsOf(PROFILES.STANDARD)).toBe(89);
    expect(maskCoefficientsOf(PROFILES.STRONG)).toBe(98);
  });

  it('has shapes whose quotient fits into its segments, beside what they share', () => {
    for (const profile of Object.values(PROFILES)) {
      for (const rows of [32, 64, 128]) {
        for (const degree of [1, 2, 3, 4]) {
          const shape = shapeOf(rows, 8, degree, profile);
          expect(shape.degreeBound).toBeGreaterThanOrEqual(rows + shape.maskCoefficients);
          expect(shape.degreeBound - shape.segmentStep).toBe(profile.queries + 1);
          expect(3 * shape.segmentStep + shape.degreeBound).toBeGreaterThanOrEqual(shape.quotientCoefficients);
          expect(shape.quotientCoefficients).toBe(degree * (rows + shape.maskCoefficients - 1) - rows + 1);
          expect(shape.degreeBound).toBeLessThanOrEqual(256);
        }
      }
    }
    expect(shapeOf(32, 8, 3, PROFILES.STANDARD).degreeBound).toBe(128);
    expect(() => shapeOf(32, 8, 5, PROFILES.STANDARD)).toThrow(RangeError);
    expect(() => shapeOf(33, 8, 3, PROFILES.STANDARD)).toThrow(RangeError);
  });
});

/** The table of `research/stark.md`, made with Plonky3's calculator: degree bound 2⁸, 200 columns, arity 4, 12 bits of grinding. */
describe('beside Plonky3’s calculator', () => {
  it.each([
    // [extension degree, blow-up, bits, queries]
    [5, 8, 96, 57],
    [5, 8, 100, 59],
    [5, 16, 96, 43],
    [5, 16, 100, 45],
    [5, 16, 110, 50],
    [5, 32, 96, 34],
    [5, 32, 100, 36],
    [5, 32, 110, 40],
    [6, 16, 96, 43],
    [6, 16, 100, 45],
    [6, 16, 110, 50],
    [6, 16, 120, 55],
    [6, 16, 128, 59],
  ])('degree %i, blow-up %i: %i bits take %i queries', (degree, blowUp, bits, queries) => {
    const changes = { fieldBits: degree * BITS_OF_P, blowUp };
    expect(queriesFor(bits, (all) => provenSoundness(all).bits, changes)).toBe(queries);
  });

  it.each([
    [8, 110, 67],
    [8, 120, 76],
    [8, 128, 91],
    [16, 120, 57],
    [32, 120, 46],
  ])(
    'blow-up %i, %i bits: where the field binds, it asks for up to three queries more than ours and soundcalc',
    (blowUp, bits, queries) => {
      const ours = queriesFor(bits, (all) => provenSoundness(all).bits, { blowUp }) ?? 0;
      expect(ours).toBeLessThanOrEqual(queries);
      expect(ours).toBeGreaterThanOrEqual(queries - 3);
    },
  );

  it.each([
    [8, 100, 30],
    [8, 128, 40],
    [16, 100, 23],
    [16, 128, 30],
    [32, 100, 18],
    [32, 128, 24],
  ])('blow-up %i: %i conjectured bits take %i queries', (blowUp, bits, queries) => {
    expect(queriesFor(bits, conjecturedBits, { blowUp })).toBe(queries);
  });
});

describeVectors('ethereum/soundcalc', () => {
  interface Row {
    readonly field: string;
    readonly log_degree: number;
    readonly log_blowup: number;
    readonly queries: number;
    readonly pow: number;
    readonly folding: readonly number[];
    readonly batch: number;
    readonly batching: 'affine' | 'powers';
    readonly jbr_bits: number;
    readonly jbr_m: number;
    readonly terms: Readonly<Record<string, number>>;
  }

  it('gives the same bits, the same m and the same terms in every row', () => {
    const { rows } = readVectorJson<{ rows: readonly Row[] }>('stark/soundcalc_crosscheck.json');
    for (const row of cases(rows, 'soundcalc')) {
      const ours = provenSoundness({
        fieldBits: Number(row.field.slice('BabyBear^'.length)) * BITS_OF_P,
        degreeBound: 2 ** row.log_degree,
        blowUp: 2 ** row.log_blowup,
        queries: row.queries,
        grindingBits: row.pow,
        foldings: row.folding,
        batched: row.batch,
        batching: row.batching,
      });
      expect([Math.floor(ours.bits), ours.m]).toEqual([row.jbr_bits, row.jbr_m]);
      expect(Object.fromEntries(ours.terms.map(({ name, bits }) => [name, Math.floor(bits)]))).toEqual(row.terms);
    }
  });

  it('leaves the constraints’ terms out where no degree is given, and counts them where one is', () => {
    expect(soundnessAt(parameters, 35).terms).toHaveLength(4);
    const all = soundnessAt({ ...parameters, identityDegree: 1280 }, 35);
    expect(all.terms.map(({ name }) => name)).toContain('out-of-domain point');
    expect(all.totalBits).toBeLessThan(all.bits);
  });
});
