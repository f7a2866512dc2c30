import { fillAmount } from '../../amount/trace.ts';
import { RATE } from '../../commitment.ts';
import { amountLimbs, unitsOfLimbs } from '../../encoding.ts';
import { fillRange } from '../../range/trace.ts';
import { defineProver } from '../prover.ts';
import { balanceRange, COLUMNS, TAG } from './air.ts';

export interface BalanceWitness {
  /** In millionths of a token. */
  readonly balanceUnits: number;
}

export const balanceRangeProver = defineProver<BalanceWitness>({
  statement: balanceRange,
  encode: ({ balanceUnits }) => ({ tag: TAG, limbs: amountLimbs(balanceUnits), lanes: null }),
  fill(trace, { balanceUnits }, { publicValues }) {
    const [low] = amountLimbs(balanceUnits);
    fillRange(trace, COLUMNS.low, low);
    fillAmount(trace, COLUMNS.above, balanceUnits - unitsOfLimbs(publicValues.slice(RATE, RATE + 2)));
    fillAmount(trace, COLUMNS.below, unitsOfLimbs(publicValues.slice(RATE + 2)) - balanceUnits);
  },
});
