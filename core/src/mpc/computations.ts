/** What the parties compute of the shares of the inputs: each computation opens its result and nothing else. */
import { add, at, type Elements, fromInteger, multiply as product, subtract, toInteger } from './field.ts';
import { areNegative, concatenated, map, multiply, open, type Party, requireConsistent } from './party.ts';

export const COMPUTATIONS = ['sum', 'average', 'max', 'min', 'custom'] as const;
export type Computation = (typeof COMPUTATIONS)[number];

export const CUSTOM_KINDS = ['weighted_sum', 'variance', 'count_above'] as const;

/** What `custom` computes. Weights stand in the order of the participants. */
export type Custom =
  | { readonly kind: 'weighted_sum'; readonly weights: readonly number[] }
  | { readonly kind: 'variance' }
  | { readonly kind: 'count_above'; readonly threshold: number };

export type Task = Exclude<Computation, 'custom'> | Custom;

/** An input as a party has it. */
export interface HeldInput {
  /** The place of the participant in the session, from 0. */
  readonly participant: number;
  readonly share: bigint;
}

export interface Computed {
  /** What was opened: the result, or what `resultOf` makes it of. */
  readonly opened: bigint;
  /** This party's share of it. */
  readonly share: bigint;
}

/** Inputs may have this size at most. */
export const MOST_INPUT = 2 ** 31;
/** With `variance`, whose sums of squares have to fit into the field for 256 participants. */
export const MOST_VARIANCE_INPUT = 4_000_000;
/** The sizes of all weights together: the result is then a whole number that JSON carries exactly. */
export const MOST_WEIGHT = 2 ** 22;

export function mostInput(task: Task): number {
  return isCustom(task) && task.kind === 'variance' ? MOST_VARIANCE_INPUT : MOST_INPUT;
}

function isCustom(task: Task): task is Custom {
  return typeof task === 'object';
}

/** Whether the shares belong together and the input has at most the size `most`. Nothing else of it is opened. */
export async function isInputWithin(party: Party, input: bigint, most: number): Promise<boolean> {
  await requireConsistent(party, BigUint64Array.of(input));
  const limit = fromInteger(BigInt(most));
  const [below, above] = [add(input, limit), subtract(limit, input)];
  const signs = await areNegative(party, BigUint64Array.of(below, above));
  // Both cannot be negative: the sum is 1 for an input outside, else 0.
  const outside = await open(party, BigUint64Array.of(add(at(signs, 0), at(signs, 1))));
  return at(outside, 0) === 0n;
}

/** Throws InconsistentShares where a party has left the protocol or an input is shared wrongly. */
export async function compute(party: Party, task: Task, inputs: readonly HeldInput[]): Promise<Computed> {
  const shares = BigUint64Array.from(inputs, (input) => input.share);
  await requireConsistent(party, shares);
  const result = await sharedResult(party, task, inputs, shares);
  const opened = at(await open(party, BigUint64Array.of(result)), 0);
  return { opened: toInteger(opened), share: result };
}

async function sharedResult(party: Party, task: Task, inputs: readonly HeldInput[], shares: Elements): Promise<bigint> {
  if (isCustom(task)) {
    switch (task.kind) {
      case 'weighted_sum':
        return sum(map(shares, (share, i) => product(share, weightOf(task.weights, inputs[i]))));
      case 'variance':
        return variance(party, shares);
      case 'count_above': {
        const threshold = fromInteger(BigInt(task.threshold));
        return sum(
          await areNegative(
            party,
            map(shares, (share) => subtract(threshold, share)),
          ),
        );
      }
    }
  }
  switch (task) {
    case 'sum':
    case 'average':
      return sum(shares);
    case 'max':
      return largest(party, shares);
    case 'min':
      return subtract(
        0n,
        await largest(
          party,
          map(shares, (share) => subtract(0n, share)),
        ),
      );
  }
}

function sum(shares: Elements): bigint {
  return shares.reduce(add, 0n);
}

function weightOf(weights: readonly number[], input: HeldInput | undefined): bigint {
  const weight = input === undefined ? undefined : weights[input.participant];
  if (weight === undefined) throw new TypeError('internal: a participant without a weight');
  return fromInteger(BigInt(weight));
}

/** n·Σx² − (Σx)², which is n² times the variance. */
async function variance(party: Party, shares: Elements): Promise<bigint> {
  const total = sum(shares);
  const factors = concatenated(shares, BigUint64Array.of(total));
  const squares = await multiply(party, factors, factors);
  const ofInputs = sum(squares.subarray(0, shares.length));
  return subtract(product(BigInt(shares.length), ofInputs), at(squares, shares.length));
}

/** The largest value, by a tournament: of each pair the larger goes on, and nobody knows which that was. */
async function largest(party: Party, shares: Elements): Promise<bigint> {
  let left = shares;
  while (left.length > 1) {
    const pairs = Math.floor(left.length / 2);
    const half = (from: number) => BigUint64Array.from({ length: pairs }, (_, i) => at(left, 2 * i + from));
    const [first, second] = [half(0), half(1)];
    const difference = map(first, (share, i) => subtract(share, at(second, i)));
    const isSmaller = await areNegative(party, difference);
    const gain = await multiply(party, isSmaller, difference);
    const winners = map(first, (share, i) => subtract(share, at(gain, i)));
    left = left.length % 2 === 0 ? winners : concatenated(winners, left.subarray(2 * pairs));
  }
  return at(left, 0);
}

/** The result from what was opened; averages and variances are the nearest double to within one unit in the last place. */
export function resultOf(task: Task, opened: bigint, inputs: number): number {
  if (task === 'average') return Number(opened) / inputs;
  if (isCustom(task) && task.kind === 'variance') return Number(opened) / inputs ** 2;
  return Number(opened);
}

/**
 * Whether a computation can have this result at all.
 *
 * @param places those of the participants whose inputs went in, from 0
 */
export function isResultOf(task: Task, result: number, places: readonly number[]): boolean {
  const [most, inputs] = [mostInput(task), places.length];
  const isWholeWithin = (low: number, high: number) => Number.isInteger(result) && result >= low && result <= high;
  if (isCustom(task)) {
    switch (task.kind) {
      case 'weighted_sum': {
        const size = most * places.reduce((sum, place) => sum + Math.abs(task.weights[place] ?? 0), 0);
        return isWholeWithin(-size, size);
      }
      case 'variance':
        return result >= 0 && result <= most ** 2;
      case 'count_above':
        return isWholeWithin(0, inputs);
    }
  }
  switch (task) {
    case 'sum':
      return isWholeWithin(-most * inputs, most * inputs);
    case 'average':
      return Math.abs(result) <= most && resultOf(task, BigInt(Math.round(result * inputs)), inputs) === result;
    case 'max':
    case 'min':
      return isWholeWithin(-most, most);
  }
}

/** What is computed, for people and programs alike. */
export function taskText(task: Task): string {
  if (!isCustom(task)) return task;
  if (task.kind === 'weighted_sum') return `weighted_sum with ${task.weights.join(', ')}`;
  return task.kind === 'count_above' ? `count_above ${task.threshold}` : task.kind;
}
