/** Work for worker threads: FALCON and SLH-DSA, Argon2id, large bodies, whole files. */
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Db } from '../store/engine.ts';

/** What work has at hand, on the event loop and in workers alike. */
export interface Tools {
  readonly signer: SignatureProvider;
  readonly random: Random;
}

/** What a worker has besides. */
export interface WorkerTools extends Tools {
  /** A connection of the thread's own to a database that the server has open, for reading. */
  readonly reader: (file: string) => Promise<Db>;
}

/**
 * Something that a worker can be asked to do. What it is given and what it answers is copied between threads, except for
 * bodies, which stand in shared memory. Each room exports its own as `jobs` of its `work.ts`; `workers/jobs.ts` collects them.
 */
export interface Job<I, O> {
  /** Names it between threads; unlike any other. */
  readonly name: string;
  run(input: I, tools: WorkerTools): O | Promise<O>;
  /** The copies of secrets that the worker wipes when the job is done, however it ends. */
  secretsIn?(input: I): readonly Uint8Array[];
}

/** Runs a job in a worker thread. Rejects with the ApiError that the job threw. */
export type RunJob = <I, O>(job: Job<I, O>, input: I) => Promise<O>;
