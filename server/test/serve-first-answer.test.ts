/** The key sets of a first start take seconds to make. Here they are never done: nothing that answers may wait for them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { RunJob } from '../src/frame/job.ts';
import { generateKeySetJob } from '../src/key-sets/work.ts';
import { serve } from '../src/main.ts';

const asked = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('../src/workers/pool.ts', async (importOriginal) => {
  const { createPool } = await importOriginal<typeof import('../src/workers/pool.ts')>();
  return {
    createPool() {
      const pool = createPool();
      const run: RunJob = (job, input) => {
        if (job.name !== generateKeySetJob.name) return pool.run(job, input);
        asked.resolve();
        return new Promise(() => undefined);
      };
      return { ...pool, run };
    },
  };
});

test('a server answers, and stops, while its key sets are being made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  const server = await serve({ port: 0, dataDir: folder, signals: false, print: () => undefined });
  try {
    await asked.promise;
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
