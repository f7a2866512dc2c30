import { RATE } from '../../commitment.ts';
import { amountLimbs, productLimbs } from '../../encoding.ts';
import { inverse } from '../../field.ts';
import { setCell, type Trace } from '../../opening/trace.ts';
import { fillRange } from '../../range/trace.ts';
import { defineProver } from '../prover.ts';
import { BASE, COLUMNS, collateralRatio, OFFSET, PLACES, SCALE, TAG } from './air.ts';

export interface CollateralWitness {
  /** In millionths of one unit of value, as the debt. */
  readonly collateralUnits: number;
  readonly debtUnits: number;
}

const NO_LANES = [0, 0, 0, 0, 0, 0];

function sumOf(length: number, term: (i: number) => number): number {
  return Array.from({ length }, (_, i) => term(i)).reduce((sum, value) => sum + value, 0);
}

/** Rest and carry of every place; the last place has neither, so a negative difference leaves it unequal. */
function fillPlaces(trace: Trace, collateral: number[], debt: number[], ratio: readonly number[]): void {
  let carry = 0;
  for (let place = 0; place < PLACES - 1; place++) {
    const scaled = sumOf(SCALE.length, (i) => (SCALE[i] ?? 0) * (collateral[place - i] ?? 0));
    const owed = sumOf(debt.length, (i) => (debt[i] ?? 0) * (ratio[place - i] ?? 0));
    const sum = scaled - owed + carry;
    carry = Math.floor(sum / BASE);
    fillRange(trace, COLUMNS.rest + place, sum - carry * BASE);
    fillRange(trace, COLUMNS.carries + place, OFFSET - carry);
  }
}

export const collateralRatioProver = defineProver<CollateralWitness>({
  statement: collateralRatio,
  encode: ({ collateralUnits, debtUnits }) => ({
    tag: TAG,
    limbs: amountLimbs(collateralUnits),
    lanes: [...amountLimbs(debtUnits), ...NO_LANES],
  }),
  fill(trace, { collateralUnits, debtUnits }, { publicValues }) {
    const collateral = productLimbs(collateralUnits);
    const debt = productLimbs(debtUnits);
    for (const [i, part] of amountLimbs(debtUnits).entries()) trace[COLUMNS.debtHalves + i]?.fill(part);
    for (const [i, limb] of collateral.entries()) fillRange(trace, COLUMNS.collateral + i, limb);
    for (const [i, limb] of debt.entries()) fillRange(trace, COLUMNS.debt + i, limb);
    fillPlaces(trace, collateral, debt, publicValues.slice(RATE));
    const someDebt = sumOf(debt.length, (i) => debt[i] ?? 0);
    if (someDebt !== 0) setCell(trace, COLUMNS.inverse, 0, inverse(someDebt));
  },
});
