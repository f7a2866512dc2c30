import type { LossPlace } from '@touchstone/core/grade/losses.ts';
import { ruleOf } from '@touchstone/core/grade/rules.ts';
import { comparableName, type LockedPackage, type Manifest } from '../lock-files/locked-package.ts';
import { LOCK_NAMES } from '../lock-files/read.ts';
import { productOf, type TreeFacts } from '../tree-facts.ts';
import { byCount, byShare, type Judges, lossOf } from './rule.ts';

const POINTS_OF_SECRET = 20;
/** Keys in tests are mostly made for them: a point each, up to these. */
const MOST_POINTS_OF_TESTS = 10;

export const securityPosture: Judges<
  | 'secrets'
  | 'unreadable-sources'
  | 'unpinned-dependencies'
  | 'missing-integrity'
  | 'foreign-sources'
  | 'dangerous-calls'
  | 'weak-cryptography'
> = {
  secrets: ({ secrets }) => {
    const places = secrets.map(({ path, isTest, found: { line, what } }) => ({
      path,
      line,
      reason: isTest ? `looks like ${what}, in a test` : `looks like ${what}`,
    }));
    const tests = secrets.filter(({ isTest }) => isTest).length;
    const points = POINTS_OF_SECRET * (secrets.length - tests) + Math.min(tests, MOST_POINTS_OF_TESTS);
    return lossOf('secrets', points, places);
  },

  // One such file is enough for all points: its language may read it otherwise than the rules do.
  'unreadable-sources': ({ flawed }) => {
    const places = flawed.filter(({ isTest }) => !isTest).map(({ path, flaw }) => ({ path, reason: flaw }));
    return lossOf('unreadable-sources', ruleOf('unreadable-sources').points, places);
  },

  'unpinned-dependencies': (tree) => {
    if (tree.unreadable.length > 0) {
      // Nobody knows what they ask for or pin.
      const places = tree.unreadable.map((path) => ({ path, reason: 'cannot be read, so it pins nothing' }));
      return lossOf('unpinned-dependencies', ruleOf('unpinned-dependencies').points, places);
    }
    const unlocked = tree.manifests.filter(
      (manifest) => manifest.dependencies.length > 0 && !hasLockFile(manifest, tree),
    );
    const open = tree.lockFiles.flatMap(({ path, unpinned }) =>
      unpinned.map(({ name, line }): LossPlace => ({ path, line, reason: `${name} is pinned to no version` })),
    );
    const places = [
      ...unlocked.map(({ path, dependencies }): LossPlace => {
        const count = dependencies.length === 1 ? '1 dependency' : `${dependencies.length} dependencies`;
        return { path, reason: `no lock file pins its ${count}` };
      }),
      ...open,
    ];
    const asked = unlocked.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
    const locked = tree.lockFiles.reduce((sum, { packages }) => sum + packages.length, 0);
    const unpinned = asked + open.length;
    return byShare('unpinned-dependencies', { places, weight: unpinned, of: unpinned + locked, fullPercent: 20 });
  },

  'missing-integrity': (tree) => {
    const known = packagesOf(tree).filter(({ one }) => one.hasIntegrity !== null);
    const places = known
      .filter(({ one: { hasIntegrity, foreignSource } }) => hasIntegrity === false && foreignSource === null)
      .map(({ path, one }) => placeOf(path, one, 'has no checksum'));
    return byShare('missing-integrity', { places, of: known.length, fullPercent: 20 });
  },

  'foreign-sources': (tree) => {
    const places = packagesOf(tree)
      .filter(({ one }) => one.foreignSource !== null)
      .map(({ path, one }) => placeOf(path, one, 'comes from outside of a registry'));
    return byCount('foreign-sources', places, 2);
  },

  'dangerous-calls': (tree) =>
    byCount(
      'dangerous-calls',
      productOf(tree).flatMap(({ path, dangerous }) =>
        dangerous.map(({ line, what }) => ({ path, line, reason: what })),
      ),
      3,
    ),

  'weak-cryptography': (tree) =>
    byCount(
      'weak-cryptography',
      productOf(tree).flatMap(({ path, weak }) => weak.map(({ line, what }) => ({ path, line, reason: what }))),
      1,
    ),
};

interface InLockFile {
  readonly path: string;
  readonly one: LockedPackage;
}

/** All locked packages, in the order of lock files and lines. */
export function packagesOf({ lockFiles }: TreeFacts): readonly InLockFile[] {
  return lockFiles.flatMap(({ path, packages }) => packages.map((one) => ({ path, one })));
}

/** Where a locked package stands. */
export function placeOf(path: string, { name, version, line }: LockedPackage, what: string): LossPlace {
  return { path, line, reason: `${name} ${version} ${what}` };
}

/**
 * A lock file beside the manifest or in a folder above, as workspaces have it, that names one of its dependencies at least; of those
 * that are no packages of the tree, where there are any.
 */
function hasLockFile(
  { path, ecosystem, dependencies }: Manifest,
  { manifests, lockFiles, unreadLockFiles }: Pick<TreeFacts, 'manifests' | 'lockFiles' | 'unreadLockFiles'>,
): boolean {
  const own = new Set(manifests.map(({ name }) => comparableName(name ?? '')));
  const wanted = new Set(dependencies.map(comparableName).filter((name) => !own.has(name)));
  const isWanted = ({ name }: { readonly name: string }) => wanted.size === 0 || wanted.has(comparableName(name));
  const pins = (file: string) =>
    lockFiles.some((lock) => lock.path === file && [...lock.packages, ...lock.unpinned].some(isWanted)) ||
    unreadLockFiles.some((lock) => lock.path === file && dependencies.some((name) => lock.text.includes(name)));
  const folders = path.split('/').slice(0, -1);
  for (let depth = folders.length; depth >= 0; depth--) {
    const folder = folders
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join('');
    if (LOCK_NAMES[ecosystem].some((name) => pins(`${folder}${name}`))) return true;
  }
  return false;
}
