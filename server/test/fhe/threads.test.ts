/** Threads that trap, hang or run out of memory are replaced, and the caller is told (S28). */

import { randomBytes } from 'node:crypto';
import { MOST_REFUSALS } from '@touchstone/core/fhe/context.ts';
import { HEADER_BYTES, MAC_BYTES } from '@touchstone/core/fhe/envelope.ts';
import { afterEach, expect, test, vi } from 'vitest';
import type { UnderKey } from '../../src/fhe/answers.ts';
import { bfvAddTask, bfvDecryptTask, bfvEncryptTask, bfvKeygenTask } from '../../src/fhe/bfv-work.ts';
import { newKeyName, readTask, type Unread } from '../../src/fhe/reading.ts';
import { createFheThreads, type FheThreads, type ThreadTask } from '../../src/fhe/threads.ts';

import { bundledFheThread } from '../bundled.ts';

const HOSTILE = new URL('./hostile-thread.mjs', import.meta.url);
const SEAL = { project: 'prj_a', macKey: new Uint8Array(randomBytes(32)) };

let threads: FheThreads;
const replaced: string[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await threads.close();
  replaced.length = 0;
});

function task(name: string): ThreadTask<unknown, unknown> {
  return { name, run: () => undefined };
}

function hostile(limits = { jobMs: 60_000, idleMs: 30_000 }) {
  threads = createFheThreads((role, reason) => void replaced.push(`${role}: ${reason}`), HOSTILE, limits);
  return (name: string) => threads.run('evaluator', task(name), name);
}

test.each(['throw', 'exit', 'spent', 'memory'])('%s: the caller is told, the next job runs', async (name) => {
  const run = hostile();
  const [lost, kept] = await Promise.allSettled([run(name), run('echo')]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { code: 'OVERLOADED' } });
  expect(kept).toEqual({ status: 'fulfilled', value: 'echo' });
  expect(replaced).toHaveLength(1);
});

test('a job without end is ended', async () => {
  // The time that a thread takes to start is the job's too: a busy machine would not do the next one either.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const run = hostile();
  const hangs = new Int32Array(new SharedArrayBuffer(4));
  const ended = expect(threads.run('evaluator', task('hang'), hangs)).rejects.toMatchObject({ code: 'OVERLOADED' });
  await Atomics.waitAsync(hangs, 0, 0).value;
  vi.advanceTimersByTime(59_999);
  expect(replaced).toEqual([]);
  vi.advanceTimersByTime(1);
  await ended;
  expect(await run('echo')).toBe('echo');
});

test('a thread ends when it is idle, and starts again', async () => {
  const run = hostile({ jobMs: 60_000, idleMs: 100 });
  expect(await run('echo')).toBe('echo');
  expect(threads.count()).toBe(1);
  await expect.poll(() => threads.count()).toBe(0);
  expect(await run('echo')).toBe('echo');
  expect(replaced).toEqual([]);
});

const RUNS = process.env.SOAK === undefined ? { fuzz: 200, operations: 60 } : { fuzz: 20_000, operations: 10_000 };

test('forged ciphertexts get a code and never a number; operations stay flat in memory', async () => {
  threads = createFheThreads((role, reason) => void replaced.push(`${role}: ${reason}`), await bundledFheThread());
  const parameters = 'bfv-standard';
  const keyId = newKeyName();
  const made = await threads.run('holder', bfvKeygenTask, { seal: SEAL, keyId, custody: 'client', parameters });
  const { public_key, secret_key } = JSON.parse(Buffer.from(made.json).toString()) as Record<string, string>;
  const read = (operation: string, body: Record<string, unknown>) =>
    threads.run('guest', readTask, { operation, body, seal: SEAL });
  const keys = await read('crypto.fhe.bfv-decrypt', { secret_key });
  const secretKey = keys.envelopes.secret_key?.body ?? new Uint8Array();
  const bounds = { depth: 0, values: 3, bits: 0 };
  const evaluate = (task: ThreadTask<Unread, UnderKey>, operation: string, body: Record<string, unknown>) =>
    threads.run('evaluator', task, { operation, body, seal: SEAL });
  const plaintext = [7, 8, 9];
  const { json } = await evaluate(bfvEncryptTask, 'crypto.fhe.bfv-encrypt', { public_key, plaintext });
  const { ciphertext } = JSON.parse(Buffer.from(json).toString()) as { ciphertext: string };
  const genuine = (await read('crypto.fhe.bfv-decrypt', { ciphertext })).envelopes.ciphertext?.body ?? new Uint8Array();

  const codes = new Set<string>();
  for (let run = 0; run < RUNS.fuzz; run++) {
    const forged = genuine.slice();
    // Coefficients, the bytes before them, or both: alone a changed low bit is noise, so whole words are changed.
    const words = 1 + Math.floor(Math.random() * 40);
    for (let word = 0; word < words; word++) {
      const at = run % 3 === 0 ? Math.floor(Math.random() * 105) : 113 + 8 * Math.floor(Math.random() * 131_072);
      forged.set(randomBytes(8), at);
      if (run % 3 === 1) forged[at + 7] = 0;
    }
    const input = { parameters, ciphertext: forged, isForeign: true, bounds, secretKey } as const;
    const outcome = await threads.run('guest', bfvDecryptTask, input).then(
      () => 'a number',
      (error: { code?: string }) => error.code ?? 'no code',
    );
    codes.add(outcome);
  }
  expect([...codes].toSorted()).toEqual(['INVALID_CIPHERTEXT', 'NOISE_BUDGET_EXHAUSTED']);
  // A compressed body of the right length: SEAL would take its word for what it becomes.
  const bomb = Buffer.from(ciphertext, 'base64');
  bomb[11] = 5;
  bomb[HEADER_BYTES + 5] = 1;
  bomb.fill(0, bomb.length - MAC_BYTES);
  const add = (a: string) => evaluate(bfvAddTask, 'crypto.fhe.bfv-add', { ciphertext_a: a, ciphertext_b: ciphertext });
  await expect(add(bomb.toString('base64'))).rejects.toMatchObject({ code: 'INVALID_CIPHERTEXT' });

  const before = process.memoryUsage().rss;
  for (let run = 0; run < RUNS.operations; run++) await add(ciphertext);
  const grown = (process.memoryUsage().rss - before) / 2 ** 20;
  // A ciphertext that was not deleted would leave 1 MB each time, 60 or 10,000 of them.
  expect(grown).toBeLessThan(RUNS.operations === 60 ? 400 : 600);
  // Refusals use up a thread's stack: it is replaced before, and nobody is told anything but INVALID_CIPHERTEXT.
  expect(new Set(replaced)).toEqual(new Set(RUNS.fuzz > 4 * MOST_REFUSALS ? ['guest: memory'] : []));
});
