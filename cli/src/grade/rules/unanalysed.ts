/**
 * What a source file costs that is too large to be analysed: all points of every rule about code, since nobody knows what it
 * holds. So no file gains by it.
 */
import type { Loss } from '@touchstone/core/grade/losses.ts';
import { type RuleId, ruleOf } from '@touchstone/core/grade/rules.ts';
import { type TreeFacts, unanalysedIn } from '../tree-facts.ts';
import { lossOf } from './rule.ts';

/** Those that look into source code outside of tests. */
const ABOUT_CODE: ReadonlySet<RuleId> = new Set([
  'complex-functions',
  'long-functions',
  'long-files',
  'deep-nesting',
  'duplication',
  'open-marks',
  'dangerous-calls',
  'weak-cryptography',
  'import-cycles',
  'many-imports',
  'many-parameters',
  'crowded-files',
  'crowded-folders',
  'climbing-imports',
  'deep-folders',
  'nested-loops',
  'searches-in-loops',
  'blocking-calls',
  'waits-in-loops',
  'growing-strings',
  'few-tests',
  'uncommented-files',
]);

/** All points of a rule about code where there is such a file; else null. */
export function worstOf(rule: RuleId, tree: TreeFacts): Loss | null {
  if (!ABOUT_CODE.has(rule)) return null;
  const places = unanalysedIn(tree)
    .filter(({ isTest }) => !isTest)
    .map(({ path, flaw }) => ({ path, reason: `${flaw}: too large to be analysed` }));
  return lossOf(rule, ruleOf(rule).points, places);
}
