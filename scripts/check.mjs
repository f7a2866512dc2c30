// `npm run check`: everything that is wrong without running anything: lock file, types, style, generated files, layers.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { binOf, ensureInstalled, ROOT, runNode } from './setup.mjs';

/**
 * npm forgets the optional packages of other platforms when it rewrites the lock file beside an installed node_modules;
 * `npm ci` then refuses the file on every other machine. Answers what is missing.
 */
function missingFromLock() {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const missing = [];
  for (const [folder, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      const places = folder
        .split('/node_modules/')
        .map((_, i, parts) => `${parts.slice(0, i + 1).join('/node_modules/')}/node_modules/${name}`);
      if (![`node_modules/${name}`, ...places].some((place) => place in packages)) missing.push(name);
    }
  }
  return missing;
}

function checkLockFile() {
  const missing = missingFromLock();
  if (missing.length === 0) return 0;
  console.error(`package-lock.json lacks ${missing.join(', ')}: \`npm ci\` would refuse it on a fresh clone.`);
  return 1;
}

/** What is generated and committed, and the test that compares it with its source. */
const COMPARED_BY = {
  'docs/openapi.json': 'server/test/contract.test.ts',
  'docs/schemas': 'core/test/schemas/documents.test.ts',
};

function checkGenerated() {
  const missing = Object.entries(COMPARED_BY).filter(([, test]) => !existsSync(path.join(ROOT, test)));
  for (const [what, test] of missing) console.error(`${test} is missing: nothing compares ${what} with its source.`);
  return missing.length === 0 ? 0 : 1;
}

function checkByTests() {
  return runNode([binOf('vitest'), 'run', '--reporter=dot', ...Object.values(COMPARED_BY), 'core/test/layers.test.ts']);
}

const STEPS = [
  ['lock file', checkLockFile],
  ['types', () => runNode([binOf('typescript', 'tsc'), '-b'])],
  ['style', () => runNode([binOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '--max-diagnostics=50'])],
  ['test of generated files', checkGenerated],
];

/** Runs every step, also after one failed, and `more`; answers the names of those that failed. */
export function check(more = []) {
  const failed = [];
  for (const [name, step] of [...STEPS, ...more]) {
    console.log(`Checking ${name} ...`);
    if (step() !== 0) failed.push(name);
  }
  return failed;
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  // `npm test` runs these tests with all others.
  const failed = check([['generated files and layers', checkByTests]]);
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`);
  process.exit(failed.length === 0 ? 0 : 1);
}
