import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { ApiError } from '../frame/errors.ts';
import type { Job, RunJob } from '../frame/job.ts';
import { StorageError } from '../store/storage-fault.ts';
import type { Outcome, Task } from './jobs.ts';

export interface Pool {
  readonly run: RunJob;
  /** Ends the threads; jobs under way are rejected. Safe to call twice. */
  close(): Promise<void>;
}

/** `jobs.js` in a bundle. */
const JOBS = new URL(`./jobs.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

/**
 * Worker threads, as many as there are processors, started when first needed and ended after 30 idle seconds. They run the
 * file `jobs`, which stands beside this module unless it is stated.
 */
export function createPool(jobs: URL = JOBS): Pool {
  const piscina = new Piscina({
    filename: jobs.href,
    minThreads: 0,
    maxThreads: Math.max(2, availableParallelism()),
    idleTimeout: 30_000,
    // On Linux threads have priorities of their own: the event loop goes first when all processors are busy.
    ...(process.platform === 'linux' ? { niceIncrement: 3 } : {}),
  });
  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    // A thread that answers in the moment in which it is ended makes piscina report a message that nobody awaits any more.
    piscina.on('error', () => {});
    await piscina.destroy();
  }
  return {
    async run<I, O>({ name }: Job<I, O>, input: I) {
      const outcome: Outcome = await piscina.run({ job: name, input } satisfies Task);
      if (outcome.ok) return outcome.value as O;
      if ('fault' in outcome) throw new StorageError(outcome.fault);
      const { code, message, field } = outcome.refused;
      throw new ApiError(code, message, { field });
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
