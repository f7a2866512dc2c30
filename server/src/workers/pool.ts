import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { ApiError } from '../frame/errors.ts';
import { StorageError } from '../store/storage-fault.ts';
import type { JobName, Jobs, Outcome } from './jobs.ts';

/** Runs a named job in a worker thread. Rejects with the ApiError that the job threw. */
export type RunJob = <J extends JobName>(job: J, input: Jobs[J]['input']) => Promise<Jobs[J]['output']>;

export interface Pool {
  readonly run: RunJob;
  /** Ends the threads; jobs under way are rejected. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Worker threads, as many as there are processors, started when first needed and ended after 30 idle seconds.
 * `jobs.ts` (`jobs.js` in a bundle) must stand beside this module.
 */
export function createPool(): Pool {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const piscina = new Piscina({
    filename: new URL(`./jobs.${extension}`, import.meta.url).href,
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
    async run<J extends JobName>(job: J, input: Jobs[J]['input']) {
      const outcome: Outcome<J> = await piscina.run({ job, input });
      if (outcome.ok) return outcome.value;
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
