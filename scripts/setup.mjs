// Installs what is missing, and only that. Runs on any Node from 20 and needs no package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const MODULES = path.join(ROOT, 'node_modules');
const STAMP = path.join(MODULES, '.touchstone-install');
const IS_WINDOWS = process.platform === 'win32';

/** The Node that the project runs on; npm's package `node` brings it. */
export const NODE_24 = path.join(MODULES, 'node', 'bin', IS_WINDOWS ? 'node.exe' : 'node');

/** PATH without any node_modules/.bin: npm must run on the system's Node, not on the one that it is about to replace. */
export function systemPath(value = process.env.PATH ?? '') {
  const isOfModules = (folder) => /(^|[\\/])node_modules[\\/]/.test(`${folder}${path.sep}`);
  return value
    .split(path.delimiter)
    .filter((folder) => folder !== '' && !isOfModules(folder))
    .join(path.delimiter);
}

/** The first executable of that name on the system's PATH, or null. */
export function findOnPath(name, value = systemPath()) {
  const names = IS_WINDOWS ? [`${name}.exe`, `${name}.cmd`] : [name];
  for (const folder of value.split(path.delimiter)) {
    for (const candidate of names) {
      const file = path.join(folder, candidate);
      if (existsSync(file)) return file;
    }
  }
  return null;
}

function fail(message) {
  console.error(message);
  process.exit(1);
}

function runNpm(args) {
  const env = { ...process.env, PATH: systemPath() };
  // npm hands its own settings to scripts; a nested npm must read .npmrc, not them.
  for (const name of Object.keys(env)) if (/^npm_(config|package|lifecycle)_/i.test(name)) delete env[name];
  const script = process.env.npm_execpath;
  const node = findOnPath('node') ?? process.execPath;
  const isScript = script !== undefined && /\.[cm]?js$/.test(script) && existsSync(script);
  const [file, ...before] = isScript
    ? [node, script]
    : [findOnPath('npm') ?? fail('npm is not on PATH. Install Node 20 or newer with npm.')];
  // A .cmd file can only be started through a shell on Windows; all arguments are our own constants.
  const result = spawnSync(file, [...before, ...args], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
    shell: IS_WINDOWS && !isScript,
  });
  return result.status ?? 1;
}

function lockHash() {
  const hash = createHash('sha256');
  for (const name of ['package-lock.json', '.npmrc']) hash.update(readFileSync(path.join(ROOT, name))).update('\0');
  return `${hash.digest('hex')} ${process.platform}-${process.arch}\n`;
}

function isInstalled() {
  if (!existsSync(MODULES)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === lockHash();
  // No stamp: somebody ran `npm ci` by hand. npm's own record is as good while it is not older than the lock file.
  const record = path.join(MODULES, '.package-lock.json');
  return existsSync(record) && statSync(record).mtimeMs >= statSync(path.join(ROOT, 'package-lock.json')).mtimeMs;
}

/** Makes node_modules match package-lock.json and makes sure that our Node 24 is there. Ends the process if it cannot. */
export function ensureInstalled() {
  if (!isInstalled()) {
    if (IS_WINDOWS && process.execPath.startsWith(MODULES)) {
      fail(
        'The installation is out of date, and Windows cannot replace the running Node. Run: node scripts\\setup.mjs',
      );
    }
    console.log(
      `Installing the packages of package-lock.json (${existsSync(MODULES) ? 'they have changed' : 'first run'}; about a minute) ...`,
    );
    if (runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) {
      fail(
        '`npm ci` failed; see above. The first run needs the npm registry. Without a network, copy node_modules from a machine of the same kind.',
      );
    }
  }
  if (!existsSync(NODE_24)) {
    console.log('Fetching the Node 24 that Touchstone runs on ...');
    if (runNpm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']) !== 0 || !existsSync(NODE_24)) {
      fail('The `node` package could not fetch its binary; see above. It comes from the npm registry.');
    }
  }
  writeFileSync(STAMP, lockHash());
}

/** Runs Node 24 with these arguments in the project's folder, output passed through. Answers the exit code. */
export function runNode(args, options = {}) {
  const env = {
    ...process.env,
    PATH: `${path.join(MODULES, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    ...options.env,
  };
  const result = spawnSync(NODE_24, args, { cwd: options.cwd ?? ROOT, env, stdio: options.stdio ?? 'inherit' });
  if (result.error !== undefined) console.error(result.error.message);
  return result.status ?? 1;
}

/** The JavaScript file behind a package's command, so that no shell and no .cmd file is needed. */
export function binOf(packageName, command = packageName) {
  const folder = path.join(MODULES, ...packageName.split('/'));
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[command]);
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  ensureInstalled();
