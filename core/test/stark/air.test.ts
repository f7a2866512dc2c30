import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes.ts';
import { sha256 } from '../../src/hash.ts';
import {
  type Air,
  brokenConstraints,
  constant,
  current,
  defineAir,
  degreeOf,
  type Expression,
  firstBrokenConstraint,
  graphOf,
  instantiate,
  minus,
  next,
  periodic,
  plus,
  publicValue,
  serialiseAir,
  times,
} from '../../src/stark/air.ts';
import { P } from '../../src/stark/field.ts';

const NOT_LAST = Array.from({ length: 32 }, (_, row) => Number(row < 31));
const FIRST = Array.from({ length: 32 }, (_, row) => Number(row === 0));

function air(changes: Partial<Omit<Air, 'digest'>> = {}): Omit<Air, 'digest'> {
  return {
    id: 'squares/v1',
    rows: 32,
    width: 1,
    periodic: [NOT_LAST, FIRST],
    publicColumns: 0,
    publicValues: 1,
    constraints: [
      { name: 'start', expression: times(periodic(1), minus(current(0), publicValue(0))) },
      { name: 'square', expression: times(periodic(0), minus(next(0), times(current(0), current(0)))) },
    ],
    ...changes,
  };
}

const demand = (expression: Expression) => ({ constraints: [{ name: 'one', expression }] });

function squares(start: number): Uint32Array {
  const column = new Uint32Array(32);
  let value = BigInt(start);
  for (let row = 0; row < 32; row++) {
    column[row] = Number(value);
    value = (value * value) % BigInt(P);
  }
  return column;
}

describe('an AIR', () => {
  it('has the degree of its highest product', () => {
    const cell = current(0);
    const degree = (expression: Expression) => degreeOf({ name: '', expression });
    expect(degree(constant(5))).toBe(0);
    expect(degree(publicValue(0))).toBe(0);
    expect(degree(plus(cell, times(cell, periodic(0), next(0))))).toBe(3);
    expect(degree(times(minus(cell, 1), minus(cell, publicValue(0))))).toBe(2);
  });

  it('has a digest over all of it', () => {
    const digests = [
      air(),
      air({ id: 'squares/v2' }),
      air({ width: 2 }),
      air({ rows: 64, periodic: [NOT_LAST, FIRST].map((column) => [...column, ...column]) }),
      air({ publicValues: 2 }),
      air({ publicColumns: 1 }),
      air({ periodic: [FIRST, NOT_LAST] }),
      air({ constraints: [...air().constraints].reverse() }),
      air({ constraints: air().constraints.slice(1) }),
      air({ constraints: air().constraints.map((one) => ({ ...one, name: `${one.name}x` })) }),
      air(demand(times(current(0), 2))),
      air(demand(times(current(0), 3))),
      air(demand(plus(current(0), 2))),
      air(demand(next(0))),
    ].map((one) => toHex(defineAir(one).digest));
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests[0]).toBe(toHex(sha256(serialiseAir(air()))));
  });

  it('numbers equal expressions once, operands first', () => {
    const sum = () => plus(current(0), 5);
    const { nodes, roots } = graphOf([
      { name: 'a', expression: times(sum(), sum()) },
      { name: 'b', expression: minus(next(0), sum()) },
    ]);
    expect(nodes).toEqual([
      { op: 'current', column: 0 },
      { op: 'constant', value: 5 },
      { op: 'add', left: 0, right: 1 },
      { op: 'multiply', left: 2, right: 2 },
      { op: 'next', column: 0 },
      { op: 'subtract', left: 4, right: 2 },
    ]);
    expect(roots).toEqual([3, 5]);
  });

  it('is refused where it is not well formed', () => {
    const cell = current(0);
    const wrong: Partial<Air>[] = [
      { rows: 16, periodic: [] },
      { rows: 33 },
      { rows: 256 },
      { periodic: [NOT_LAST.slice(1), FIRST] },
      { periodic: [NOT_LAST, FIRST.map(() => P)] },
      { constraints: [...air().constraints, ...air().constraints] },
      demand(current(1)),
      demand(next(-1)),
      demand(times(cell, periodic(2))),
      demand(plus(cell, publicValue(1))),
      demand(plus(cell, { op: 'constant', value: P })),
      demand(times(cell, cell, cell, cell, cell)),
      demand(constant(0)),
    ];
    for (const changes of wrong) expect(() => defineAir(air(changes))).toThrow(RangeError);
    expect(() => defineAir(air(demand(times(cell, cell, cell, cell))))).not.toThrow();
  });

  it('takes public inputs of its shape only', () => {
    const made = defineAir(air({ publicColumns: 1 }));
    const column = NOT_LAST;
    expect(instantiate(made, [1], [column]).publicColumns).toEqual([column]);
    const wrong: [number[], number[][]][] = [
      [[], [column]],
      [[1, 2], [column]],
      [[P], [column]],
      [[1.5], [column]],
      [[1], []],
      [[1], [column.slice(1)]],
      [[1], [column.map(() => -1)]],
    ];
    for (const [values, columns] of wrong) expect(() => instantiate(made, values, columns)).toThrow(RangeError);
  });
});

describe('a trace', () => {
  const instance = instantiate(defineAir(air()), [3]);

  it('breaks nothing where all constraints hold', () => {
    expect(firstBrokenConstraint(instance, [squares(3)])).toBeNull();
  });

  it('breaks what it breaks, with the first row of each', () => {
    const other = squares(3);
    other[7] = 1;
    expect(brokenConstraints(instance, [other])).toEqual([{ name: 'square', row: 6 }]);
    expect(brokenConstraints(instance, [squares(5)])).toEqual([{ name: 'start', row: 0 }]);
    expect(brokenConstraints(instance, [other], [7])).toEqual([{ name: 'square', row: 7 }]);
    expect(brokenConstraints(instance, [other], [9])).toEqual([]);
  });

  it('has the shape of the AIR', () => {
    expect(() => firstBrokenConstraint(instance, [])).toThrow(RangeError);
    expect(() => firstBrokenConstraint(instance, [squares(3).slice(1)])).toThrow(RangeError);
  });
});
