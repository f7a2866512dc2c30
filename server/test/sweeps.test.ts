import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningSweeps, type Sweep, startSweeps } from '../src/sweeps.ts';
import { openTestServer, type TestServer } from './harness.ts';

let server: TestServer;
let logged: string[];
let running: RunningSweeps | null;
beforeEach(async () => {
  server = await openTestServer({ sweeps: [] });
  logged = [];
  running = null;
});
afterEach(async () => {
  await running?.stop();
  await server.close();
});

const log = {
  error(facts: unknown) {
    logged.push(JSON.stringify(facts));
  },
};
const start = (...sweeps: readonly Sweep[]) => {
  running = startSweeps(sweeps, server.deps, log);
  return running;
};

test('a sweep runs again and again, never twice at once, and not after a stop', async () => {
  let runs = 0;
  let inside = 0;
  let most = 0;
  const sweeps = start({
    name: 'slow',
    everyMs: 1,
    async run() {
      runs++;
      most = Math.max(most, ++inside);
      await wait(20);
      inside--;
    },
  });
  await wait(120);
  expect(runs).toBeGreaterThan(2);
  await sweeps.stop();
  expect([most, inside]).toEqual([1, 0]);
  const after = runs;
  await wait(60);
  expect(runs).toBe(after);
});

test('the interval is asked anew, so that a setting takes effect', async () => {
  let runs = 0;
  const asked: number[] = [];
  start({
    name: 'by setting',
    everyMs: ({ settings }) => {
      asked.push(settings.read().ledger_block_seconds);
      return 5;
    },
    run: async ({ settings }) => {
      runs++;
      settings.keep({ ledger_block_seconds: 7 });
    },
  });
  await wait(60);
  expect(runs).toBeGreaterThan(1);
  expect(asked.slice(0, 2)).toEqual([1, 7]);
});

test('a failing sweep is tried again, logged once for each reason, and holds up no other', async () => {
  let runs = 0;
  let others = 0;
  start(
    {
      name: 'failing',
      everyMs: 2,
      run: async () => {
        runs++;
        throw new Error(runs < 4 ? 'first reason' : 'second reason');
      },
    },
    { name: 'other', everyMs: 2, run: async () => void others++ },
  );
  await wait(80);
  expect(runs).toBeGreaterThan(4);
  expect(others).toBeGreaterThan(4);
  expect(logged).toEqual([
    '{"sweep":"failing","reason":"first reason"}',
    '{"sweep":"failing","reason":"second reason"}',
  ]);
});
