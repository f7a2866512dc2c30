/**
 * A prover that cheats. It builds traces for claims that do not hold and looks which constraints notice; a forgery that breaks
 * one constraint alone is what would pass if that one were missing.
 */
import type { JsonObject } from '../../../src/canonical-json.ts';
import { brokenConstraints, type Instance } from '../../../src/stark/air.ts';
import { type CommittedValue, commit, commitmentHex, RATE, SALT_LANES } from '../../../src/stark/commitment.ts';
import { add, P } from '../../../src/stark/field.ts';
import { CUBES, ROWS_PER_BLOCK } from '../../../src/stark/opening/air.ts';
import {
  cell,
  continueOpening,
  fillCubes,
  fillNextState,
  openingTrace,
  setCell,
  type Trace,
} from '../../../src/stark/opening/trace.ts';
import type { Prover } from '../../../src/stark/statements/prover.ts';
import type { Statement } from '../../../src/stark/statements/statement.ts';

/** What the first rows of a trace open. */
export interface Opened {
  readonly limbs: readonly [number, number];
  readonly lanes: readonly number[];
}

/** All that the tests know of a statement beside its code: the claim in plain arithmetic. */
export interface Claim<Witness> {
  readonly prover: Prover<Witness>;
  readonly tag: number;
  readonly blocks: 1 | 2;
  /** Whether limbs and lanes are a value in its one form for which the claim holds. */
  readonly isTrue: (limits: JsonObject, opened: Opened) => boolean;
}

export const SALT = [11, 22, 33, 44, 55];

export function publicInputs(statement: Statement, limits: JsonObject, commitment: readonly number[]): JsonObject {
  return { statement: statement.id, value_commitment: commitmentHex(commitment), ...limits };
}

export function instanceFor(statement: Statement, limits: JsonObject, commitment: readonly number[]): Instance {
  const instance = statement.instanceOf(publicInputs(statement, limits, commitment));
  if (instance === null) throw new TypeError(`no instance of ${statement.id}: ${JSON.stringify(limits)}`);
  return instance;
}

/** A change to the opening of a trace, from which the rows that follow are computed as if it were right. */
export type OpeningFault = (trace: Trace, blocks: 1 | 2) => void;

function changed(value: number, by = 1): number {
  return add(value, by);
}

function faultOfStart(lane: number): OpeningFault {
  return (trace, blocks) => {
    setCell(trace, lane, 0, changed(cell(trace, lane, 0)));
    continueOpening(trace, blocks, 0);
  };
}

function faultOfCube(lane: number, row: number): OpeningFault {
  return (trace, blocks) => {
    fillCubes(trace, row, blocks);
    setCell(trace, CUBES + lane, row, changed(cell(trace, CUBES + lane, row)));
    fillNextState(trace, row, blocks);
    continueOpening(trace, blocks, row + 1);
  };
}

function faultOfState(lane: number, row: number): OpeningFault {
  return (trace, blocks) => {
    setCell(trace, lane, row, changed(cell(trace, lane, row)));
    continueOpening(trace, blocks, row);
  };
}

/** One fault for each constraint of the opening, by the constraint's name; null leaves the trace and changes the commitment. */
export function openingFaults(blocks: 1 | 2): [string, OpeningFault | null, number][] {
  const middle = ROWS_PER_BLOCK * (blocks - 1) + 3;
  const lanes = Array.from({ length: 2 * RATE }, (_, i) => i);
  return [
    ['start.tag', faultOfStart(0), 0],
    ...lanes.slice(RATE).map((i): [string, OpeningFault, number] => [`start.capacity.${i - RATE}`, faultOfStart(i), 0]),
    ...lanes.map((i): [string, OpeningFault, number] => [`round.cube.${i}`, faultOfCube(i, middle), 0]),
    ...lanes.map((i): [string, OpeningFault, number] => [`round.state.${i}`, faultOfState(i, middle), 0]),
    ...lanes.slice(0, RATE).map((i): [string, null, number] => [`commitment.${i}`, null, i]),
  ];
}

