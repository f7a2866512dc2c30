import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningSweeps, type Sweep, startSweeps } from '../../src/frame/sweep.ts';
import { readSetting, writeSetting } from '../../src/settings/store.ts';
import { lease, write } from '../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let logged: string[];
let running: RunningSweeps | null;
beforeEach(async () => {
  server = await openTestServer();
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
const start = (...sweeps: readonly Sweep<TestServer['deps']>[]) => {
  running = startSweeps(sweeps, server.deps, log);
  return running;
};

/** Counts; `reached` settles when there are so many. */
function counter(most: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    count: 0,
    reached: promise,
    add() {
      this.count++;
      if (this.count >= most) resolve();
    },
  };
}

test('a sweep runs again and again, never twice at once, and not after a stop', async () => {
  const runs = counter(4);
  let inside = 0;
  let most = 0;
  const sweeps = start({
    name: 'slow',
    everyMs: 1,
    async run() {
      runs.add();
      most = Math.max(most, ++inside);
      await wait(20);
      inside--;
    },
  });
  // The fourth has just begun.
  await runs.reached;
  expect(inside).toBe(1);
  await sweeps.stop();
  expect([most, inside]).toEqual([1, 0]);
  const after = runs.count;
  await wait(60);
  expect(runs.count).toBe(after);
});

test('the interval is asked anew, so that a setting takes effect', async () => {
  const runs = counter(2);
  const asked: number[] = [];
  start({
    name: 'by setting',
    everyMs: async ({ settings }) => {
      asked.push((await settings.read()).ledger_block_seconds);
      return 5;
    },
    run: async ({ db, settings }) => {
      await write(db, (transaction) => settings.store(transaction, { ledger_block_seconds: 7 }));
      runs.add();
    },
  });
  await runs.reached;
  expect(asked.slice(0, 2)).toEqual([1, 7]);
});

test('a sweep that has lost its lease writes nothing', async () => {
  const { db } = server.deps;
  const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>();
  const { promise: wakes, resolve: wake } = Promise.withResolvers<void>();
  const sweeps = start({
    name: 'sleeper',
    everyMs: 1,
    async run() {
      begun();
      await wakes;
      await write(db, (transaction) => writeSetting(transaction, 'folder_name', 'late'));
    },
  });
  await hasBegun;
  const second = await lease(db, 'sweep sleeper');
  wake();
  await sweeps.stop();
  expect(await readSetting(db, 'folder_name')).not.toBe('late');
  await write(db, async (transaction) => second?.require(transaction));
});

test('a failing sweep is tried again, logged once for each reason, and holds up no other', async () => {
  const runs = counter(6);
  const others = counter(5);
  start(
    {
      name: 'failing',
      everyMs: 2,
      run: async () => {
        runs.add();
        throw new Error(runs.count < 4 ? 'first reason' : 'second reason');
      },
    },
    { name: 'other', everyMs: 2, run: async () => others.add() },
  );
  await Promise.all([runs.reached, others.reached]);
  expect(logged).toEqual([
    '{"sweep":"failing","reason":"first reason"}',
    '{"sweep":"failing","reason":"second reason"}',
  ]);
});
