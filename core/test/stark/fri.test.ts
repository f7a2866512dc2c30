import { pointOf } from '@touchstone/core/stark/domain.ts';
import {
  DEGREE,
  dot,
  type Extension,
  elementAt,
  multiplyExtension,
  powersOf,
} from '@touchstone/core/stark/extension.ts';
import { P } from '@touchstone/core/stark/field.ts';
import { evaluateAt, fold } from '@touchstone/core/stark/fri.ts';
import { describe, expect, it } from 'vitest';
import { cases, describeVectors, readVectorJson } from '../vectors.ts';

const reversed = (index: number, bits: number) =>
  Array.from({ length: bits }, (_, bit) => ((index >> bit) & 1) << (bits - 1 - bit)).reduce(
    (sum, part) => sum | part,
    0,
  );

describe('folding by four', () => {
  it('gives Σ βᵏ · f_k(x⁴) for f(x) = Σ xᵏ · f_k(x⁴)', () => {
    const coefficients = Uint32Array.from({ length: 16 * DEGREE }, (_, i) => (i * 1_000_000_007 + 3) % P);
    const beta = Uint32Array.of(5, 7, 11, 13, 17);
    const x = pointOf(31, 256, 9);
    const values = [0, 1, 2, 3].map((k) => evaluateAt(coefficients, pointOf(31, 256, 9 + 64 * k)));
    const powers = powersOf(beta, 4);
    const folded = new Uint32Array(4 * DEGREE);
    for (let i = 0; i < 4; i++)
      folded.set(dot(powers, coefficients.slice(4 * DEGREE * i, 4 * DEGREE * (i + 1))), i * DEGREE);
    const fourth = pointOf(pointOf(31, 2, 0) ** 1, 1, 0);
    expect(fourth).toBe(31);
    const x4 = [x, x, x].reduce((product, factor) => Number((BigInt(product) * BigInt(factor)) % BigInt(P)), x);
    expect(fold(values, x, beta)).toEqual(evaluateAt(folded, x4));
  });

  it('of a constant is the constant', () => {
    const constant = Uint32Array.of(1, 2, 3, 4, 5);
    expect(fold([constant, constant, constant, constant], 12345, Uint32Array.of(9, 8, 7, 6, 5))).toEqual(constant);
    expect(multiplyExtension(constant, Uint32Array.of(1, 0, 0, 0, 0))).toEqual(constant);
    expect(() => fold([constant], 3, constant)).toThrow(RangeError);
  });
});

describeVectors('Plonky3: folding', () => {
  interface Folding {
    readonly d: number;
    readonly index: number;
    readonly log_height: number;
    readonly log_arity: number;
    readonly beta: readonly number[];
    readonly evals: readonly (readonly number[])[];
    readonly out: readonly number[];
  }
  it('agrees in rows of four, which there stand in bit-reversed order', () => {
    const { fri_fold_row: all } = readVectorJson<{ fri_fold_row: readonly Folding[] }>(
      'stark/plonky3_babybear_kat.json',
    );
    const ours = all.filter(({ d, log_arity }) => d === DEGREE && log_arity === 2);
    for (const { index, log_height, beta, evals, out } of cases(ours, 'foldings')) {
      const values = [0, 1, 2, 3].map((k): Extension => Uint32Array.from(evals[reversed(k, 2)] ?? []));
      const x = pointOf(1, 2 ** (log_height + 2), reversed(index, log_height));
      expect(fold(values, x, Uint32Array.from(beta))).toEqual(Uint32Array.from(out));
      expect(elementAt(Uint32Array.from(out), 0)).toHaveLength(DEGREE);
    }
  });
});
