/**
 * That the simulator is strict: calls of Electron that are wrong fail a test. Nineteen runs of the built shell, so only with SOAK=1
 * (`npm run soak -- electron/test/wrong-calls`). The sources are changed in a copy.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'rolldown';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestName, WRONG_CALLS, type WrongCall } from './simulator/wrong-calls.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = path.join(ROOT, 'electron/src');
const SUITE = readFileSync(path.join(import.meta.dirname, 'simulated.test.ts'), 'utf8');
/** A shell that does not end is noticed too. */
const HANGS_AFTER_MS = 90_000;
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function changed({ file, changes }: WrongCall): string {
  return changes.reduce(
    (text, [from, to]) => {
      expect([file, from, text.split(from).length - 1]).toEqual([file, from, 1]);
      return text.replace(from, () => to);
    },
    readFileSync(path.join(SOURCES, file), 'utf8'),
  );
}

/** An app folder: the sources of the shell, run as they are, beside the built server and console of this checkout. */
async function appWith(call: WrongCall | null): Promise<string> {
  const app = mkdtempSync(path.join(tmpdir(), 'touchstone-wrong-'));
  made.push(app);
  const dist = path.join(app, 'electron/dist');
  cpSync(SOURCES, dist, { recursive: true });
  if (call !== null) writeFileSync(path.join(dist, call.file), changed(call));
  writeFileSync(path.join(dist, 'main.mjs'), "import './main.ts';\n");
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(app, 'node_modules'));
  symlinkSync(path.join(ROOT, 'electron/dist/server-entry.mjs'), path.join(dist, 'server-entry.mjs'));
  mkdirSync(path.join(app, 'renderer'));
  symlinkSync(path.join(ROOT, 'renderer/dist'), path.join(app, 'renderer/dist'));
  await build({
    input: path.join(dist, 'preload.ts'),
    external: ['electron', /^node:/],
    output: { file: path.join(dist, 'preload.cjs'), format: 'cjs' },
    logLevel: 'silent',
  });
  return app;
}

/** A test run over an app folder: how many ran, and the names of those that failed. */
function run(app: string, [, test]: TestName): { readonly count: number; readonly failed: readonly string[] } {
  const report = path.join(app, 'report.json');
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', 'electron/test/simulated.test.ts', '-t', test, `--testTimeout=${HANGS_AFTER_MS}`];
  const { SOAK: _, ...env } = process.env;
  spawnSync(process.execPath, [...args, '--reporter=json', `--outputFile=${report}`], {
    cwd: ROOT,
    env: { ...env, SIMULATED_APP: app },
    stdio: 'ignore',
    timeout: 300_000,
  });
  const { testResults }: { testResults: { assertionResults: { fullName: string; status: string }[] }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  const results = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => /passed|failed/.test(status));
  return {
    count: results.length,
    failed: results.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  };
}

describe('wrong calls of Electron', () => {
  it('are ten and more, of all three kinds, and are told from each other', () => {
    expect(WRONG_CALLS.length).toBeGreaterThanOrEqual(10);
    expect([...new Set(WRONG_CALLS.map(({ what }) => what))].sort()).toEqual(['argument', 'moment', 'process']);
    for (const call of WRONG_CALLS) {
      expect(changed(call)).not.toBe(readFileSync(path.join(SOURCES, call.file), 'utf8'));
      const [suite, test] = call.noticedBy;
      const [, tests = ''] = SUITE.split(`describe('${suite}', () => {\n`);
      expect(tests.split('\n});\n')[0]).toContain(`  it('${test}'`);
    }
  });
});

describe.runIf(process.env.SOAK === '1')('the simulator', () => {
  it('passes the shell as it is', async () => {
    const app = await appWith(null);
    for (const name of new Set(WRONG_CALLS.map(({ noticedBy }) => noticedBy))) {
      expect(run(app, name)).toEqual({ count: 1, failed: [] });
    }
  });

  it.each(WRONG_CALLS)('notices, of $what: $name', async (call) => {
    const app = await appWith(call);
    expect(run(app, call.noticedBy)).toEqual({ count: 1, failed: [call.noticedBy.join(' ')] });
  });
});
