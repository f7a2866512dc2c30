import { type Duplicate, duplicatesIn } from '../duplication.ts';
import { productOf, type TreeFacts } from '../tree-facts.ts';
import { functionsAtFault } from './functions-at-fault.ts';
import { byShare, type Judges, missing } from './rule.ts';

const MOST_COMPLEXITY = 10;
const MOST_LINES = 60;
const MOST_FILE_LINES = 500;
const MOST_NESTING = 4;

export const codeQuality: Judges<
  'complex-functions' | 'long-functions' | 'long-files' | 'deep-nesting' | 'duplication' | 'open-marks' | 'no-linter'
> = {
  'complex-functions': (tree) =>
    byShare('complex-functions', {
      ...functionsAtFault(tree, ({ complexity }) =>
        complexity > MOST_COMPLEXITY ? `has a complexity of ${complexity}` : null,
      ),
      fullPercent: 20,
    }),

  'long-functions': (tree) =>
    byShare('long-functions', {
      ...functionsAtFault(tree, ({ lines }) => (lines > MOST_LINES ? `has ${lines} lines of code` : null)),
      fullPercent: 20,
    }),

  'long-files': (tree) => {
    const product = productOf(tree);
    const places = product
      .filter(({ codeLines }) => codeLines > MOST_FILE_LINES)
      .map(({ path, codeLines }) => ({ path, reason: `${codeLines} lines of code` }));
    return byShare('long-files', { places, of: product.length, fullPercent: 20 });
  },

  'deep-nesting': (tree) =>
    byShare('deep-nesting', {
      ...functionsAtFault(tree, ({ nesting }) => (nesting > MOST_NESTING ? `nests ${nesting} levels deep` : null)),
      fullPercent: 20,
    }),

  duplication: (tree) => {
    const files = productOf(tree).map(({ tokens }) => tokens);
    const duplicates = duplicatesIn(files);
    return byShare('duplication', {
      places: duplicates.map(placeOf),
      weight: duplicates.reduce((sum, { tokens }) => sum + tokens, 0),
      of: files.reduce((sum, { hashes }) => sum + hashes.length, 0),
      fullPercent: 20,
    });
  },

  'open-marks': (tree) => {
    const places = productOf(tree).flatMap(({ path, marks }) =>
      marks.map((line) => ({ path, line, reason: 'a comment says that work is left' })),
    );
    const lines = productOf(tree).reduce((sum, { codeLines }) => sum + codeLines, 0);
    // All points from 5 in 1,000 lines on.
    return byShare('open-marks', { places, weight: places.length * 200, of: lines, fullPercent: 100 });
  },

  'no-linter': (tree) => {
    if (!needsLinter(tree) || [...tree.paths].some((path) => LINTER.test(path))) return null;
    return missing('no-linter', 'there is no configuration of a linter or formatter');
  },
};

/** Go and Rust bring their formatter along. */
function needsLinter({ sources }: TreeFacts): boolean {
  return sources.some(({ language }) => language !== 'Go' && language !== 'Rust');
}

const LINTER =
  /(?:^|\/)(?:biome\.jsonc?|\.?eslint(?:rc(?:\.[a-z]+)?|\.config\.[cm]?[jt]s)|\.prettierrc(?:\.[a-z]+)?|prettier\.config\.[cm]?[jt]s|\.oxlintrc\.json|deno\.jsonc?|\.?ruff\.toml|\.flake8|\.pylintrc|tox\.ini|setup\.cfg|pyproject\.toml|\.golangci\.ya?ml|\.?rustfmt\.toml|\.?clippy\.toml|checkstyle\.xml|\.editorconfig|\.clang-format|\.clang-tidy|\.swiftlint\.yml|detekt\.yml|phpcs\.xml(?:\.dist)?|\.shellcheckrc|\.stylecop\.json|\.globalconfig|tslint\.json|\.jshintrc|\.standard\.json|\.xo-config\.json)$/;

function placeOf({ path, line, endLine, firstPath, firstLine }: Duplicate) {
  return { path, line, reason: `lines ${line} to ${endLine} are equal to ${firstPath}, line ${firstLine}` };
}
