/**
 * `regulatory_compliance/v1`: the committed hash is not on the published list. A hash is a polynomial whose coefficients are
 * its lanes; two hashes whose values differ at any one point are different hashes. The point is the first lane of the
 * commitment: where two values happen to be equal there, the prover draws another salt.
 */

import type { JsonObject } from '../../../canonical-json.ts';
import { current, minus, next, plus, times } from '../../air.ts';
import { airBuilder } from '../../air-builder.ts';
import { hashBytes, hashLanes } from '../../encoding.ts';
import { add, multiply } from '../../field.ts';
import { demandOpening } from '../../opening/air.ts';
import { boundsOf, defineStatement } from '../statement.ts';
import { LIST_ROOT, LISTED_HASHES } from './list.ts';

export const TAG = 6;
const ID = 'regulatory_compliance/v1';
const ROWS = 64;
/** The members stand on the rows from here on, repeated until the last one. */
export const FIRST_MEMBER_ROW = 32;
export const COLUMNS = { value: 32, inverse: 33 };
export const CHECKS = ['ofac', 'aml', 'kyc', 'travel_rule'];
const HIGHEST_POWER = 8;

function build() {
  const builder = airBuilder(ID, ROWS);
  const { first, notLast, second, limbs, lanes } = demandOpening(builder, TAG, 2);
  const hasMember = builder.fixed((row) => Number(row >= FIRST_MEMBER_ROW));
  const powers = builder.publicValues(HIGHEST_POWER);
  const value = builder.column();
  const inverse = current(builder.column());
  const member = builder.publicColumn();

  // The rest is the coefficient of the highest power; the lanes come in with the second block.
  const highest = times(powers[HIGHEST_POWER - 1] ?? 0, limbs[1]);
  const lower = plus(...lanes.map((lane, i) => (i === 0 ? lane : times(powers[i - 1] ?? 0, lane))));
  builder.demand('hash.limb', times(first, limbs[0]));
  builder.demand('value.start', times(first, minus(current(value), highest)));
  builder.demand('value.sum', minus(times(notLast, minus(next(value), current(value))), times(second, lower)));
  // On a row with a member the inverse of the difference exists; on all others the cell is 0.
  const difference = minus(current(value), member);
  builder.demand('value.differs', minus(times(inverse, plus(times(hasMember, minus(difference, 1)), 1)), hasMember));
  return builder.finish();
}

/** The powers 1 to 8 of the first lane of the commitment. */
function powersOf(commitment: readonly number[]): number[] {
  const [point = 0] = commitment;
  const powers = [point];
  while (powers.length < HIGHEST_POWER) powers.push(multiply(powers.at(-1) ?? 0, point));
  return powers;
}

/** The value of a hash's polynomial at the point of a commitment. */
export function valueAt(commitment: readonly number[], hash: Uint8Array): number {
  const { lanes, rest } = hashLanes(hash);
  const powers = [1, ...powersOf(commitment)];
  return [...lanes, rest].reduce((sum, lane, i) => add(sum, multiply(lane, powers[i] ?? 0)), 0);
}

/** The values of all members at the point of a commitment, in the order of the list. */
export function listedValues(commitment: readonly number[]): number[] {
  return LISTED_HASHES.flatMap((listed) => hashBytes(listed) ?? []).map((hash) => valueAt(commitment, hash));
}

function memberColumn(commitment: readonly number[]): number[] {
  const values = listedValues(commitment);
  return Array.from({ length: ROWS }, (_, row) =>
    row < FIRST_MEMBER_ROW ? 0 : (values[(row - FIRST_MEMBER_ROW) % values.length] ?? 0),
  );
}

/** Whether the bounds name checks, each once, and the list. */
function hasLimits(publicInputs: JsonObject): boolean {
  const bounds = boundsOf(publicInputs, ['checks', 'list_root']);
  const checks = bounds?.checks;
  if (bounds?.list_root !== LIST_ROOT || !Array.isArray(checks)) return false;
  const isKnown = checks.every((check) => typeof check === 'string' && CHECKS.includes(check));
  return isKnown && checks.length > 0 && new Set(checks).size === checks.length;
}

export const regulatoryCompliance = defineStatement({
  id: ID,
  build,
  read: (publicInputs, commitment) =>
    hasLimits(publicInputs) ? { values: powersOf(commitment), columns: [memberColumn(commitment)] } : null,
});
