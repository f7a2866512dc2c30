import { fillAmount } from '../../amount/trace.ts';
import { RATE } from '../../commitment.ts';
import { amountLimbs, unitsOfLimbs } from '../../encoding.ts';
import { defineProver } from '../prover.ts';
import { COLUMNS, portfolioThreshold, TAG } from './air.ts';

export interface PortfolioWitness {
  /** In millionths of a US dollar. */
  readonly worthUnits: number;
}

export const portfolioThresholdProver = defineProver<PortfolioWitness>({
  statement: portfolioThreshold,
  encode: ({ worthUnits }) => ({ tag: TAG, limbs: amountLimbs(worthUnits), lanes: null }),
  fill(trace, { worthUnits }, { publicValues }) {
    fillAmount(trace, COLUMNS.worth, worthUnits);
    fillAmount(trace, COLUMNS.above, worthUnits - unitsOfLimbs(publicValues.slice(RATE)));
  },
});
