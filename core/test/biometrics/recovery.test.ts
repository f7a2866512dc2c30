/**
 * S30, what is not covered: how well a template is known to whoever may verify and has a sample that is accepted. The numbers stand
 * in the threat model and in the guide; the attack asks no question that is refused.
 */
import { cosineOf, type QuantisedVector, quantisedVector } from '@touchstone/core/biometrics/vector.ts';
import { expect, test } from 'vitest';

const DIMENSIONS = 128;

/** The same numbers in each run. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield (state + 0.5) / 2 ** 32;
  }
}

const draw = uniform(30);
const normal = () => Math.sqrt(-2 * Math.log(draw.next().value)) * Math.cos(2 * Math.PI * draw.next().value);
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

function unit(vector: readonly number[]): number[] {
  const length = Math.sqrt(dot(vector, vector));
  return vector.map((value) => value / length);
}

function quantised(vector: readonly number[]): QuantisedVector {
  const read = quantisedVector(new Uint8Array(Float32Array.from(vector).buffer));
  if (read === null) throw new TypeError('no vector');
  return read;
}

/** The cosine of the template with what is put together of answers in such steps, and how many were asked for. */
function recovered(step: number, threshold: number): { readonly cosine: number; readonly queries: number } {
  const template = unit(Array.from({ length: DIMENSIONS }, normal));
  const stored = quantised(template);
  // A sample of the person.
  const noise = unit(Array.from({ length: DIMENSIONS }, normal));
  const first = unit(template.map((value, at) => 0.97 * value + 0.24 * (noise[at] ?? 0)));
  let queries = 0;
  const confidence = (sample: readonly number[]) => {
    queries += 1;
    const { values, square } = quantised(sample);
    const product = values.reduce((sum, value, at) => sum + value * (stored.values[at] ?? 0), 0);
    const cosine = cosineOf(product, square, stored.square);
    expect(cosine).toBeGreaterThanOrEqual(threshold);
    return Math.round(cosine / step) * step;
  };
  // Turned towards each axis both ways, as far as stays accepted: the cosine differs by what the template has there.
  const turn = threshold === 0.5 ? 0.55 : 0.15;
  const coordinates = first.map((_, axis) => {
    const [up, down] = [turn, -turn].map((by) => {
      const sample = first.map((value, at) => (at === axis ? value + by : value));
      return confidence(sample) * Math.sqrt(dot(sample, sample));
    });
    return ((up ?? 0) - (down ?? 0)) / (2 * turn);
  });
  return { cosine: dot(unit(coordinates), template), queries };
}

test('S30: accepted samples tell the template, and coarser answers would hardly tell less', () => {
  const [usual, lowered, coarse] = [recovered(0.01, 0.9), recovered(0.01, 0.5), recovered(0.1, 0.5)];
  expect([usual, lowered, coarse].map(({ queries }) => queries)).toEqual([256, 256, 256]);
  expect(usual.cosine).toBeGreaterThan(0.97);
  expect(lowered.cosine).toBeGreaterThan(0.99);
  expect(coarse.cosine).toBeGreaterThan(0.9);
});
