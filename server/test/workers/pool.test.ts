import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { signJob } from '../../src/crypto/pooled-signer.ts';
import { createPool } from '../../src/workers/pool.ts';

const job = () => ({ algorithm: 'ML-DSA-65', secretKey: new Uint8Array(32), message: new Uint8Array(1) }) as const;

test('an answer that comes in the moment of closing is no uncaught error', async () => {
  const pool = createPool();
  // The thread is up, and the next job reaches it at once.
  await pool.run(signJob, job());
  const rejected = expect(pool.run(signJob, job())).rejects.toThrow('Terminating worker thread');
  // The thread has answered, and this one has not read it yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
  await pool.close();
  // Vitest fails for an uncaught error, which the pool would report by now.
  await setTimeout(1);
  await rejected;
});
