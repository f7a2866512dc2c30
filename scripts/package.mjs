// `npm run package`: assembles the app folder, has electron-builder pack it, runs its commands and the desktop shell's server
// entry from the packed files, and makes the installers of what was tested. Where Electron's binary is absent, a file that only
// carries Electron's fuses stands in its place: Linux's packages are made with it too, and start nothing.
// `--dir` makes no installers. Without `--release` they are called tests; with it placeholders in package.json are refused.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { buildStale } from './build.mjs';
import { electronBinary, electronDist } from './launch.mjs';
import { closure, readJson, writeLegalFiles } from './legal.mjs';
import { makeLinuxPackages, missingTools } from './linux-packages.mjs';
import { notarisingFault } from './notarising.mjs';
import { binOf, ensureInstalled, NODE_24, ROOT, runNode } from './setup.mjs';

const requireHere = createRequire(import.meta.url);
const WORK = path.join(ROOT, '.cache', 'package');
const APP = path.join(WORK, 'app');
/** What lies beside the archive: for the command line, and for people who read licences. */
const COMMANDS = path.join(WORK, 'commands');
const LEGAL = path.join(WORK, 'legal');
const STAND_IN = path.join(WORK, 'stand-in');
const INSTALLERS = path.join(WORK, 'installers');
const EXTRACTED = path.join(WORK, 'extracted');
/** The packages that stay outside of the bundles. Whoever starts this may have a Node that loads no TypeScript. */
const UNBUNDLED = [
  ...readFileSync(path.join(ROOT, 'scripts', 'unbundled.ts'), 'utf8').matchAll(/'([\w-]+)[\w/-]*'/g),
].map(([, name]) => name);
/** For a start, for making the key sets, for a run of a program: much longer than any of them takes on a busy machine. */
const PATIENCE_MS = 180_000;
const ABOUT = readJson(path.join(ROOT, 'package.json'));

/** Without one of these the app does not start, or lacks a part that is only missed when it is used. */
const NEEDED = [
  '/package.json',
  '/electron/dist/main.mjs',
  '/electron/dist/preload.cjs',
  '/electron/dist/server-entry.mjs',
  '/electron/dist/jobs.js',
  '/electron/dist/fhe-thread.js',
  '/electron/dist/mpc-party.js',
  '/node_modules/node-seal/dist/seal_throws.wasm',
  '/renderer/dist/index.html',
  '/renderer/dist/pay.html',
];

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** What a package has for its makers, for other machines and for other ways of loading it. */
const NOT_SHIPPED = [
  /[\\/]better-sqlite3[\\/](deps|src|binding\.gyp)/,
  /[\\/]node-seal[\\/]dist[\\/]\w+_allows\b/,
  /[\\/]piscina[\\/](docs|src|test|test-jest|scripts|benchmark)/,
  /\.(map|d\.ts|d\.mts|md|markdown)$/,
];
const PREBUILT = /[\\/]prebuilds[\\/]([^\\/]+)\.node$/;

function isShipped(file) {
  const [, machine] = PREBUILT.exec(file) ?? [];
  if (machine !== undefined && machine !== `${process.platform}-${process.arch}`) return false;
  return !NOT_SHIPPED.some((pattern) => pattern.test(file));
}

