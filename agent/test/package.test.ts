/** The package as an outsider gets it: one file that runs alone, and types that need nothing else. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess } from '../../server/test/process.ts';
import { bundleInto, declareInto, typesOf, valuesOf, verifierInto } from '../build.ts';

const PACKAGE = path.resolve(import.meta.dirname, '..');
const ROOT = path.resolve(PACKAGE, '..');
const NETWORK_MODULE =
  /^(node:)?(net|http|https|http2|dns|dns\/promises|tls|dgram|child_process|cluster|worker_threads)$/;

let folder: string;
let installed: string;
let built: Awaited<ReturnType<typeof bundleInto>>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-agent-'));
  installed = path.join(folder, 'node_modules/@touchstone/agent');
  mkdirSync(installed, { recursive: true });
  built = await bundleInto(path.join(installed, 'dist'));
  await declareInto(path.join(installed, 'dist'));
  await verifierInto(path.join(installed, 'dist'));
  cpSync(path.join(PACKAGE, 'package.json'), path.join(installed, 'package.json'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(name: string, source: string) {
  writeFileSync(path.join(folder, name), source);
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--types', ''];
  const lib = ['--lib', 'es2022', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const result = spawnSync(process.execPath, [tsc, ...flags, ...lib, name], { cwd: folder, encoding: 'utf8' });
  return { status: result.status, output: result.stdout };
}

describe('the bundle', () => {
  it('is one file that imports harmless modules of Node only', () => {
    expect(readdirSync(path.join(installed, 'dist')).sort()).toEqual(['agent.d.ts', 'agent.mjs', 'pq-verify.mjs']);
    expect(built.imports.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(built.imports.filter((name) => NETWORK_MODULE.test(name))).toEqual([]);
  });

  it('holds the verification of ML-DSA and nothing of the other families, of provers or of the server', () => {
    const modules = built.modules.join('\n');
    expect(modules).toMatch(/core\/src\/sign\/ml-dsa\.ts/);
    expect(modules).not.toMatch(/falcon|slh-dsa|liboqs|\/stark\/|\/fhe\/|\/server\/|\.node$/m);
  });

  it('is what the package file lists and points to', () => {
    const { exports, files, dependencies } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8'));
    expect(exports['.']).toEqual({ types: './dist/agent.d.ts', default: './dist/agent.mjs' });
    expect(files).toEqual(['dist/agent.mjs', 'dist/agent.d.ts', 'dist/pq-verify.mjs', 'README.md']);
    expect(dependencies).toBeUndefined();
  });
});

describe('the types', () => {
  const start = `import { Agent } from '@touchstone/agent';
    const session = await Agent.start({ agentId: 'agt_1', allowedTools: ['a'] });`;

  it('are enough for a strict script without any other package', () => {
    const source = `${start}
      import { contextHash, createMemoryOutbox, defaults, hashOf, openFileOutbox, type AgentReceipt, type Outbox } from '@touchstone/agent';
      const add = session.tool('a', async (a: number, b: number) => a + b, { timeoutMs: 5, metadata: (a) => ({ value: a }) });
      const sum: number = await add(1, 2);
      const sync: string = await session.tool('b', (text: string) => text)('x');
      const { result, receipt } = await add.attested(1, 2);
      const kept: AgentReceipt | null = await receipt;
      const outbox: Outbox = await openFileOutbox('x');
      const { allowed, rule } = await session.policy({ actionType: 'a', targetResource: 'b' });
      const report = await session.stop({ summary: 'x', waitMs: 1 });
      export const all: unknown[] = [sum, sync, result, kept?.details.status, outbox, allowed, rule, report.refused,
        contextHash([]), createMemoryOutbox(), defaults.timeoutMs, hashOf(1)];`;
    expect(check('right.mts', source)).toEqual({ status: 0, output: '' });
  });

  it('leave a tool its own parameters, whatever its options read of them', () => {
    const source = `${start}
      const rest = session.tool('a', (a: { id: number }, ...more: string[]) => a.id + more.length, { metadata: (a) => ({ id: a.id }) });
      const first = session.tool('a', (a: number, b: number) => a + b, { metadata: (a) => ({ id: a }) });
      const optional = session.tool('a', async (a: number, b?: string) => String(a) + b, { input: (a) => a, output: (s) => s.length });
      const typed = session.tool('a', async (a: number, b: string) => String(a) + b, { input: (a: number) => a });
      const fixed = session.tool('a', async (a: number, b: string) => String(a) + b, { input: async () => 'fixed', metadata: { b: 1 } });
      const none = session.tool('a', () => 1);
      const byDefault = session.tool('a', async (a: number, b = 1) => [a, b] as const);
      export const numbers: number[] = [await rest({ id: 1 }, 'q', 'r'), await rest({ id: 1 }), await first(1, 2), await none()];
      export const texts: string[] = [await optional(1), await optional(1, 'x'), await typed(1, 'x'), await fixed(1, 'x')];
      export const pair: readonly [number, number] = await byDefault(1);`;
    expect(check('parameters.mts', source)).toEqual({ status: 0, output: '' });
  });

  it.each([
    ['an argument of the wrong type', `await session.tool('a', (n: number) => n)('x');`],
    ['an argument too few', `await session.tool('a', (a: number, b: number) => a + b, { input: (a) => a })(1);`],
    [
      'a callback that reads other parameters',
      `session.tool('a', (n: number) => n, { input: (text: string) => text });`,
    ],
    ['an unknown option', `await session.policy({ actionType: 'a', target: 'b' });`],
    ['a registration without a tenant', `await Agent.register({ name: 'a', canonicalName: 'b' });`],
    ['a result of the wrong type', `export const text: string = await session.tool('a', () => 1)();`],
  ])('refuse %s', (_, line) => {
    const { status, output } = check('wrong.mts', `${start}\n${line}`);
    expect(status).not.toBe(0);
    expect(output).toMatch(/wrong\.mts\(\d+/);
  });

  it('stand in one file that imports nothing, each of them once', () => {
    const text = readFileSync(path.join(installed, 'dist/agent.d.ts'), 'utf8');
    expect(text).not.toMatch(/^import|\bfrom '|\bimport\(/m);
    const names = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
    expect(names).toContain('AgentSession');
    expect(names).toHaveLength(new Set(names).size);
    const folderOfTypes = path.join(ROOT, 'core/src/agent/sdk/types');
    const declared = readdirSync(folderOfTypes).flatMap((file) => [
      ...readFileSync(path.join(folderOfTypes, file), 'utf8').matchAll(/^export (?:interface|type) (\w+)/gm),
    ]);
    expect(names.sort()).toEqual(declared.map(([, name]) => name).sort());
  });

  it.each([
    "import type { A } from './other.ts';\n",
    "import { a } from './published.ts';\n",
    "import type { A } from 'package';\n",
    "export type { A } from './published.ts';\n",
    "export type B = import('./published.ts').A;\n",
  ])('import each other only, or the build fails: %s', (line) => {
    const own = "/** The head. */\nimport type { A } from './published.ts';\n\nexport type C = A;\n";
    expect(typesOf(own, ['published.ts'])).toBe('export type C = A;\n');
    expect(() => typesOf(own + line, ['published.ts'])).toThrow(/does not publish/);
  });

  it('name every value of the entry, or the build fails', () => {
    expect(valuesOf('/** A. */\nexport const a: number = 1;\n')).toEqual([
      '/** A. */\nexport declare const a: number;',
    ]);
    expect(() => valuesOf('/** A. */\nexport const a: number = 1;\nexport const b = 2;\n')).toThrow(
      /every exported value/,
    );
    expect(() => valuesOf('export function a() {}\n')).toThrow(/every exported value/);
  });
});