export interface Forgery {
  readonly instance: Instance;
  readonly trace: Trace;
  readonly limits: JsonObject;
}

/** A trace that opens the value, with the columns beside the opening as `fill` leaves them. */
export function forge(
  statement: Statement,
  limits: JsonObject,
  value: CommittedValue,
  fill: (trace: Trace, instance: Instance) => void,
): Forgery {
  const instance = instanceFor(statement, limits, commit(value, SALT));
  const trace = openingTrace(instance.air, value, SALT);
  fill(trace, instance);
  return { instance, trace, limits };
}

/** A trace of an honest witness with a fault in the opening, for the commitment that comes out. */
export function forgeOpening<Witness>(
  { prover, blocks }: Claim<Witness>,
  limits: JsonObject,
  witness: Witness,
  fault: OpeningFault | null,
  changedLane: number,
): Forgery {
  const { statement } = prover;
  const trace = openingTrace(statement.air(), prover.encode(witness), SALT);
  fault?.(trace, blocks);
  const lanes = Array.from({ length: RATE }, (_, lane) => cell(trace, lane, ROWS_PER_BLOCK * blocks));
  if (fault === null) lanes[changedLane] = changed(lanes[changedLane] ?? 0);
  const instance = instanceFor(statement, limits, lanes);
  prover.fill(trace, witness, instance);
  return { instance, trace, limits };
}

/** Whether what the trace opens is what the public inputs claim. A forgery is one for which this is false. */
export function isTrue<Witness>(claim: Claim<Witness>, { instance, trace, limits }: Forgery): boolean {
  const row = Array.from({ length: RATE }, (_, lane) => cell(trace, lane, 0));
  const limbs = [row[1] ?? 0, row[2] ?? 0] as const;
  const salt = row.slice(RATE - SALT_LANES);
  const lanes =
    claim.blocks === 1 ? [] : Array.from({ length: RATE }, (_, lane) => cell(trace, CUBES + lane, ROWS_PER_BLOCK));
  const value = { tag: claim.tag, limbs, lanes: claim.blocks === 1 ? null : lanes };
  const isOpening = commit(value, salt).every((lane, i) => lane === instance.publicValues[i]);
  return isOpening && claim.isTrue(limits, { limbs, lanes });
}

export function brokenNames({ instance, trace }: Forgery): string[] {
  return brokenConstraints(instance, trace).map(({ name }) => name);
}

/** Every cell that can be changed without breaking a constraint. */
export function freeCells({ instance, trace }: Forgery): string[] {
  const { rows, width } = instance.air;
  const free: string[] = [];
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < rows; row++) {
      const before = cell(trace, column, row);
      for (const by of [1, 1_234_567]) {
        setCell(trace, column, row, changed(before, by));
        const affected = [row, (row + rows - 1) % rows];
        if (brokenConstraints(instance, trace, affected).length === 0)
          free.push(`column ${column}, row ${row}, +${by}`);
      }
      setCell(trace, column, row, before);
    }
  }
  return free;
}

/** A column of a range check with this first cell that keeps to the bits and does not end. */
export function withoutEnd(trace: Trace, column: number, value: number): void {
  let rest = ((value % P) + P) % P;
  for (let row = 0; row < (trace[column]?.length ?? 0); row++) {
    setCell(trace, column, row, rest);
    rest = Math.floor(rest / 2);
  }
}

/** A column of a range check with this first cell that ends and does not keep to the bits. */
export function withoutBits(trace: Trace, column: number, value: number): void {
  trace[column]?.fill(0);
  setCell(trace, column, 0, ((value % P) + P) % P);
}

/** Both ways out of a range check, by the constraint that stands against each. */
export const WAYS_OUT = [
  ['end', withoutEnd],
  ['bits', withoutBits],
] as const;
