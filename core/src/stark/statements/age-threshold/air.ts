/** `age_threshold/v1`: the committed age, in whole years, is at least `bounds.minimum_age`. */
import { current, minus, times } from '../../air.ts';
import { airBuilder } from '../../air-builder.ts';
import { demandOpening } from '../../opening/air.ts';
import { demandRange } from '../../range/air.ts';
import { boundsOf, defineStatement } from '../statement.ts';

export const TAG = 1;
const ID = 'age_threshold/v1';
const AGE_BITS = 14;
/** Every date that a time of this project can name has an age that fits. */
export const HIGHEST_AGE = 2 ** AGE_BITS - 1;
export const HIGHEST_MINIMUM = 150;
export const COLUMNS = { age: 32, above: 33 };

function build() {
  const builder = airBuilder(ID, 32);
  const opening = demandOpening(builder, TAG, 1);
  const { first, notLast, limbs } = opening;
  const [minimum = first] = builder.publicValues(1);
  const age = demandRange(builder, 'age', AGE_BITS, notLast);
  const above = demandRange(builder, 'above', AGE_BITS, notLast);
  builder.demand('age.is', times(first, minus(limbs[0], current(age))));
  builder.demand('age.limb', times(first, limbs[1]));
  builder.demand('above.is', times(first, minus(minus(current(age), minimum), current(above))));
  return builder.finish();
}

export const ageThreshold = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const minimum = boundsOf(publicInputs, ['minimum_age'])?.minimum_age;
    const isAge = typeof minimum === 'number' && Number.isInteger(minimum) && minimum >= 0;
    return isAge && minimum <= HIGHEST_MINIMUM ? { values: [minimum] } : null;
  },
});
