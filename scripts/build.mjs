// Builds what is stale: a part is stale when its inputs have another content hash than at its last build.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { binOf, ensureInstalled, ROOT, runNode } from './setup.mjs';

const RECORD = path.join(ROOT, '.cache', 'build.json');
const SHARED_INPUTS = [
  'core/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/liboqs-modules.ts',
  'scripts/unbundled.ts',
];

/** name, what it is made of, what it makes, how (arguments of Node 24, folder). */
const PARTS = [
  {
    name: 'console',
    inputs: [
      'renderer/src',
      'renderer/public',
      'renderer/index.html',
      'renderer/vite.config.ts',
      'renderer/guides.ts',
      'docs',
      'renderer/package.json',
      'examples',
    ],
    outputs: ['renderer/dist/index.html', 'renderer/dist/pay.html'],
    args: () => [binOf('vite'), 'build', '--logLevel', 'warn'],
    cwd: 'renderer',
  },
  {
    name: 'commands',
    inputs: ['cli/src', 'cli/bin', 'cli/build.ts', 'cli/package.json', 'server/src'],
    outputs: [
      'cli/dist/pq-verify.mjs',
      'cli/dist/touchstone.mjs',
      'cli/dist/jobs.js',
      'cli/dist/fhe-thread.js',
      'cli/dist/mpc-party.js',
    ],
    args: () => ['cli/build.ts'],
    cwd: '.',
  },
  {
    name: 'agent library',
    inputs: ['agent/src', 'agent/build.ts', 'agent/package.json', 'cli/src', 'cli/build.ts'],
    outputs: ['agent/dist/agent.mjs', 'agent/dist/agent.d.ts', 'agent/dist/pq-verify.mjs'],
    args: () => ['agent/build.ts'],
    cwd: '.',
  },
  {
    name: 'desktop shell',
    inputs: [
      'electron/src',
      'electron/build.ts',
      'electron/package.json',
      'electron/release.pqkeys.json',
      'server/src',
    ],
    outputs: ['electron/dist/main.mjs', 'electron/dist/preload.cjs', 'electron/dist/server-entry.mjs'],
    args: () => ['electron/build.ts'],
    cwd: '.',
  },
];

function* filesOf(relative) {
  const full = path.join(ROOT, relative);
  if (!existsSync(full)) return;
  if (statSync(full).isFile()) {
    yield relative;
    return;
  }
  const names = readdirSync(full).sort();
  for (const name of names) if (name !== 'node_modules' && name !== 'dist') yield* filesOf(`${relative}/${name}`);
}

function hashOf(inputs) {
  const hash = createHash('sha256').update(process.platform);
  for (const input of [...inputs, ...SHARED_INPUTS]) {
    for (const file of filesOf(input))
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(ROOT, file)))
        .update('\0');
  }
  return hash.digest('hex');
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'));
  } catch {
    return {}; // No record, or a broken one: everything is built again.
  }
}

/** Builds every stale part in turn. Ends the process when a build fails. */
export function buildStale() {
  const record = readRecord();
  for (const { name, inputs, outputs, args, cwd } of PARTS) {
    const hash = hashOf(inputs);
    const isThere = () => outputs.every((file) => existsSync(path.join(ROOT, file)));
    if (record[name] === hash && isThere()) continue;
    console.log(`Building the ${name} ...`);
    // A test that builds has NODE_ENV `test`, for which React would be its slow development build.
    const code = runNode(args(), { cwd: path.join(ROOT, cwd), env: { NODE_ENV: 'production' } });
    if (code !== 0 || !isThere()) {
      const missing = outputs.filter((file) => !existsSync(path.join(ROOT, file)));
      console.error(
        `The ${name} could not be built${code === 0 ? `: ${missing.join(', ')} is missing` : `; see above (exit code ${code})`}.`,
      );
      process.exit(1);
    }
    record[name] = hash;
    mkdirSync(path.dirname(RECORD), { recursive: true });
    writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  }
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  buildStale();
}
