/**
 * That a proof says nothing about the witness but that it is there. What can be shown by counting is shown so (ranks); what a
 * distribution has to be is tested by chi-square; and a simulator that knows no witness makes what cannot be told apart.
 */

import { systemRandom } from '@touchstone/core/random.ts';
import { decodeProof, type Proof } from '@touchstone/core/stark/codec.ts';
import { pointOf } from '@touchstone/core/stark/domain.ts';
import { combineAtPoint, zerofierAt } from '@touchstone/core/stark/evaluate.ts';
import {
  addExtension,
  DEGREE,
  type Extension,
  elementAt,
  inverseExtension,
  multiplyExtension,
  powerExtension,
  powersOf,
  scale,
  subtractExtension,
} from '@touchstone/core/stark/extension.ts';
import { add, multiply, P, power, powersOfBase, subtract } from '@touchstone/core/stark/field.ts';
import { randomElements } from '@touchstone/core/stark/mask.ts';
import { interpolateOnCoset } from '@touchstone/core/stark/ntt.ts';
import { PROFILES } from '@touchstone/core/stark/options.ts';
import { prove } from '@touchstone/core/stark/prove.ts';
import { MASK_SHIFT, SHIFT, type Shape, shapeOf } from '@touchstone/core/stark/shape.ts';
import { verify } from '@touchstone/core/stark/verify.ts';
import { describe, expect, it } from 'vitest';
import { withTranscript } from './changed-transcript.ts';
import { forge, shapeFor } from './forge.ts';
import { formsOf, rankOf } from './linear.ts';
import { seededRandom } from './random.ts';
import { PUBLIC_BYTES, toy } from './toy.ts';

/** Places and points of a proof as if the transcript had drawn them. */
function drawn(shape: Shape, seed: number) {
  const random = seededRandom(seed);
  const places = new Set<number>();
  while (places.size < shape.profile.queries) {
    const [low = 0, high = 0] = random(4);
    places.add((low + 256 * high) % shape.domainSize);
  }
  const points = [...places].map((place) => pointOf(SHIFT, shape.domainSize, place));
  return { points, z: randomElements(random, DEGREE) };
}

const SHAPES = Object.values(PROFILES).flatMap((profile) => [32, 64, 128].map((rows) => shapeOf(rows, 2, 3, profile)));

describe('masks by rank', () => {
  it.each(SHAPES)('the masks of a column give every value that is opened, $profile.name, $rows rows', (shape) => {
    const { points, z } = drawn(shape, shape.rows);
    const forms = formsOf(points, [z, scale(z, shape.rowStep)], shape.maskCoefficients);
    // Xᴺ − 1 is zero at none of the points, so that it changes no rank.
    for (const x of points) expect(power(x, shape.rows)).not.toBe(1);
    expect(rankOf(forms)).toBe(shape.profile.queries + 2 * DEGREE);
    // A row that the constraints read and that is not opened would be covered too, at each segment's share of the count.
    expect(shape.maskCoefficients).toBeGreaterThanOrEqual(shape.profile.queries + 4 * DEGREE * 2 + 1);
  });

  it.each(SHAPES)(
    'the mask of the quotient is shown at no place where it hides, $profile.name, $rows rows',
    (shape) => {
      const { points } = drawn(shape, shape.rows + 1);
      const hidden = points.map((x) => multiply(x, MASK_SHIFT));
      expect(new Set([...points, ...hidden]).size).toBe(2 * shape.profile.queries);
      expect(rankOf(formsOf([...points, ...hidden], [], shape.degreeBound))).toBe(2 * shape.profile.queries);
      // The value at MASK_SHIFT · z, outside the base field, is one more point of the same polynomial.
      expect(shape.degreeBound).toBeGreaterThanOrEqual(2 * shape.profile.queries + 1);
    },
  );

  it.each(SHAPES)('what neighbouring segments share gives all of them but one, $profile.name, $rows rows', (shape) => {
    // Over the base field and with a further base point in the place of z: the determinant is a polynomial in z.
    const { points } = drawn(shape, shape.rows + 2);
    const all = [...points, 12345];
    const shared = shape.degreeBound - shape.segmentStep;
    expect(shared).toBe(all.length);
    const rows = [0, 1, 2].flatMap((s) =>
      all.map((x) => {
        const row = new Uint32Array(3 * shared);
        const powers = powersOfBase(x, shared);
        const raised = power(x, shape.segmentStep);
        row.set(
          powers.map((value) => multiply(value, raised)),
          s * shared,
        );
        if (s > 0)
          row.set(
            powers.map((value) => subtract(0, value)),
            (s - 1) * shared,
          );
        return row;
      }),
    );
    expect(rankOf(rows)).toBe(3 * all.length);
  });
});

