import path from 'node:path';
import type { LossPlace } from '@touchstone/core/grade/losses.ts';
import { canHaveCycles, cyclesOf } from '../import-cycles.ts';
import { productOf } from '../tree-facts.ts';
import { functionsAtFault } from './functions-at-fault.ts';
import { byCount, byShare, type Judges } from './rule.ts';

const MOST_IMPORTS = 25;
const MOST_PARAMETERS = 5;
const MOST_FUNCTIONS = 40;
const MOST_FILES_IN_FOLDER = 40;
const CLIMBING = '../../../../';
const MOST_FOLDERS = 10;
/** Members of a circle that one reason names. */
const NAMED_MEMBERS = 4;

export const architecture: Judges<
  | 'import-cycles'
  | 'many-imports'
  | 'many-parameters'
  | 'crowded-files'
  | 'crowded-folders'
  | 'climbing-imports'
  | 'deep-folders'
> = {
  'import-cycles': (tree) => {
    const modules = productOf(tree).filter(canHaveCycles);
    const cycles = cyclesOf(modules);
    return byShare('import-cycles', {
      places: cycles.map(({ members, line }) => ({ path: members[0] ?? '.', line, reason: circleOf(members) })),
      weight: cycles.reduce((sum, { members }) => sum + members.length, 0),
      of: modules.length,
      fullPercent: 10,
    });
  },

  'many-imports': (tree) => {
    const product = productOf(tree);
    const places = product
      .filter(({ imports }) => imports.length > MOST_IMPORTS)
      .map(({ path: file, imports }) => ({ path: file, reason: `${imports.length} imports` }));
    return byShare('many-imports', { places, of: product.length, fullPercent: 20 });
  },

  'many-parameters': (tree) =>
    byShare('many-parameters', {
      ...functionsAtFault(tree, ({ parameters }) =>
        parameters > MOST_PARAMETERS ? `has ${parameters} parameters` : null,
      ),
      fullPercent: 20,
    }),

  'crowded-files': (tree) => {
    const product = productOf(tree);
    const places = product
      .filter(({ functions }) => functions.length > MOST_FUNCTIONS)
      .map(({ path: file, functions }) => ({ path: file, reason: `${functions.length} functions` }));
    return byShare('crowded-files', { places, of: product.length, fullPercent: 10 });
  },

  'crowded-folders': (tree) => {
    const folders = Map.groupBy(productOf(tree), ({ path: file }) => path.posix.dirname(file));
    const places: LossPlace[] = [...folders]
      .filter(([, files]) => files.length > MOST_FILES_IN_FOLDER)
      .map(([folder, files]) => ({ path: folder, reason: `${files.length} source files in one folder` }));
    return byCount('crowded-folders', places, 2);
  },

  'climbing-imports': (tree) => {
    const product = productOf(tree);
    const places = product.flatMap(({ path: file, imports }) => {
      const climbing = imports.find(({ specifier }) => specifier.startsWith(CLIMBING) || specifier.startsWith('.....'));
      if (climbing === undefined) return [];
      return [{ path: file, line: climbing.line, reason: `imports ${climbing.specifier}` }];
    });
    return byShare('climbing-imports', { places, of: product.length, fullPercent: 10 });
  },

  'deep-folders': (tree) => {
    const product = productOf(tree);
    const places = product.flatMap(({ path: file }) => {
      const folders = file.split('/').length - 1;
      return folders > MOST_FOLDERS ? [{ path: file, reason: `${folders} folders deep` }] : [];
    });
    return byShare('deep-folders', { places, of: product.length, fullPercent: 20 });
  },
};

function circleOf(members: readonly string[]): string {
  if (members.length === 1) return 'imports itself';
  const others = members.slice(1, 1 + NAMED_MEMBERS).join(', ');
  const more = members.length - 1 - NAMED_MEMBERS;
  return `imports in a circle with ${others}${more > 0 ? ` and ${more} more` : ''}`;
}
