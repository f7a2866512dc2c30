import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUNDLES, buildInto, bundleInto, REQUIRED } from '../build.ts';
import { EXAMPLE_FOLDER, programs, ROOT } from './programs.ts';

/** Builtin modules that pq-verify may use; none of them reaches a network, a process or a native module. */
const ALLOWED = ['node:fs', 'node:module', 'node:os', 'node:path', 'node:v8', 'node:worker_threads', 'node:crypto'];
const NETWORK = /^(node:)?(net|http|https|http2|dns|dns\/promises|tls|dgram|inspector|child_process|cluster|undici)$/;

const ARGS = [
  'artifact',
  '--file',
  'verified.pqv.json',
  '--keys',
  'keys/demo-office.pqkeys.json',
  '--data-dir',
  'keys',
];

/** Refuses network modules and globals: what a verification without network must survive. */
const BLOCK = `
import { registerHooks } from 'node:module';
registerHooks({ resolve(specifier, context, next) {
  if (${NETWORK}.test(specifier)) throw new Error('network module ' + specifier);
  return next(specifier, context);
} });
for (const name of ['fetch', 'WebSocket', 'EventSource']) delete globalThis[name];
const { getBuiltinModule } = process;
process.getBuiltinModule = (name) => { if (${NETWORK}.test(name)) throw new Error('network module ' + name); return getBuiltinModule(name); };
`;

let folder: string;
let built: Awaited<ReturnType<typeof bundleInto>>;
let bundle: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-bundle-'));
  built = await bundleInto(folder, BUNDLES[0]);
  bundle = path.join(folder, 'pq-verify.mjs');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runBlocked(program: readonly string[]): {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
} {
  const block = path.join(folder, 'block.mjs');
  writeFileSync(block, BLOCK);
  // The permission model takes child processes, native modules and writing away as well.
  const flags = ['--permission', '--allow-fs-read=*', '--allow-worker', '--import', block];
  return spawnSync(programs().node, [...flags, ...program], { cwd: EXAMPLE_FOLDER, encoding: 'utf8' });
}

