/** What kyc_status and accredited_investor share: the committed number is 1, 2 or 3, its place in the statement's public list. */
import { type Air, minus, times } from '../air.ts';
import { airBuilder } from '../air-builder.ts';
import { demandOpening } from '../opening/air.ts';
import { defineStatement, type Statement, setOf } from './statement.ts';

/**
 * @param choices the three texts; the public inputs must have them as `set`
 * The second limb and the second block hold a hash of the provider, about which nothing is proven.
 */
export function oneOfThree(id: string, tag: number, choices: readonly [string, string, string]): Statement {
  function build(): Air {
    const builder = airBuilder(id, 64);
    const { first, limbs } = demandOpening(builder, tag, 2);
    const [place] = limbs;
    builder.demand('choice', times(first, minus(place, 1), minus(place, 2), minus(place, 3)));
    return builder.finish();
  }
  return defineStatement({
    id,
    build,
    read(publicInputs) {
      const set = setOf(publicInputs);
      return set?.length === choices.length && choices.every((choice, i) => set[i] === choice) ? { values: [] } : null;
    },
  });
}
