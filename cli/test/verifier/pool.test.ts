import nodeCrypto from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import v8 from 'node:v8';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BatchOptions, judgeAll, type Row } from '../../src/verifier/pool.ts';
import { findTargets } from '../../src/verifier/targets.ts';
import { trustOf } from '../../src/verifier/trust.ts';
import { ownVerifier } from '../../src/verifier/verifier.ts';
import { EXAMPLE_FOLDER, ROOT } from '../programs.ts';

const ENTRY = new URL('../../src/pq-verify.ts', import.meta.url).href;
const now = Date.parse('2026-11-21T12:00:00Z');
const keys = path.join(ROOT, 'examples/keys/demo-office.pqkeys.json');
const options: BatchOptions = {
  kind: 'artifact',
  trust: await trustOf({ dataFolder: null, keys: [keys], revocations: [], isPinnedOnly: false }, ownVerifier(), now),
  now,
  isJson: true,
  isColoured: false,
};

let folder: string;
let names: string[];
beforeEach(() => {
  // What a run sets for its process would stay for the tests after these.
  vi.spyOn(v8, 'setFlagsFromString').mockReturnValue();
  syncBuiltinESMExports();
  vi.stubEnv('UV_THREADPOOL_SIZE', undefined);
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-pool-'));
  const verified = readFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json'));
  const broken = readFileSync(path.join(EXAMPLE_FOLDER, 'broken-hash.pqv.json'));
  names = Array.from({ length: 20 }, (_, at) => {
    const file = path.join(folder, `${at}.pqv.json`);
    // One beyond the size of those that are open side by side.
    writeFileSync(file, at === 9 ? broken : at === 12 ? `${verified}${' '.repeat(1 << 21)}` : verified);
    return file;
  });
  names[5] = path.join(folder, 'missing.pqv.json');
  names[6] = path.join(folder, 'empty');
  mkdirSync(names[6]);
  names[7] = path.join(folder, 'circle.pqv.json');
  symlinkSync(names[7], names[7]);
});
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function rowsWith(jobs: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const { targets } = findTargets(names, '.pqv.json');
  await judgeAll(targets, options, jobs, ENTRY, (row) => rows.push(row));
  return rows;
}

it('gives the same rows in the same order on one core, on two and on three', async () => {
  const rows = await rowsWith(1);
  expect(rows.map(({ outcome }) => outcome)).toEqual(
    names.map((_, at) => (at === 9 ? 'FAILED' : at >= 5 && at <= 7 ? 'INPUT_ERROR' : 'VERIFIED')),
  );
  expect(await rowsWith(2)).toEqual(rows);
  expect(await rowsWith(3)).toEqual(rows);
});

/** Whether a verification was given a callback, and so went to libuv's pool. */
function isPooled(call: readonly unknown[]): boolean {
  return typeof call[4] === 'function';
}

it('hands signatures to the pool on two cores, and none on one', async () => {
  const verify = vi.spyOn(nodeCrypto, 'verify');
  await rowsWith(1);
  expect(verify.mock.calls.length).toBeGreaterThan(0);
  expect(verify.mock.calls.some(isPooled)).toBe(false);
  expect(v8.setFlagsFromString).not.toHaveBeenCalled();
  await rowsWith(2);
  expect(v8.setFlagsFromString).toHaveBeenCalledWith('--no-opt');
  expect(verify.mock.calls.some(isPooled)).toBe(true);
});

it('hands no signatures to the pool where the files are large', async () => {
  const verified = readFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json'));
  for (const at of [0, 1, 2, 3]) {
    writeFileSync(path.join(folder, `${at}.pqv.json`), `${verified}${' '.repeat(4 << 20)}`);
  }
  const verify = vi.spyOn(nodeCrypto, 'verify');
  await rowsWith(2);
  expect(verify.mock.calls.length).toBeGreaterThan(0);
  expect(verify.mock.calls.some(isPooled)).toBe(false);
});
