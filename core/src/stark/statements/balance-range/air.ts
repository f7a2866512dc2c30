/** `balance_range/v1`: the committed balance is at least `bounds.min_balance` and at most `bounds.max_balance`. */
import { current, minus, times } from '../../air.ts';
import { airBuilder } from '../../air-builder.ts';
import { demandOrder } from '../../amount/air.ts';
import { amountLimbs, LOW_BITS, unitsOf } from '../../encoding.ts';
import { demandOpening } from '../../opening/air.ts';
import { demandRange } from '../../range/air.ts';
import { boundsOf, defineStatement, isPlainText } from '../statement.ts';

export const TAG = 7;
const ID = 'balance_range/v1';
export const COLUMNS = { low: 32, above: { low: 33, high: 34 }, below: { low: 35, high: 36 } };

function build() {
  const builder = airBuilder(ID, 32);
  const opening = demandOpening(builder, TAG, 1);
  const { first, notLast, limbs } = opening;
  const [minimumLow = first, minimumHigh = first, maximumLow = first, maximumHigh = first] = builder.publicValues(4);
  // The high limb needs no range check of its own: it is between two public ones, both differences being in range.
  const low = demandRange(builder, 'balance.low', LOW_BITS, notLast);
  builder.demand('balance.low.is', times(first, minus(limbs[0], current(low))));
  const balance = { low: limbs[0], high: limbs[1] };
  demandOrder(builder, 'above', opening, balance, { low: minimumLow, high: minimumHigh });
  demandOrder(builder, 'below', opening, { low: maximumLow, high: maximumHigh }, balance);
  return builder.finish();
}

export const balanceRange = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const bounds = boundsOf(publicInputs, ['token_mint', 'min_balance', 'max_balance']);
    const minimum = unitsOf(bounds?.min_balance);
    const maximum = unitsOf(bounds?.max_balance);
    if (!isPlainText(bounds?.token_mint) || minimum === null || maximum === null || minimum > maximum) return null;
    return { values: [...amountLimbs(minimum), ...amountLimbs(maximum)] };
  },
});
