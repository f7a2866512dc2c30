import type { LossPlace } from '@touchstone/core/grade/losses.ts';
import { ruleOf } from '@touchstone/core/grade/rules.ts';
import type { LockedPackage } from '../lock-files/locked-package.ts';
import { productOf } from '../tree-facts.ts';
import { byCount, byShare, type Judges, lossOf, missing } from './rule.ts';
import { packagesOf, placeOf } from './security-posture.ts';

/** From this many lines of tests for 100 of the product on, nothing is lost. */
const ENOUGH_TESTS_PERCENT = 50;
const FREE_PACKAGES = 200;
const PACKAGES_OF_POINT = 100;
const UNCOMMENTED_LINES = 100;
const README_LINES = 40;

const CI =
  /^(?:\.github\/workflows\/[^/]+\.ya?ml|\.gitlab-ci\.ya?ml|\.circleci\/config\.ya?ml|azure-pipelines\.ya?ml|Jenkinsfile|\.travis\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|\.woodpecker(?:\/[^/]+)?\.ya?ml|\.woodpecker\/[^/]+|\.buildkite\/[^/]+|appveyor\.ya?ml|\.appveyor\.ya?ml|\.ci\/[^/]+|\.forgejo\/workflows\/[^/]+|\.gitea\/workflows\/[^/]+|cloudbuild\.ya?ml|\.teamcity\/[^/]+)$/;
const RUNTIME =
  /^(?:\.nvmrc|\.node-version|\.tool-versions|mise\.toml|\.python-version|runtime\.txt|rust-toolchain(?:\.toml)?|global\.json|\.java-version|\.sdkmanrc|pom\.xml|build\.gradle(?:\.kts)?|\.swift-version|[^/]+\.csproj|Dockerfile)$/;
const DOCS = /^docs?\/./i;

export const maintenanceRisk: Judges<
  | 'few-tests'
  | 'no-ci'
  | 'duplicate-majors'
  | 'many-dependencies'
  | 'unstable-versions'
  | 'uncommented-files'
  | 'no-runtime-version'
  | 'no-documentation'
  | 'skipped-tests'
> = {
  'few-tests': ({ sources }) => {
    const tests = sources.reduce((sum, { testLines }) => sum + testLines, 0);
    const all = sources.reduce((sum, { codeLines }) => sum + codeLines, 0);
    const product = all - tests;
    if (product === 0 || 100 * tests >= ENOUGH_TESTS_PERCENT * product) return null;
    // Rounded half up: all points without any test.
    const { points } = ruleOf('few-tests');
    const enough = ENOUGH_TESTS_PERCENT * product;
    const lost = Math.floor((2 * points * (enough - 100 * tests) + enough) / (2 * enough));
    const reason = `${counted(tests)} of tests for ${counted(product)} of code`;
    return lossOf('few-tests', lost, [{ path: '.', reason }]);
  },

  'no-ci': ({ paths }) =>
    some(paths, CI) ? null : missing('no-ci', 'there is no configuration of continuous integration'),

  'duplicate-majors': (tree) => {
    const names = Map.groupBy(packagesOf(tree), ({ one: { ecosystem, name } }) => `${ecosystem} ${name}`);
    const places = [...names.values()].flatMap((entries): readonly LossPlace[] => {
      const majors = new Map(entries.map((entry) => [majorOf(entry.one), entry]));
      const [last] = [...majors.values()].slice(-1);
      if (majors.size < 2 || last === undefined) return [];
      const list = [...majors.values()].map(({ one }) => one.version).join(', ');
      return [{ path: last.path, line: last.one.line, reason: `${last.one.name} is locked as ${list}` }];
    });
    return byShare('duplicate-majors', { places, of: names.size, fullPercent: 10 });
  },

  'many-dependencies': (tree) => {
    const count = packagesOf(tree).length;
    const points = Math.ceil((count - FREE_PACKAGES) / PACKAGES_OF_POINT);
    if (points <= 0) return null;
    const places = tree.lockFiles
      .filter(({ packages }) => packages.length > 0)
      .map(({ path, packages }) => ({ path, reason: `locks ${packages.length} packages` }));
    return lossOf('many-dependencies', points, places);
  },

  'unstable-versions': (tree) => {
    const all = packagesOf(tree);
    const places = all
      .filter(({ one: { version } }) =>
        /^\d[\w.]*-(?!0\.\d{14}-)(?:alpha|beta|rc|pre|dev|next|canary|nightly)|^\d[\d.]*(?:a|b|rc)\d/i.test(version),
      )
      .map(({ path, one }) => placeOf(path, one, 'is a pre-release'));
    return byShare('unstable-versions', { places, of: all.length, fullPercent: 10 });
  },

  'uncommented-files': (tree) => {
    const large = productOf(tree).filter(({ codeLines }) => codeLines > UNCOMMENTED_LINES);
    const places = large
      .filter(({ comments }) => comments === 0)
      .map(({ path, codeLines }) => ({ path, reason: `${codeLines} lines of code without a comment` }));
    return byShare('uncommented-files', { places, of: large.length, fullPercent: 50 });
  },

  'no-runtime-version': ({ manifests, unreadable, paths }) => {
    const isStated = manifests.some(({ statesRuntime }) => statesRuntime) || some(paths, RUNTIME);
    const first = manifests[0]?.path ?? unreadable[0];
    if (isStated || first === undefined) return null;
    return missing('no-runtime-version', 'states no version of the language or the runtime', first);
  },

  'no-documentation': ({ paths, readmes }) => {
    const isDocumented = some(paths, DOCS) || readmes.some(({ lines }) => lines >= README_LINES);
    return isDocumented
      ? null
      : missing('no-documentation', `there is neither a docs folder nor a README of ${README_LINES} lines`);
  },

  'skipped-tests': ({ sources }) =>
    byCount(
      'skipped-tests',
      sources.flatMap(({ path, skipped }) => skipped.map(({ line, what }) => ({ path, line, reason: what }))),
      1,
    ),
};

function counted(lines: number): string {
  return lines === 1 ? '1 line' : `${lines} lines`;
}

/** Before 1.0, the second number counts, as semantic versions say. */
function majorOf({ version }: LockedPackage): string {
  const [, major = version, minor = ''] = /^v?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === '0' ? `0.${minor}` : major;
}

function some(paths: ReadonlySet<string>, expression: RegExp): boolean {
  for (const path of paths) if (expression.test(path)) return true;
  return false;
}
