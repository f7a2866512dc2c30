/** Rules about functions: those of the product at which something is at fault. */
import type { LossPlace } from '@touchstone/core/grade/losses.ts';
import type { FunctionFacts } from '../finder.ts';
import { productOf, type TreeFacts } from '../tree-facts.ts';

export interface AtFault {
  readonly places: readonly LossPlace[];
  /** All functions of the product. */
  readonly of: number;
}

/**
 * @param reason what is wrong with a function; null for nothing
 * @param lineOf where, if not at its beginning
 */
export function functionsAtFault(
  tree: TreeFacts,
  reason: (facts: FunctionFacts) => string | null,
  lineOf: (facts: FunctionFacts) => number = ({ line }) => line,
): AtFault {
  let of = 0;
  const places: LossPlace[] = [];
  for (const { path, functions } of productOf(tree)) {
    of += functions.length;
    const own = functions.flatMap((facts) => {
      const why = reason(facts);
      return why === null ? [] : [{ path, line: lineOf(facts), reason: `${facts.name} ${why}` }];
    });
    // One by one: a file may have more functions than a call has arguments.
    for (const place of own.sort((a, b) => a.line - b.line)) places.push(place);
  }
  return { places, of };
}
