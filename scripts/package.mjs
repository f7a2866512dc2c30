// `npm run package`: assembles the app folder, packs it as electron-builder would, and runs the server, the desktop shell's
// server entry and pq-verify from the packed files. Where Electron's binary is present, electron-builder makes the installers.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { buildStale } from './build.mjs';
import { electronBinary } from './launch.mjs';
import { binOf, ensureInstalled, NODE_24, ROOT, runNode } from './setup.mjs';

const WORK = path.join(ROOT, '.cache', 'package');
const APP = path.join(WORK, 'app');
const ASAR = path.join(WORK, 'resources', 'app.asar');
const EXTRACTED = path.join(WORK, 'extracted');
/** In an archive these could not be loaded; electron-builder.yml says the same. Without a slash the base name is matched. */
const UNPACK = '*.node';
/** For a start, for making the key sets, for a run of a program: much longer than any of them takes on a busy machine. */
const PATIENCE_MS = 180_000;

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Where Node finds a package for a file of `folder`: the nearest node_modules upwards. */
function findPackage(name, folder) {
  for (let at = folder; at !== path.dirname(at); at = path.dirname(at)) {
    const found = path.join(at, 'node_modules', name);
    if (existsSync(path.join(found, 'package.json'))) return found;
  }
  return fail(`The package ${name} is not installed.`);
}

/** The folders of these packages and of everything that they need at run time. */
function closure(names) {
  const folders = new Set();
  const queue = names.map((name) => findPackage(name, ROOT));
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (folders.has(folder)) continue;
    folders.add(folder);
    const { dependencies = {} } = readJson(path.join(folder, 'package.json'));
    // better-sqlite3 names it for compiling only; its binary is prebuilt.
    const needed = Object.keys(dependencies).filter((name) => name !== 'node-addon-api');
    queue.push(...needed.map((name) => findPackage(name, folder)));
  }
  return folders;
}

/** Packages that the bundles may leave out (cli/build.ts, electron/build.ts): those of the server. */
function serverPackages() {
  const { dependencies } = readJson(path.join(ROOT, 'server', 'package.json'));
  return Object.entries(dependencies).filter(([name]) => !name.startsWith('@touchstone/'));
}

function assemble() {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(APP, { recursive: true });
  const isShipped = (file) => !/[\\/]dist[\\/](types|test-types)([\\/]|$)|\.map$/.test(file);
  for (const folder of ['electron/dist', 'renderer/dist', 'cli/dist', 'cli/bin', 'examples']) {
    cpSync(path.join(ROOT, folder), path.join(APP, folder), { recursive: true, filter: isShipped });
  }
  const packages = serverPackages();
  // Sources of the native module, its compiler's files and source maps are of no use here; nested packages come on their own.
  const isNeeded = (file) => !/[\\/]better-sqlite3[\\/](deps|src|binding\.gyp)|\.map$/.test(file);
  for (const folder of closure(packages.map(([name]) => name))) {
    cpSync(folder, path.join(APP, path.relative(ROOT, folder)), { recursive: true, filter: isNeeded });
  }
  const { name, version, description, license } = readJson(path.join(ROOT, 'package.json'));
  const manifest = {
    name,
    productName: 'Touchstone',
    version,
    description,
    license,
    private: true,
    type: 'module',
    main: 'electron/dist/main.mjs',
    dependencies: Object.fromEntries(packages),
  };
  writeFileSync(path.join(APP, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

async function pack() {
  const asar = await import(pathToFileURL(createRequire(import.meta.url).resolve('@electron/asar')).href);
  mkdirSync(path.dirname(ASAR), { recursive: true });
  await asar.createPackageWithOptions(APP, ASAR, { unpack: UNPACK });
  const inside = asar.listPackage(ASAR, { isPack: false }).map((file) => file.split(path.sep).join('/'));
  const needed = [
    '/package.json',
    '/electron/dist/main.mjs',
    '/electron/dist/preload.cjs',
    '/electron/dist/server-entry.mjs',
    '/electron/dist/jobs.js',
    '/electron/dist/fhe-thread.js',
    '/electron/dist/mpc-party.js',
    '/renderer/dist/index.html',
  ];
  const missing = needed.filter((file) => !inside.includes(file));
  if (missing.length > 0) fail(`The archive lacks ${missing.join(', ')}.`);
  const prebuilds = path.join(`${ASAR}.unpacked`, 'node_modules', 'better-sqlite3', 'prebuilds');
  if (!existsSync(prebuilds) || readdirSync(prebuilds).length === 0)
    fail('The native module is not unpacked beside the archive.');
  asar.extractAll(ASAR, EXTRACTED);
  console.log(`Packed ${inside.length} files into ${path.relative(ROOT, ASAR)}, native modules beside it.`);
}

/** The first line that the child prints, or its failure. */
function firstLine(child) {
  return new Promise((resolve, reject) => {
    let text = '';
    const timer = setTimeout(() => reject(new Error(`no line within ${PATIENCE_MS / 1_000} seconds`)), PATIENCE_MS);
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      if (!text.includes('\n')) return;
      clearTimeout(timer);
      resolve(text.slice(0, text.indexOf('\n')));
    });
    child.on('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with exit code ${code} before it was ready`));
    });
  });
}