function assemble() {
  rmSync(WORK, { recursive: true, force: true });
  mkdirSync(APP, { recursive: true });
  const isBuilt = (file) => !/[\\/]dist[\\/](types|test-types)([\\/]|$)|\.map$/.test(file);
  const copy = (folders, target) => {
    for (const folder of folders) {
      cpSync(path.join(ROOT, folder), path.join(target, folder), { recursive: true, filter: isBuilt });
    }
    for (const folder of closure(UNBUNDLED, ROOT)) {
      cpSync(folder, path.join(target, path.relative(ROOT, folder)), { recursive: true, filter: isShipped });
    }
  };
  copy(['electron/dist', 'renderer/dist'], APP);
  copy(['cli/dist', 'cli/bin', 'renderer/dist'], COMMANDS);
  writeCommands();
  const { name, version, description, license, homepage, author } = ABOUT;
  const { productName, desktopName } = readJson(path.join(ROOT, 'electron', 'package.json'));
  const versions = readJson(path.join(ROOT, 'server', 'package.json')).dependencies;
  const manifest = {
    name,
    productName,
    desktopName,
    version,
    description,
    homepage,
    author,
    license,
    private: true,
    type: 'module',
    main: 'electron/dist/main.mjs',
    dependencies: Object.fromEntries(UNBUNDLED.map((each) => [each, versions[each]])),
  };
  writeFileSync(path.join(APP, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  mkdirSync(LEGAL);
  cpSync(path.join(ROOT, 'LICENSE'), path.join(LEGAL, 'LICENSE'));
  writeLegalFiles(LEGAL, { name: productName, version, license });
}

/**
 * `touchstone` and `pq-verify` of an installed app. Its own program cannot run them: the fuse runAsNode is off, and a window needs
 * a display. A Node of ours would be 122 MB beside Electron's 270, so they run on one that is installed.
 */
function writeCommands() {
  const commands = { touchstone: [24, 15], 'pq-verify': [20, 0] };
  for (const [name, [major, minor]] of Object.entries(commands)) {
    const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if ! node -e 'const [major, minor] = process.versions.node.split("."); process.exit(major * 100 + +minor < ${major * 100 + minor} ? 1 : 0)' 2>/dev/null; then
  echo "${name} needs Node ${major}.${minor} or later on PATH: https://nodejs.org" >&2
  exit 2
fi
exec node "$here/cli/bin/${name}.mjs" "$@"
`;
    writeFileSync(path.join(COMMANDS, name), script, { mode: 0o755 });
    const batch = ['@echo off', `node "%~dp0cli\\bin\\${name}.mjs" %*`, ''].join('\r\n');
    writeFileSync(path.join(COMMANDS, `${name}.cmd`), batch);
  }
}

/** In Electron's place: nothing but the bytes in which its fuses are found and flipped (@electron/fuses). */
function makeStandIn() {
  mkdirSync(STAND_IN, { recursive: true });
  const fuses = Buffer.concat([
    Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
    Buffer.from([1, 9]),
    Buffer.from('101101111'),
  ]);
  writeFileSync(path.join(STAND_IN, 'electron'), fuses, { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'version']) {
    writeFileSync(path.join(STAND_IN, name), name);
  }
  return STAND_IN;
}

/** Has electron-builder run; ends with it where it fails, with a release also where macOS' or Windows' signature has no identity. */
function builder(...args) {
  const signing = isRelease ? ['-c.forceCodeSigning=true'] : [];
  const code = runNode([binOf('electron-builder'), '--config', 'electron-builder.yml', ...signing, ...args]);
  if (code !== 0) fail(`electron-builder ended with exit code ${code}.`);
}

/** Packs the app as the installers have it. Answers the folder of the packed app. */
async function pack(electronDist) {
  const systems = electronDist === null ? ['--linux'] : [];
  builder('--dir', ...systems, `-c.electronDist=${electronDist ?? makeStandIn()}`);
  const [unpacked] = readdirSync(INSTALLERS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (unpacked === undefined) return fail('electron-builder has left no packed app.');
  const packed = path.join(INSTALLERS, unpacked.name);
  const archive = findIn(packed, 'app.asar');
  const asar = await import(pathToFileURL(requireHere.resolve('@electron/asar')).href);
  const inside = asar.listPackage(archive, { isPack: false }).map((file) => file.split(path.sep).join('/'));
  const missing = NEEDED.filter((file) => !inside.includes(file));
  if (missing.length > 0) fail(`The archive lacks ${missing.join(', ')}.`);
  const outside = readdirSync(`${archive}.unpacked`, { recursive: true }).filter((name) => name.endsWith('.node'));
  if (outside.length === 0) fail('The native modules are not unpacked beside the archive.');
  asar.extractAll(archive, EXTRACTED);
  const megabytes = Math.round((statSync(archive).size + sizeOf(`${archive}.unpacked`)) / 1e5) / 10;
  console.log(
    `Packed ${inside.length} files into ${path.relative(ROOT, archive)}: ${megabytes} MB with what lies beside it.`,
  );
  return packed;
}

/** The path of a file below a folder. */
function findIn(folder, base) {
  const found = readdirSync(folder, { recursive: true }).find((name) => path.basename(name) === base);
  return found === undefined ? fail(`The packed app has no ${base}.`) : path.join(folder, found);
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
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

/** Runs a command of the packed app with the Node of this checkout on PATH. */
const command = (commands, name) =>
  process.platform === 'win32'
    ? { file: NODE_24, first: [path.join(commands, `cli/bin/${name}.mjs`)], env: process.env }
    : {
        file: path.join(commands, name),
        first: [],
        env: { ...process.env, PATH: `${path.dirname(NODE_24)}${path.delimiter}${process.env.PATH}` },
      };

async function runServer(commands, dataDir) {
  const { file, first, env } = command(commands, 'touchstone');
  const args = [...first, 'serve', '--port', '0', '--data-dir', dataDir, '--json'];
  const child = spawn(file, args, { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'inherit'] });
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

function runVerifier(commands) {
  const { file, first, env } = command(commands, 'pq-verify');
  const inExamples = (name) => path.join(ROOT, 'examples', name);
  const names = readdirSync(path.join(ROOT, 'examples'), { recursive: true });
  const example = names.find((name) => path.basename(name) === 'verified.pqv.json');
  const keys = names.filter((name) => name.endsWith('.pqkeys.json'));
  const args = [
    ...first,
    'artifact',
    '--file',
    inExamples(example),
    ...keys.flatMap((name) => ['--keys', inExamples(name)]),
  ];
  const { status, stdout } = spawnSync(file, [...args, '--json'], {
    cwd: tmpdir(),
    env,
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  const { outcome, exit_code } = JSON.parse(stdout);
  if (exit_code !== status) throw new Error(`pq-verify said ${exit_code} and ended with ${status}`);
  if (outcome !== 'VERIFIED') throw new Error(`pq-verify said ${outcome} of ${example}`);
  console.log(`The packed pq-verify says ${outcome} of ${example}.`);
}

/** When what is packed was last changed, in seconds since 1970: the date of everything in Linux's packages. */
function dateOfSources() {
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: ROOT, encoding: 'utf8' });
  return Number(process.env.SOURCE_DATE_EPOCH ?? (status === 0 ? stdout : 0));
}

function makeInstallers(packed, mark) {
  const { version } = ABOUT;
  if (process.platform !== 'linux') {
    const pattern = ['name', 'version', 'arch'].map((each) => `\${${each}}`).join('-');
    // macOS: the application itself, not the folder that it lies in.
    const app = process.platform === 'darwin' ? findIn(packed, 'Touchstone.app') : packed;
    builder('--prepackaged', app, `-c.artifactName=${pattern}${mark === '' ? '' : '-test'}.\${ext}`);
    return;
  }
  for (const [kind, tool] of missingTools()) console.log(`No ${kind} is made: ${tool} is not on PATH.`);
  const options = { packed, out: INSTALLERS, version: `${version}${mark}`, arch: process.arch, date: dateOfSources() };
  const made = makeLinuxPackages({ ...options, about: ABOUT });
  for (const file of made) console.log(`Made ${path.relative(ROOT, file)}.`);
}

const isRelease = process.argv.includes('--release');
ensureInstalled();
const notNotarised = isRelease ? notarisingFault(process.platform) : null;
if (notNotarised !== null)
  fail(`No release is made: Apple would not notarise it, ${notNotarised} (docs/making-a-release.md).`);
// electron-builder would sign nothing on macOS there, whatever `forceCodeSigning` says (app-builder-lib, isSignAllowed).
if (isRelease && requireHere('builder-util').isPullRequest())
  fail('No release is made in the build of a pull request: it would not be signed.');
/** Addresses that cannot be anybody's (RFC 2606). */
const placeholders = Object.entries({ homepage: ABOUT.homepage, 'author.email': ABOUT.author.email })
  .filter(([, value]) => /\.example\b/.test(value))
  .map(([field]) => field);
if (isRelease && placeholders.length > 0)
  fail(`No release is made: package.json holds a placeholder in ${placeholders.join(' and ')}.`);
const electron = electronBinary(ROOT, process.env);
if (isRelease && electron === null) fail("No release is made: Electron's binary is not present.");
buildStale();
assemble();
const packed = await pack(electron === null ? null : electronDist(electron));
const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-package-'));
try {
  const commands = path.join(path.dirname(findIn(packed, 'app.asar')), 'commands');
  await runServer(commands, dataDir);
  runShellServer(dataDir);
  runVerifier(commands);
} catch (error) {
  fail(`The packed app does not work: ${error.message}.`);
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

// `~` stands before the release in the order of dpkg and rpm: a test is replaced by what it became.
if (!process.argv.includes('--dir')) makeInstallers(packed, isRelease ? '' : '~test');
if (electron === null)
  console.log("Electron's binary is not present: what was packed proves the packing, and starts nothing.");