describe('a dictionary of witnesses', () => {
  const { instance } = toy({ width: 1 });
  const shape = shapeFor(instance);
  const candidates = Array.from({ length: 50 }, (_, secret) => toy({ width: 1, secret }).trace[0] as Uint32Array);

  /** The candidates for which some mask of `count` coefficients gives what was opened of the column of number 37. */
  function consistent(count: number): number[] {
    const { points, z } = drawn(shape, 5);
    const outside = [z, scale(z, shape.rowStep)];
    const mask = randomElements(seededRandom(6), count);
    const forms = formsOf(points, outside, shape.rows + count);
    const valuesOf = (column: Uint32Array) =>
      forms.map((form) => column.reduce((sum, c, i) => add(sum, multiply(c, form[i] as number)), 0));
    const masked = new Uint32Array(shape.rows + count);
    const secret = interpolateOnCoset(candidates[37] as Uint32Array, 1);
    masked.set(secret);
    mask.forEach((value, i) => {
      masked[i] = subtract(masked[i] as number, value);
      masked[i + shape.rows] = add(masked[i + shape.rows] as number, value);
    });
    const opened = valuesOf(masked);
    // What a mask adds: (X^N − 1)·Xʲ at each form.
    const masks = forms.map((form) =>
      Uint32Array.from({ length: count }, (_, j) => subtract(form[shape.rows + j] as number, form[j] as number)),
    );
    const rank = rankOf(masks.map((row) => row.slice()));
    return candidates.flatMap((candidate, number) => {
      const own = valuesOf(interpolateOnCoset(candidate, 1));
      const system = masks.map((row, i) => Uint32Array.of(...row, subtract(opened[i] as number, own[i] as number)));
      return rankOf(system) === rank ? [number] : [];
    });
  }

  it('is left whole by the masks of a proof', () => {
    expect(consistent(shape.maskCoefficients)).toHaveLength(candidates.length);
    // As many as values are opened would do; the count is above it.
    expect(consistent(shape.profile.queries + 2 * DEGREE)).toHaveLength(candidates.length);
  });

  it('would be thinned out to the one witness by too few', () => {
    expect(consistent(shape.rows)).toEqual([37]);
  });
});

/** χ² of counts against equal ones, as a distance from its mean in standard deviations. */
function chiSquareSigmas(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const expected = total / counts.length;
  const statistic = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return (statistic - (counts.length - 1)) / Math.sqrt(2 * (counts.length - 1));
}

const BUCKETS = 64;
const bucketOf = (value: number) => Math.floor((value * BUCKETS) / P);

/** Everything field-valued that a proof shows, by kind. */
function openedValues(proof: Proof): Readonly<Record<string, readonly number[]>> {
  const { outOfDomain, trace, quotient, layers, finalPolynomial } = proof;
  return {
    trace: [...trace.rows],
    quotient: [...quotient.rows],
    current: [...outOfDomain.current],
    next: [...outOfDomain.next],
    segments: [...outOfDomain.segments, ...outOfDomain.mask],
    layers: layers.flatMap(({ others }) => [...others]),
    final: [...finalPolynomial],
  };
}

function histograms(proofs: readonly Proof[]): Record<string, number[]> {
  const all: Record<string, number[]> = {};
  for (const proof of proofs) {
    for (const [name, values] of Object.entries(openedValues(proof))) {
      const counts = all[name] ?? new Array<number>(BUCKETS).fill(0);
      all[name] = counts;
      for (const value of values) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
    }
  }
  return all;
}

/**
 * A proof without a witness, for a verifier whose out-of-domain point the simulator chose: random columns, and the first segment's
 * value there moved so that the constraints hold at that one point.
 */