describe('pq-verify as a bundle', { timeout: 300_000 }, () => {
  it('is one file that imports only harmless builtin modules', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.mjs') && name !== 'block.mjs')).toEqual([
      'pq-verify.mjs',
    ]);
    expect(built.imports.length).toBeGreaterThan(0);
    for (const name of built.imports) if (name !== 'pq-verify.mjs') expect(ALLOWED).toContain(name);
    const text = readFileSync(bundle, 'utf8');
    const named = [...text.matchAll(/["'`](node:[a-z0-9/_]+)["'`]/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(ALLOWED));
    // Nothing is required or imported by a name that is made at run time, so that the names in the text are all.
    const dynamic = [...text.matchAll(/\bimport\((?!\))([^)]{0,30})/g)].map(([, name]) => name);
    expect(dynamic).toEqual([]);
    expect(text).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|process\.binding|\.node["'`]/);
  });

  it('is made of neither server code nor code that makes keys or runs a ceremony', () => {
    const modules = built.modules
      .filter((id) => !id.includes('rolldown') && !id.startsWith(REQUIRED))
      .map((id) => path.relative(ROOT, id).split(path.sep).join('/'));
    expect(modules).toContain('core/src/artifact/verify.ts');
    for (const id of modules) {
      expect(id).toMatch(
        /^(cli\/src\/|core\/src\/|node_modules\/@noble\/|node_modules\/@oqs\/liboqs-js\/dist\/(falcon-padded|ml-dsa)-[0-9]+\.deno\.js$)/,
      );
      expect(id).not.toMatch(/ceremony|generate|secret-keys|passphrase|artifact\/build|pillars|commands\/|signing\.ts/);
    }
  });

  it('works where every way to a network is taken away', () => {
    const one = runBlocked([bundle, ...ARGS]);
    expect(one.stdout).toContain('Verified');
    expect(one.status).toBe(0);
    const many = runBlocked([bundle, 'artifact', '--keys', 'keys', '--data-dir', 'keys', '--jobs', '2', '.']);
    expect(many.status).toBe(1);
    expect(many.stdout).toContain('20 files: ');
  });

  it('is tested with a block that really blocks', () => {
    for (const code of [
      "import('node:net')",
      "import('node:https')",
      "fetch('http://127.0.0.1:1/')",
      "import('node:child_process')",
    ]) {
      expect(runBlocked(['--input-type=module', '-e', `await ${code}`]).status).not.toBe(0);
    }
  });

  it('answers the same on the oldest Node that it supports', (context) => {
    const { oldNode, node } = programs();
    if (oldNode === null) return context.skip('no Node 20 or 22 is on PATH');
    const json = (program: string) => {
      const { status, stdout } = spawnSync(program, [bundle, ...ARGS, '--json'], {
        cwd: EXAMPLE_FOLDER,
        encoding: 'utf8',
      });
      return { status, report: { ...(JSON.parse(stdout) as object), verified_at: '', checks: [] } };
    };
    expect(json(oldNode)).toEqual(json(node));
    const batch = spawnSync(oldNode, [bundle, 'artifact', '--keys', 'keys', '--jobs', '2', '.'], {
      cwd: EXAMPLE_FOLDER,
      encoding: 'utf8',
    });
    expect(batch.status).toBe(1);
    expect(batch.stdout).toContain('20 files: ');
  });

  it("verifies by noble where node:crypto is Electron's BoringSSL, in its threads too", () => {
    const preload = path.join(ROOT, 'electron/test/simulator/boringssl-classical.cjs');
    const files = ['verified.pqv.json', 'broken-hash.pqv.json', 'receipts/verified.pqr.json'];
    const args = ['--json', '--keys', 'keys', '--keys', 'receipts', '--jobs', '2', ...files];
    const outcomes = (flags: readonly string[]) => {
      const run = spawnSync(programs().node, [...flags, bundle, ...args], { cwd: EXAMPLE_FOLDER, encoding: 'utf8' });
      const { results } = JSON.parse(run.stdout) as { results: readonly { outcome: string; code?: string }[] };
      return { status: run.status, results: results.map(({ outcome, code }) => [outcome, code]) };
    };
    const asElsewhere = outcomes([]);
    expect(asElsewhere.results.map(([outcome]) => outcome).sort()).toEqual(['FAILED', 'VERIFIED', 'VERIFIED']);
    expect(outcomes(['--require', preload])).toEqual(asElsewhere);
  });

  it('is started by its launcher, on an old Node too', (context) => {
    const launcher = path.join(ROOT, 'cli/bin/pq-verify.mjs');
    programs();
    expect(spawnSync(programs().node, [launcher, ...ARGS], { cwd: EXAMPLE_FOLDER }).status).toBe(0);
    const { oldNode } = programs();
    if (oldNode === null) return context.skip('no Node 20 or 22 is on PATH');
    expect(spawnSync(oldNode, [launcher, ...ARGS], { cwd: EXAMPLE_FOLDER }).status).toBe(0);
    for (const program of [path.join(ROOT, 'cli/bin/touchstone.mjs'), programs().touchstone]) {
      const refused = spawnSync(oldNode, [program, '--version'], { encoding: 'utf8' });
      expect(refused.status).toBe(2);
      expect(refused.stderr).toMatch(/^touchstone needs Node 24\.15 or newer/);
    }
  });

  it('colours for a terminal or on request only', () => {
    const run = (env: Record<string, string>) => {
      const { NO_COLOR: _, FORCE_COLOR: __, ...rest } = process.env;
      return spawnSync(programs().node, [bundle, ...ARGS], {
        cwd: EXAMPLE_FOLDER,
        encoding: 'utf8',
        env: { ...rest, ...env },
      }).stdout;
    };
    const sequence = '\u001b[';
    expect(run({})).not.toContain(sequence);
    expect(run({ FORCE_COLOR: '1' })).toContain(sequence);
    expect(run({ FORCE_COLOR: '0' })).not.toContain(sequence);
    expect(run({ NO_COLOR: '1' })).not.toContain(sequence);
  });

  it('takes the place of an older one as a whole, so that a program that is being read stays what it is', async () => {
    const dist = path.join(folder, 'dist');
    mkdirSync(dist);
    writeFileSync(path.join(dist, 'pq-verify.mjs'), 'the older one');
    const older = openSync(path.join(dist, 'pq-verify.mjs'), 'r');
    try {
      await buildInto(dist);
      expect(readFileSync(older, 'utf8')).toBe('the older one');
    } finally {
      closeSync(older);
    }
    expect(readdirSync(dist).sort()).toEqual([
      'fhe-thread.js',
      'jobs.js',
      'mpc-party.js',
      'pq-verify.mjs',
      'touchstone.mjs',
    ]);
    expect(readFileSync(path.join(dist, 'pq-verify.mjs'), 'utf8')).toBe(readFileSync(bundle, 'utf8'));
  });

  it('writes a report with the eleven sections', () => {
    const out = path.join(folder, 'report.html');
    const { status } = spawnSync(programs().node, [bundle, ...ARGS, '--report', out], { cwd: EXAMPLE_FOLDER });
    expect(status).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(html.match(/<section /g)).toHaveLength(11);
    expect(html).toContain("default-src 'none'");
  });
});
