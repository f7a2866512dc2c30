import { pointOf } from '@touchstone/core/stark/domain.ts';
import { combineAtPoint, constraintDegreeOf, zerofierAt } from '@touchstone/core/stark/evaluate.ts';
import { combineOnDomain } from '@touchstone/core/stark/evaluate-domain.ts';
import { DEGREE, elementAt, fromBase, isBase } from '@touchstone/core/stark/extension.ts';
import { powersOfBase } from '@touchstone/core/stark/field.ts';
import { randomElements } from '@touchstone/core/stark/mask.ts';
import { evaluateOnCoset, interpolateOnCoset } from '@touchstone/core/stark/ntt.ts';
import { SHIFT } from '@touchstone/core/stark/shape.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { toy } from './toy.ts';

const SIZE = 256;

function extended(values: ArrayLike<number>): Uint32Array {
  const target = new Uint32Array(SIZE);
  const coefficients = interpolateOnCoset(Uint32Array.from(values), 1);
  evaluateOnCoset(coefficients, powersOfBase(SHIFT, coefficients.length), target);
  return target;
}

describe('the constraints', () => {
  const { instance, trace } = toy({ width: 3, degree: 4 });
  const { air, publicColumns } = instance;
  const alpha = randomElements(seededRandom(1), air.constraints.length * DEGREE);
  const columns = {
    size: SIZE,
    stride: SIZE / air.rows,
    trace: trace.map(extended),
    fixed: [...air.periodic, ...publicColumns].map(extended),
  };
  const sums = combineOnDomain(instance, columns, alpha);

  it('have one value on the domain for the prover and at each of its points for the verifier', () => {
    for (const i of [0, 1, 100, SIZE - columns.stride, SIZE - 1]) {
      const rowAt = (place: number) =>
        Uint32Array.from(columns.trace.flatMap((column) => [...fromBase(column[place % SIZE] ?? 0)]));
      const point = fromBase(pointOf(SHIFT, SIZE, i));
      const expected = combineAtPoint(instance, point, rowAt(i), rowAt(i + columns.stride), alpha);
      expect([...expected]).toEqual(sums.map((sum) => sum[i]));
    }
  });

  it('vanish on the trace’s domain where they are kept, and there alone', () => {
    const onRows = {
      size: air.rows,
      stride: 1,
      trace,
      fixed: [...air.periodic, ...publicColumns].map((column) => Uint32Array.from(column)),
    };
    for (const sum of combineOnDomain(instance, onRows, alpha)) expect([...sum]).toEqual(new Array(air.rows).fill(0));
    expect(sums.some((sum) => sum.every((value) => value === 0))).toBe(false);
    const broken = trace.map((column) => column.slice());
    (broken[1] as Uint32Array)[4] = 0;
    const [first = new Uint32Array(0)] = combineOnDomain(instance, { ...onRows, trace: broken }, alpha);
    expect([...first].flatMap((value, row) => (value === 0 ? [] : [row]))).toEqual([3, 4]);
    for (let i = 0; i < air.rows; i++)
      expect([...zerofierAt(air.rows, fromBase(pointOf(1, air.rows, i)))]).toEqual([0, 0, 0, 0, 0]);
    expect(isBase(zerofierAt(air.rows, elementAt(alpha, 0)))).toBe(false);
  });

  it('have the degree of their highest', () => {
    expect(constraintDegreeOf(air)).toBe(4);
    expect(constraintDegreeOf(toy({ degree: 2 }).instance.air)).toBe(2);
  });
});
