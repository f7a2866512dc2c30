// `npm test`: installs and builds what is missing or stale, then runs every check and every test. The test runner's summary
// is the last thing that is printed; the exit code is its exit code, or 1 when a check failed before it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildStale } from './build.mjs';
import { check } from './check.mjs';
import { binOf, ensureInstalled, findOnPath, runNode } from './setup.mjs';

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'];

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
    return 'no Chromium was found on PATH; as root this command would install it: apt-get install chromium';
  console.log("Installing Debian's Chromium for the browser tests ...");
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: 10 * 60_000,
    });
    if (status !== 0) return `\`apt-get ${args.join(' ')}\` failed`;
  }
  return chromium() === null ? 'apt-get installed no Chromium' : null;
}

ensureInstalled();
buildStale();
const failed = check();
const reason = ensureChromium();
if (reason !== null) console.log(`The browser tests are skipped: ${reason}.`);
const env = reason === null ? { CHROMIUM_PATH: chromium() } : {};
const code = runNode([binOf('vitest'), 'run', ...process.argv.slice(2)], { env });
if (failed.length > 0) console.log(`\nFailed before the tests: ${failed.join(', ')}.`);
process.exit(code !== 0 ? code : failed.length === 0 ? 0 : 1);
