/** What is measured on this machine, kept, and measured again on demand. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MeasuredSet } from '@touchstone/core/fhe/cost-model.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SOME_SETS } from '../../../core/test/fhe/measured-sets.ts';
import { createFheThreads, type FheThreads } from '../../src/fhe/threads.ts';
import { createBenchmark } from '../../src/fhe-iq/benchmark.ts';
import { measureTask } from '../../src/fhe-iq/work.ts';
import { bundledFheThread } from '../bundled.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'touchstone-fhe-iq-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** Threads that count how often they measure. */
function counting() {
  let runs = 0;
  const threads = {
    run: async () => {
      runs++;
      return SOME_SETS;
    },
  } as unknown as FheThreads;
  return { threads, runs: () => runs };
}

test('measures once, keeps it for the next start, and again on demand but not within a minute', async () => {
  const { threads, runs } = counting();
  let now = 1_000_000;
  const open = () => createBenchmark({ dataDir, clock: () => now, fheThreads: threads });
  const benchmark = open();
  // Who asks meanwhile waits for the same.
  const both = await Promise.all([benchmark.read(false), benchmark.read(true)]);
  expect(both[0]).toEqual({ measuredAt: 1_000_000, sets: SOME_SETS });
  expect(runs()).toBe(1);
  expect(await open().read(false)).toEqual(both[0]);
  now += 59_000;
  await benchmark.read(true);
  expect(runs()).toBe(1);
  now += 1_000;
  expect((await benchmark.read(true)).measuredAt).toBe(now);
  expect(runs()).toBe(2);
  const path = join(dataDir, 'fhe-benchmark.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);

  // Of another machine, or broken: measured anew.
  const text = readFileSync(path, 'utf8');
  for (const wrong of [
    text.replace(/"machine":"/, '"machine":"Other '),
    text.slice(0, -9),
    text.replace('"n":4096', '"n":1'),
  ]) {
    writeFileSync(path, wrong);
    const before = runs();
    await open().read(false);
    expect(runs()).toBe(before + 1);
  }
});

test('is measured in a thread, and larger parameters take longer', async () => {
  const threads = createFheThreads(() => undefined, await bundledFheThread());
  try {
    const sets = await threads.run('guest', measureTask, null);
    expect(sets.map(({ scheme, n }) => `${scheme} ${n}`)).toEqual(SOME_SETS.map(({ scheme, n }) => `${scheme} ${n}`));
    const of = (scheme: string, n: number): MeasuredSet | undefined =>
      sets.find((set) => set.scheme === scheme && set.n === n);
    for (const { times } of sets) for (const time of Object.values(times)) expect(time).toBeGreaterThanOrEqual(0);
    expect(of('BFV', 16_384)?.times.multiply ?? 0).toBeGreaterThan(2 * (of('BFV', 4_096)?.times.multiply ?? 0));
    expect(of('BFV', 4_096)?.times.multiply ?? 0).toBeGreaterThan(100);
    // One prime for the data leaves no level for a product.
    expect(of('CKKS', 4_096)?.times.multiply).toBe(0);
  } finally {
    await threads.close();
  }
});
