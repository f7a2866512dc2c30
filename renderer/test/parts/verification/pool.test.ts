import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { describe, expect, test } from 'vitest';
import type { FromWorker, ToWorker } from '../../../src/parts/verification/messages.ts';
import { CRASHED, poolSize, VerificationPool, type WorkerLike } from '../../../src/parts/verification/pool.ts';
import { keySet } from './rows.ts';

const RESULT = { kind: 'key_set', keySet: keySet() } as const;

/** A worker that a test plays by hand. */
class HandWorker implements WorkerLike {
  onAnswer: (answer: FromWorker) => void = () => {};
  crash: () => void = () => {};
  readonly sent: ToWorker[] = [];
  ended = false;

  listen(onAnswer: (answer: FromWorker) => void, onCrash: () => void): void {
    this.onAnswer = onAnswer;
    this.crash = onCrash;
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.ended = true;
  }

  get job(): number {
    const last = this.sent.at(-1);
    if (last?.type !== 'verify') throw new Error('the worker has no file');
    return last.id;
  }

  ready(): void {
    this.onAnswer({ type: 'ready' });
  }

  finish(): void {
    this.onAnswer({ type: 'done', id: this.job, result: RESULT });
  }
}

function poolOf(size: number) {
  const workers: HandWorker[] = [];
  const pool = new VerificationPool(size, () => {
    const worker = new HandWorker();
    workers.push(worker);
    return worker;
  });
  for (const worker of workers) worker.ready();
  return { pool, workers, worker: (index: number) => workers[index] ?? new HandWorker() };
}

const task = (name: string) => ({ file: new Blob([name]), name, full: false });

describe('code that workers still load', () => {
  test('a file goes to a worker that has all of it, where one is free; else to any', async () => {
    const { pool, worker } = poolOf(2);
    worker(1).onAnswer({ type: 'loaded' });
    const first = pool.run(task('a'));
    const second = pool.run(task('b'));
    expect([worker(0), worker(1)].map(({ sent }) => sent.at(-1))).toMatchObject([{ name: 'b' }, { name: 'a' }]);
    worker(0).finish();
    worker(1).finish();
    expect([(await first).status, (await second).status]).toEqual(['done', 'done']);
  });
});

describe('progress', () => {
  test('is handed on and ends nothing', async () => {
    const { pool, worker } = poolOf(1);
    const said: unknown[] = [];
    const answer = pool.run({ ...task('a'), onProgress: (progress) => said.push(progress) });
    const { job } = worker(0);
    worker(0).onAnswer({ type: 'progress', id: job, progress: { done: 1, total: 2 } });
    worker(0).onAnswer({ type: 'progress', id: job + 1, progress: { done: 9, total: 9 } });
    expect(said).toEqual([{ done: 1, total: 2 }]);
    worker(0).finish();
    expect((await answer).status).toBe('done');
  });
});

describe('pool', () => {
  test('two to eight workers', () => {
    expect([undefined, 1, 2, 6, 64].map(poolSize)).toEqual([2, 2, 2, 6, 8]);
  });

  test('gives one file to each worker and the next one to whoever is free', async () => {
    const { pool, worker } = poolOf(2);
    const answers = ['a', 'b', 'c'].map((name) => pool.run(task(name)));
    expect(worker(0).sent.at(-1)).toMatchObject({ name: 'a' });
    expect(worker(1).sent.at(-1)).toMatchObject({ name: 'b' });
    worker(1).finish();
    expect(worker(1).sent.at(-1)).toMatchObject({ name: 'c' });
    worker(0).finish();
    worker(1).finish();
    expect(await Promise.all(answers)).toEqual(Array(3).fill({ status: 'done', result: RESULT }));
  });

  test('a crashed worker is replaced and only its file is an error', async () => {
    const { pool, workers, worker } = poolOf(1);
    const bad = pool.run(task('bad'));
    const good = pool.run(task('good'));
    worker(0).crash();
    expect(await bad).toEqual({ status: 'error', message: CRASHED });
    expect(worker(0).ended).toBe(true);
    expect(workers).toHaveLength(2);
    worker(1).finish();
    expect(await good).toMatchObject({ status: 'done' });
  });

  test('workers that never start are not started for ever', async () => {
    const workers: HandWorker[] = [];
    const pool = new VerificationPool(2, () => {
      const worker = new HandWorker();
      workers.push(worker);
      return worker;
    });
    const answers = [pool.run(task('a')), pool.run(task('b')), pool.run(task('c'))];
    for (const worker of [...workers]) worker.crash();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(['error', 'error', 'error']);
    expect(workers).toHaveLength(2);
  });

  test('cancelling many files starts none of the waiting ones and keeps the workers', async () => {
    const { pool, workers } = poolOf(2);
    const abort = new AbortController();
    const answers = Array.from({ length: 1000 }, (_, i) => pool.run(task(String(i)), abort.signal));
    const other = pool.run(task('other'));
    abort.abort();
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set(['cancelled']));
    expect(workers).toHaveLength(2);
    expect(workers.some(({ ended }) => ended)).toBe(false);
    for (const worker of workers) worker.finish();
    const takers = workers.filter(({ sent }) =>
      sent.some((message) => message.type === 'verify' && message.name === 'other'),
    );
    expect(takers).toHaveLength(1);
    takers[0]?.finish();
    expect(await other).toMatchObject({ status: 'done' });
  });

  test('an already aborted signal runs nothing', async () => {
    const { pool, worker } = poolOf(1);
    expect(await pool.run(task('a'), AbortSignal.abort())).toEqual({ status: 'cancelled' });
    expect(worker(0).sent.every(({ type }) => type === 'trust')).toBe(true);
  });

  test('a new trust store reaches every worker, also those that are started later', () => {
    const { pool, workers, worker } = poolOf(2);
    const trust = {
      ...EMPTY_TRUST_STORE,
      revocations: [{ thumbprint: 't', revoked_at: '', reason: '', source: '', recorded_at: '' }],
    };
    const own = [{ key_set: keySet(), state: 'current' }] as const;
    pool.setTrust(trust, own);
    void pool.run(task('a'));
    worker(0).crash();
    for (const one of workers)
      expect(one.sent.filter(({ type }) => type === 'trust').at(-1)).toEqual({ type: 'trust', trust, own });
    expect(workers).toHaveLength(3);
  });

  test('a late answer of a file that was cancelled is not taken for another one', async () => {
    const { pool, worker } = poolOf(1);
    const abort = new AbortController();
    const first = pool.run(task('a'), abort.signal);
    abort.abort();
    expect(await first).toEqual({ status: 'cancelled' });
    const second = pool.run(task('b'));
    let isSecondDone = false;
    void second.then(() => {
      isSecondDone = true;
    });
    worker(0).finish();
    await Promise.resolve();
    expect(isSecondDone).toBe(false);
    expect(worker(0).sent.at(-1)).toMatchObject({ name: 'b' });
    worker(0).finish();
    expect(await second).toMatchObject({ status: 'done' });
  });
});
