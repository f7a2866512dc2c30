/** The functions of a file, whichever way its language marks their bodies. */
import { BracedFinder } from './braced-finder.ts';
import type { FunctionFacts } from './finder.ts';
import { IndentedFinder } from './indented-finder.ts';
import type { Language } from './languages.ts';
import type { Token } from './tokens.ts';

/** Finds them all, in the order in which they end. */
export function functionsOf(tokens: readonly Token[], language: Language): readonly FunctionFacts[] {
  return language.bodies === 'indentation'
    ? new IndentedFinder(tokens, language).find()
    : new BracedFinder(tokens, language).find();
}