/** The key sets are made in worker threads: they appear only if the packed workers and the packed database work. */
async function waitForKeySets(url) {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const answer = await fetch(`${url}/api/svc-key/keys/public`);
    const { keysets = [] } = answer.ok ? await answer.json() : {};
    if (keysets.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`the service made no key sets within ${PATIENCE_MS / 1_000} seconds`);
}

/** The page of a name that Node does not resolve, from the address that it stands for. */
async function pageAt(url, named) {
  const request = get(`${url}/`, { headers: { host: new URL(named).host } });
  const [response] = await once(request, 'response');
  return text(response);
}

async function runServer(dataDir) {
  const args = [
    path.join(EXTRACTED, 'cli/bin/touchstone.mjs'),
    'serve',
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--json',
  ];
  const child = spawn(NODE_24, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const { url, console_url: consoleUrl } = JSON.parse(await firstLine(child));
    const health = await (await fetch(`${url}/health`)).json();
    const page = await pageAt(url, consoleUrl);
    if (health.status !== 'ok') throw new Error(`/health answered ${JSON.stringify(health)}`);
    if (!page.includes('<div id="root">')) throw new Error('the console is not served');
    await waitForKeySets(url);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
    console.log('The packed server answers, makes its keys and stops.');
  } finally {
    child.kill('SIGKILL');
  }
}

function runShellServer(dataDir) {
  const entry = pathToFileURL(path.join(EXTRACTED, 'electron/dist/server-entry.mjs')).href;
  const program = `
    const { openEmbeddedServer } = await import(${JSON.stringify(entry)});
    const server = await openEmbeddedServer({ dataDir: ${JSON.stringify(dataDir)}, sharePort: null, masterKey: null });
    const { status } = await server.dispatch('GET', '/health', [], null);
    await server.close();
    process.exit(status === 200 ? 0 : 1);`;
  const { status } = spawnSync(NODE_24, ['--input-type=module', '-e', program], {
    cwd: tmpdir(),
    stdio: 'inherit',
    timeout: PATIENCE_MS,
  });
  if (status !== 0) throw new Error(`the desktop shell's packed server entry failed (exit code ${status})`);
  console.log("The desktop shell's packed server entry answers.");
}

function runVerifier() {
  const examples = readdirSync(path.join(EXTRACTED, 'examples'), { recursive: true }).filter((name) =>
    name.endsWith('.pqv.json'),
  );
  const keys = readdirSync(path.join(EXTRACTED, 'examples'), { recursive: true }).filter((name) =>
    name.endsWith('.pqkeys.json'),
  );
  const example = examples.find((name) => path.basename(name) === 'verified.pqv.json') ?? examples[0];
  if (example === undefined) throw new Error('examples/ holds no artifact to verify');
  const inExamples = (name) => path.join(EXTRACTED, 'examples', name);
  const args = [
    'artifact',
    '--file',
    inExamples(example),
    ...keys.flatMap((name) => ['--keys', inExamples(name)]),
    '--json',
  ];
  const { status, stdout } = spawnSync(NODE_24, [path.join(EXTRACTED, 'cli/dist/pq-verify.mjs'), ...args], {
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  const { outcome, exit_code } = JSON.parse(stdout);
  if (exit_code !== status) throw new Error(`pq-verify said ${exit_code} and ended with ${status}`);
  if (path.basename(example) === 'verified.pqv.json' && outcome !== 'VERIFIED')
    throw new Error(`pq-verify said ${outcome} of ${example}`);
  console.log(`The packed pq-verify says ${outcome} of ${example}.`);
}

ensureInstalled();
buildStale();
assemble();
await pack();
const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-package-'));
try {
  await runServer(dataDir);
  runShellServer(dataDir);
  runVerifier();
} catch (error) {
  fail(`The packed app does not work: ${error.message}.`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

if (electronBinary(ROOT, process.env) === null) {
  console.log("Electron's binary is not present: the installers of electron-builder.yml are not made on this machine.");
} else {
  process.exit(runNode([binOf('electron-builder'), '--config', 'electron-builder.yml', ...process.argv.slice(2)]));
}
