/** `portfolio_threshold/v1`: the committed worth in US dollars is at least `bounds.min_value_usd`. */
import { airBuilder } from '../../air-builder.ts';
import { demandAmount, demandOrder } from '../../amount/air.ts';
import { amountLimbs, unitsOf } from '../../encoding.ts';
import { demandOpening } from '../../opening/air.ts';
import { boundsOf, defineStatement } from '../statement.ts';

export const TAG = 9;
const ID = 'portfolio_threshold/v1';
export const COLUMNS = { worth: { low: 32, high: 33 }, above: { low: 34, high: 35 } };

function build() {
  const builder = airBuilder(ID, 32);
  const opening = demandOpening(builder, TAG, 1);
  const { first, limbs } = opening;
  const [minimumLow = first, minimumHigh = first] = builder.publicValues(2);
  demandAmount(builder, 'worth', opening);
  demandOrder(builder, 'above', opening, { low: limbs[0], high: limbs[1] }, { low: minimumLow, high: minimumHigh });
  return builder.finish();
}

export const portfolioThreshold = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const minimum = unitsOf(boundsOf(publicInputs, ['min_value_usd'])?.min_value_usd);
    return minimum === null ? null : { values: amountLimbs(minimum) };
  },
});
