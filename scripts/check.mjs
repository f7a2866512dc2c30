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

/** docs/openapi.json is generated from the contracts and committed; a test of the server compares the two. */
const CONTRACT_TEST = 'server/test/contract.test.ts';

function checkContractTest() {
  if (existsSync(path.join(ROOT, CONTRACT_TEST))) return 0;
  console.error(`${CONTRACT_TEST} is missing: nothing compares docs/openapi.json with the contracts.`);
  return 1;
}

function checkByTests() {
  return runNode([binOf('vitest'), 'run', '--reporter=dot', CONTRACT_TEST, 'core/test/layers.test.ts']);
}

const STEPS = [
  ['lock file', checkLockFile],
  ['types', () => runNode([binOf('typescript', 'tsc'), '-b'])],
  ['style', () => runNode([binOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '--max-diagnostics=50'])],
  ['test of generated files', checkContractTest],
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
