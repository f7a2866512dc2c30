/** The trace of an opening (air.ts). */

import { blocksOf, type CommittedValue, INITIAL_CAPACITY, RATE } from '../commitment.ts';
import { add, multiply } from '../field.ts';
import { cube, externalLayer, linearLayer, ROUND_LIST, WIDTH } from '../poseidon2.ts';
import { CUBES, ROWS_PER_BLOCK } from './air.ts';

/** The trace as the prover takes it: columns of `rows` elements. */
export type Trace = readonly Uint32Array[];

export function cell(trace: Trace, column: number, row: number): number {
  const value = trace[column]?.[row];
  if (value === undefined) throw new RangeError(`the trace has no cell ${row}, ${column}`);
  return value;
}

export function setCell(trace: Trace, column: number, row: number, value: number): void {
  const cells = trace[column];
  if (cells === undefined || row >= cells.length) throw new RangeError(`the trace has no cell ${row}, ${column}`);
  cells[row] = value;
}

function takesSecondBlock(row: number, blocks: number): boolean {
  return blocks === 2 && row === ROWS_PER_BLOCK;
}

/** The cubes beside the state of one row. */
export function fillCubes(trace: Trace, row: number, blocks: number): void {
  const round = row < ROWS_PER_BLOCK * blocks ? ROUND_LIST[(row % ROWS_PER_BLOCK) - 1] : undefined;
  for (let lane = takesSecondBlock(row, blocks) ? RATE : 0; lane < WIDTH; lane++) {
    setCell(trace, CUBES + lane, row, cube(add(cell(trace, lane, row), round?.constants[lane] ?? 0)));
  }
}

/** The state after one row, from that row's state and cubes. */
export function fillNextState(trace: Trace, row: number, blocks: number): void {
  const state = Array.from({ length: WIDTH }, (_, lane) => cell(trace, lane, row));
  const cubes = state.map((_, lane) => cell(trace, CUBES + lane, row));
  const round = ROUND_LIST[(row % ROWS_PER_BLOCK) - 1];
  let after: number[];
  if (round === undefined) {
    const isSecond = takesSecondBlock(row, blocks);
    const taken = state.map((lane, i) => (isSecond && i < RATE ? add(lane, cubes[i] ?? 0) : lane));
    after = externalLayer(taken, add);
  } else {
    const boxed = state.map((lane, i) => {
      const third = cubes[i] ?? 0;
      if (!round.isFull && i > 0) return lane;
      return multiply(multiply(third, third), add(lane, round.constants[i] ?? 0));
    });
    after = linearLayer(boxed, round);
  }
  for (const [lane, value] of after.entries()) setCell(trace, lane, row + 1, value);
}

/** All rows of the sponge after `from`, out of that row's state. */
export function continueOpening(trace: Trace, blocks: number, from: number): void {
  const end = ROWS_PER_BLOCK * blocks;
  for (let row = from; row < end; row++) {
    fillCubes(trace, row, blocks);
    fillNextState(trace, row, blocks);
  }
  fillCubes(trace, end, blocks);
}

/** A trace of the given shape in which the value is opened; all other columns are 0. */
export function openingTrace(
  { rows, width }: { readonly rows: number; readonly width: number },
  value: CommittedValue,
  salt: readonly number[],
): Uint32Array[] {
  const trace = Array.from({ length: width }, () => new Uint32Array(rows));
  const [first = [], second] = blocksOf(value, salt);
  for (const [lane, element] of [...first, ...INITIAL_CAPACITY].entries()) setCell(trace, lane, 0, element);
  for (const [lane, element] of (second ?? []).entries()) setCell(trace, CUBES + lane, ROWS_PER_BLOCK, element);
  continueOpening(trace, second === undefined ? 1 : 2, 0);
  return trace;
}
