import { functionsAtFault } from './functions-at-fault.ts';
import { byCount, byShare, type Judges } from './rule.ts';

const MOST_LOOPS = 2;
const LARGE_BYTES = 5 * 1024 * 1024;

export const performance: Judges<
  'nested-loops' | 'searches-in-loops' | 'blocking-calls' | 'waits-in-loops' | 'large-files' | 'growing-strings'
> = {
  'nested-loops': (tree) =>
    byShare('nested-loops', {
      ...functionsAtFault(tree, ({ loopDepth }) => (loopDepth > MOST_LOOPS ? `nests loops ${loopDepth} deep` : null)),
      fullPercent: 10,
    }),

  'searches-in-loops': (tree) =>
    byShare('searches-in-loops', {
      ...functionsAtFault(
        tree,
        ({ searchLine }) => (searchLine > 0 ? 'searches a list in each round of a loop' : null),
        ({ searchLine }) => searchLine,
      ),
      fullPercent: 20,
    }),

  'blocking-calls': (tree) => {
    const { places } = functionsAtFault(
      tree,
      ({ blockingLine }) => (blockingLine > 0 ? 'is asynchronous and blocks' : null),
      ({ blockingLine }) => blockingLine,
    );
    const { places: waiting } = functionsAtFault(tree, ({ isAsync }) => (isAsync ? 'is asynchronous' : null));
    return byShare('blocking-calls', { places, of: waiting.length, fullPercent: 20 });
  },

  'waits-in-loops': (tree) => {
    const { places } = functionsAtFault(
      tree,
      ({ waitLine }) => (waitLine > 0 ? 'waits in each round of a loop' : null),
      ({ waitLine }) => waitLine,
    );
    const { places: waiting } = functionsAtFault(tree, ({ isAsync }) => (isAsync ? 'is asynchronous' : null));
    return byShare('waits-in-loops', { places, of: waiting.length, fullPercent: 50 });
  },

  'large-files': ({ entries }) =>
    byCount(
      'large-files',
      entries
        .filter(({ size }) => size > LARGE_BYTES)
        .map(({ path, size }) => ({ path, reason: `${Math.floor(size / 1024 / 1024)} MiB` })),
      2,
    ),

  'growing-strings': (tree) =>
    byShare('growing-strings', {
      ...functionsAtFault(
        tree,
        ({ growthLine }) => (growthLine > 0 ? 'copies a string in each round of a loop' : null),
        ({ growthLine }) => growthLine,
      ),
      fullPercent: 10,
    }),
};
