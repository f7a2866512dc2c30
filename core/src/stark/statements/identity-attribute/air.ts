/**
 * `identity_attribute/v1`: the prover knows an opening of the commitment whose text is not empty. Nothing is said about the
 * text; `bounds.attribute` is its public label.
 */
import { current, minus, plus, times } from '../../air.ts';
import { airBuilder } from '../../air-builder.ts';
import { demandOpening } from '../../opening/air.ts';
import { boundsOf, defineStatement, isPlainText } from '../statement.ts';

export const TAG = 2;
const ID = 'identity_attribute/v1';
export const COLUMNS = { inverse: 32 };

function build() {
  const builder = airBuilder(ID, 64);
  const { first, limbs } = demandOpening(builder, TAG, 2);
  const inverse = current(builder.column());
  // The first limb of a text is 0 for the empty one alone. On all other rows the cell is 0.
  const factor = plus(times(first, minus(limbs[0], 1)), 1);
  builder.demand('text.not-empty', minus(times(inverse, factor), first));
  return builder.finish();
}

export const identityAttribute = defineStatement({
  id: ID,
  build,
  read: (publicInputs) => (isPlainText(boundsOf(publicInputs, ['attribute'])?.attribute) ? { values: [] } : null),
});