describe('an example', () => {
  it('runs as an outsider would run it, and leaves what a verifier needs', async () => {
    const server = await startProcess({ dataDir: path.join(folder, 'data') });
    try {
      const answer = await fetch(`${server.url}/api/auth/request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.com' }),
      });
      const { api_key: key } = (await answer.json()) as { api_key: string };
      // Answered when all key sets are made, so that the script waits for none of them.
      expect((await fetch(`${server.url}/api/svc-key/keys/public`)).status).toBe(200);
      cpSync(path.join(ROOT, 'examples/agents/two-tools.mjs'), path.join(folder, 'two-tools.mjs'));
      const environment = { ...process.env, TOUCHSTONE_API_KEY: key, TOUCHSTONE_URL: server.url };
      const { code, output } = await run('two-tools.mjs', environment);
      expect(code, output).toBe(0);
      expect(output).toContain('Open invoices: 549.46 EUR');
      expect(output).toContain('7 receipts, 0 refused; valid: true');
      const [command = '', file = ''] =
        /^ *(node \S+pq-verify\.mjs session --file (\S+) --keys service\.pqkeys\.json)$/m.exec(output)?.slice(1) ?? [];
      // The line as it was printed, in a shell, by somebody who has the package and nothing else of ours.
      const environmentOfShell = { PATH: path.dirname(process.execPath), HOME: folder };
      const printed = spawnSync('/bin/sh', ['-c', command], { cwd: folder, env: environmentOfShell, encoding: 'utf8' });
      expect(printed).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified') });
      const bundle = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
      expect(bundle.nodes).toHaveLength(7);
      expect(JSON.stringify(bundle)).not.toMatch(/"(total|currency)"|EUR"/);
      const { keysets } = JSON.parse(readFileSync(path.join(folder, 'service.pqkeys.json'), 'utf8'));
      expect(keysets.map(({ use }: { use: string }) => use)).toContain('service');
      expect(verify(file)).toMatchObject({ status: 0, stdout: expect.stringContaining('Verified') });
      bundle.nodes[2].node.details.status = 'failure';
      writeFileSync(path.join(folder, 'changed.pqs.json'), JSON.stringify(bundle));
      expect(verify('changed.pqs.json')).toMatchObject({ status: 1, stdout: expect.stringContaining('Failed') });
    } finally {
      await server.end('SIGKILL');
    }
  });

  it('without a key says what is missing', async () => {
    const { code, output } = await run('two-tools.mjs', { PATH: process.env.PATH });
    expect(code).not.toBe(0);
    expect(output).toContain('set TOUCHSTONE_API_KEY');
  });
});

/** Verifies a bundle with nothing but the two files. */
function verify(file: string) {
  const program = path.join(ROOT, 'cli/src/pq-verify.ts');
  const args = ['session', '--file', file, '--keys', 'service.pqkeys.json', '--data-dir', '.'];
  return spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
}

async function run(script: string, env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}
