// `npm test`: installs and builds what is missing or stale, then runs every check and every test. The test runner's summary
// is the last thing that is printed; the exit code is its exit code, or 1 when a check failed before it.
// `npm test -- PATTERN`: runs the tests whose path contains PATTERN and nothing else; builds only where they run what is built.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { buildStale } from './build.mjs';
import { check } from './check.mjs';
import { binOf, ensureInstalled, findOnPath, ROOT, runNode } from './setup.mjs';

/** The headless shell comes first: without the browser's own windows and profile a visit takes a quarter less time. */
const CHROMIUM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** Debian's packages, from the one that is wanted to the one that older systems have. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

function chromium() {
  const override = process.env.CHROMIUM_PATH;
  if (override) return existsSync(override) ? override : null;
  return CHROMIUM.map((name) => findOnPath(name)).find((file) => file !== null) ?? null;
}

/** Installs Debian's Chromium where that is permitted. Answers why the browser tests cannot run, or null. */
function ensureChromium() {
  if (chromium() !== null) return null;
  if (process.platform !== 'linux') return 'no Chromium was found on PATH (set CHROMIUM_PATH)';
  if (findOnPath('apt-get') === null) return 'no Chromium was found on PATH and this system has no apt-get';
  if (process.getuid?.() !== 0)
    return 'no Chromium was found on PATH; as root this command would install it: apt-get install chromium-headless-shell';
  console.log("Installing Debian's Chromium for the browser tests ...");
  if (!aptGet('update', '-qq')) return '`apt-get update` failed';
  const isInstalled = PACKAGES.some((name) => aptGet('install', '-y', '-qq', '--no-install-recommends', name));
  return isInstalled && chromium() !== null ? null : 'apt-get installed no Chromium';
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { env, stdio: ['ignore', 'inherit', 'inherit'], timeout: 10 * 60_000 });
  return status === 0;
}

/** Folders of tests that run what is built; all others run the sources. */
const OF_BUILT = ['agent/test', 'cli/test', 'e2e', 'electron/test'];

function runBuilt(patterns) {
  return OF_BUILT.some((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true }).some((name) => {
      const file = path.join(ROOT, folder, name);
      return /\.(test|spec)\.ts$/.test(file) && patterns.some((pattern) => file.includes(pattern));
    }),
  );
}

const args = process.argv.slice(2);
const patterns = args.filter((argument) => !argument.startsWith('-'));
const isWhole = patterns.length === 0;
ensureInstalled();
if (isWhole || runBuilt(patterns)) buildStale();
const failed = isWhole ? check() : [];
const reason = isWhole ? ensureChromium() : null;
if (reason !== null) console.log(`The browser tests are skipped: ${reason}.`);
const browser = chromium();
const env = browser === null ? {} : { CHROMIUM_PATH: browser };
const code = runNode([binOf('vitest'), 'run', ...args], { env });
if (failed.length > 0) console.log(`\nFailed before the tests: ${failed.join(', ')}.`);
process.exit(code !== 0 ? code : failed.length === 0 ? 0 : 1);
