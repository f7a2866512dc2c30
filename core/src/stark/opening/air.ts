/**
 * Constraints of an opening: the trace holds a committed value and its salt, and the sponge of commitment.ts takes them to the
 * public commitment. A permutation is 22 rows: one that applies the external matrix to the state with its block, and one a
 * round. The 16 lanes of the state stand beside their cubes, which keep the degree of x⁷ at 4 with a selector.
 */
import { current, type Expression, minus, next, plus, times } from '../air.ts';
import type { AirBuilder } from '../air-builder.ts';
import { INITIAL_CAPACITY, RATE } from '../commitment.ts';
import { externalLayer, INTERNAL_DIAGONAL, ROUND_LIST, ROUNDS, WIDTH } from '../poseidon2.ts';

/** Trace columns 0 to 15 are the state, 16 to 31 the cubes. */
export const CUBES = WIDTH;
export const ROWS_PER_BLOCK = ROUNDS + 1;

export interface Opening {
  /** 1 on the first row. */
  readonly first: Expression;
  /** 1 on all rows but the last one. */
  readonly notLast: Expression;
  /** 1 on the row that takes in the second block; 0 where there is none. */
  readonly second: Expression;
  /** The limbs of the value, on the first row. */
  readonly limbs: readonly [Expression, Expression];
  /** The lanes of the second block, on the row that takes it in. */
  readonly lanes: readonly Expression[];
  /** The eight public values of the commitment. */
  readonly commitment: readonly Expression[];
}

/** Selectors of the rows by what happens on them. */
function schedule(builder: AirBuilder, blocks: 1 | 2) {
  const end = ROWS_PER_BLOCK * blocks;
  const roundOf = (row: number) => (row < end ? ROUND_LIST[(row % ROWS_PER_BLOCK) - 1] : undefined);
  const flag = (isSet: (row: number) => boolean) => builder.fixed((row) => Number(isSet(row)));
  return {
    constants: Array.from({ length: WIDTH }, (_, lane) => builder.fixed((row) => roundOf(row)?.constants[lane] ?? 0)),
    full: flag((row) => roundOf(row)?.isFull === true),
    partial: flag((row) => roundOf(row)?.isFull === false),
    first: flag((row) => row === 0),
    notLast: flag((row) => row < builder.rows - 1),
    output: flag((row) => row === end),
    second: blocks === 2 ? flag((row) => row === ROWS_PER_BLOCK) : plus(),
  };
}

/** Adds the columns and constraints of the opening; they are the first of a statement. */
export function demandOpening(builder: AirBuilder, tag: number, blocks: 1 | 2): Opening {
  const state = Array.from({ length: WIDTH }, () => builder.column());
  const cubes = Array.from({ length: WIDTH }, () => builder.column());
  const rows = schedule(builder, blocks);
  const { first, notLast, second } = rows;
  const commitment = builder.publicValues(RATE);
  const lane = (i: number) => current(state[i] ?? 0);
  const third = (i: number) => current(cubes[i] ?? 0);

  builder.demand('start.tag', times(first, minus(lane(0), tag)));
  for (const [i, value] of INITIAL_CAPACITY.entries()) {
    builder.demand(`start.capacity.${i}`, times(first, minus(lane(RATE + i), value)));
  }

  const sums = state.map((_, i) => plus(lane(i), rows.constants[i] ?? 0));
  for (const [i, sum] of sums.entries()) {
    const isCube = minus(times(sum, sum, sum), third(i));
    // The row that takes in the second block keeps its lanes where cubes stand on the others.
    const holdsLane = blocks === 2 && i < RATE;
    builder.demand(`round.cube.${i}`, holdsLane ? times(minus(1, second), isCube) : isCube);
  }

  const boxes = sums.map((sum, i) => times(third(i), third(i), sum));
  const before = boxes.map((box, i) => {
    const taken = blocks === 2 ? times(plus(first, second), lane(i)) : times(first, lane(i));
    const block = blocks === 2 && i < RATE ? times(second, third(i)) : 0;
    return plus(times(rows.full, box), taken, block);
  });
  const external = externalLayer<Expression>(before, (a, b) => plus(a, b));
  const inner = boxes.map((box, i) => times(rows.partial, i === 0 ? box : lane(i)));
  const innerSum = plus(...inner);
  for (const [i, mixed] of external.entries()) {
    const after = plus(mixed, times(inner[i] ?? 0, INTERNAL_DIAGONAL[i] ?? 0), innerSum);
    builder.demand(`round.state.${i}`, minus(times(notLast, next(state[i] ?? 0)), after));
  }

  for (const [i, value] of commitment.entries()) {
    builder.demand(`commitment.${i}`, times(rows.output, minus(lane(i), value)));
  }
  const lanes = blocks === 2 ? Array.from({ length: RATE }, (_, i) => third(i)) : [];
  return { first, notLast, second, limbs: [lane(1), lane(2)], lanes, commitment };
}