function simulate(z: Extension, seed: number): Uint8Array {
  const { instance, trace } = toy({ width: 1 });
  const nothing = trace.map(({ length }) => new Uint32Array(length));
  const random = seededRandom(seed);
  return withTranscript(programmed(z), () =>
    forge(instance, nothing, {
      seed,
      columns: (columns, { degreeBound }) =>
        columns.map((column) => padded(randomElements(random, degreeBound), column.length)),
      segments: (segments, { shape, alpha, current, next, mask }) => {
        // Random ones, of which the first has the constant that the constraints ask for at z.
        const uniform = segments.map((segment) =>
          segment.map((column) => padded(randomElements(random, shape.degreeBound), column.length)),
        );
        const atPoint = (segment: readonly Uint32Array[]) => {
          const powers = powersOf(z, shape.degreeBound);
          let sum: Extension = new Uint32Array(DEGREE);
          for (let i = 0; i < shape.degreeBound; i++) {
            const coefficient = Uint32Array.from(segment, (column) => column[i] as number);
            sum = addExtension(sum, multiplyExtension(coefficient, elementAt(powers, i)));
          }
          return sum;
        };
        const needed = combineAtPoint(instance, z, current, next, alpha);
        const quotient = multiplyExtension(needed, inverseExtension(zerofierAt(shape.rows, z)));
        const step = powerExtension(z, shape.segmentStep);
        const whole = uniform.reduceRight<Extension>(
          (sum, segment) => addExtension(multiplyExtension(sum, step), atPoint(segment)),
          new Uint32Array(DEGREE),
        );
        const missing = subtractExtension(addExtension(quotient, mask), whole);
        uniform[0]?.forEach((column, k) => {
          column[0] = add(column[0] as number, missing[k] as number);
        });
        return uniform;
      },
    }),
  );
}

function padded(coefficients: Uint32Array, length: number): Uint32Array {
  const all = new Uint32Array(length);
  all.set(coefficients);
  return all;
}

const programmed = (z: Extension) => () => ({ drawOutOfDomainPoint: () => z });

describe('proofs of one witness', () => {
  const { instance, trace } = toy({ width: 1 });
  const shape = shapeFor(instance);
  const proofs = Array.from({ length: 60 }, () => {
    const bytes = prove(instance, PUBLIC_BYTES, trace, { random: systemRandom, profile: 'STANDARD' });
    return decodeProof(bytes, shape) as Proof;
  });

  it('differ in every value that they open', () => {
    const [one, other] = proofs as [Proof, Proof];
    for (const [name, values] of Object.entries(openedValues(one))) {
      const others = new Set(openedValues(other)[name]);
      // Of 30 bits each: that two of some thousands are equal is no matter, that many are would be.
      expect(values.filter((value) => others.has(value)).length).toBeLessThan(3);
    }
    for (const name of ['current', 'next', 'segments', 'mask'] as const) {
      one.outOfDomain[name].forEach((value, i) => {
        expect(value).not.toBe(other.outOfDomain[name][i]);
      });
    }
    expect(one.traceRoot).not.toEqual(other.traceRoot);
  });

  it('open values that are uniform by chi-square', () => {
    for (const [name, counts] of Object.entries(histograms(proofs))) {
      expect(Math.abs(chiSquareSigmas(counts)), name).toBeLessThan(6);
    }
  });

  it('cannot be told from those of a simulator that has no witness and chose the out-of-domain point', () => {
    const simulated = Array.from({ length: 30 }, (_, i) => {
      const { z } = drawn(shape, 1000 + i);
      const bytes = simulate(z, 2000 + i);
      const verdict = withTranscript(programmed(z), () =>
        verify(instance, PUBLIC_BYTES, bytes, { accept: ['STANDARD'] }),
      );
      expect(verdict).toMatchObject({ ok: true });
      // With challenges from the hash it is nothing.
      expect(verify(instance, PUBLIC_BYTES, bytes, { accept: ['STANDARD'] })).toMatchObject({ ok: false });
      return decodeProof(bytes, shape) as Proof;
    });
    const [real, made] = [histograms(proofs), histograms(simulated)];
    for (const [name, counts] of Object.entries(real)) {
      expect(Math.abs(twoSampleSigmas(counts, made[name] as number[])), name).toBeLessThan(6);
    }
  });
});

/** χ² of two histograms of possibly different totals, as a distance from its mean in standard deviations. */
function twoSampleSigmas(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [one, other].map((counts) => counts.reduce((sum, count) => sum + count, 0)) as [number, number];
  const statistic = one.reduce((sum, count, i) => {
    const second = other[i] as number;
    // A bin that is empty on both sides differs in nothing.
    if (count + second === 0) return sum;
    return sum + (count * Math.sqrt(b / a) - second * Math.sqrt(a / b)) ** 2 / (count + second);
  }, 0);
  return (statistic - (one.length - 1)) / Math.sqrt(2 * (one.length - 1));
}

describe('the length of a proof', () => {
  it('follows from the places alone, whatever the witness', () => {
    const places = Array.from({ length: 48 }, (_, i) => 41 * i);
    const lengths = [0, 1, 37, 100_000].map((secret) => {
      const { instance, trace } = toy({ width: 1, secret });
      return withTranscript(
        () => ({ drawIndices: () => places }),
        () => prove(instance, PUBLIC_BYTES, trace, { random: systemRandom, profile: 'STANDARD' }).length,
      );
    });
    expect(new Set(lengths).size).toBe(1);
  });
});
