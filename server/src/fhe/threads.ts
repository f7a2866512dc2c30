/**
 * The threads in which SEAL runs (security, S28). There are four, one job at a time in each:
 *
 *   evaluator  reads requests and computes on ciphertexts; it never holds a secret key
 *   holder     makes keys, decrypts and refreshes with the secret keys that the service keeps
 *   guest      decrypts with a key that came with the request, measures the machine, and holds no key of ours
 *   ingest     opens sealed fraud signals and encrypts what they say (S33)
 *
 * A thread whose job takes too long, traps or runs out of memory is ended and the next job starts a new one; after 30 idle
 * seconds it is ended too, since WebAssembly never gives memory back.
 */
import { Worker } from 'node:worker_threads';
import { ApiError, type Refused } from '../frame/errors.ts';

export type ThreadRole = 'evaluator' | 'holder' | 'guest' | 'ingest';

/** Something that such a thread does. What it is given and what it answers is copied, large bytes of answers are moved. */
export interface ThreadTask<I, O> {
  /** Unlike any other. */
  readonly name: string;
  run(input: I): Promise<O> | O;
  /** The copies of secrets that the thread wipes when the task is done, however it ends. */
  secretsIn?(input: I): readonly Uint8Array[];
}

export interface ThreadRequest {
  readonly task: string;
  readonly input: unknown;
}

/** `isSpent`: the thread can do nothing more and has to be replaced. */
export type ThreadAnswer = { readonly isSpent: boolean } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly reason: string }
);

export interface FheThreads {
  /** `moved` are bytes that the thread gets without a copy: the caller has them no longer. Throws OVERLOADED where the thread ended. */
  run<I, O>(role: ThreadRole, task: ThreadTask<I, O>, input: I, moved?: readonly Uint8Array[]): Promise<O>;
  /** How many threads there are now. */
  count(): number;
  /** Ends all; what runs is rejected. Safe to call twice. */
  close(): Promise<void>;
}

export interface ThreadLimits {
  /** For one job, the start of the thread included. */
  readonly jobMs: number;
  readonly idleMs: number;
}

const LIMITS: ThreadLimits = { jobMs: 120_000, idleMs: 30_000 };
/** JavaScript's heap in a thread; the memory of WebAssembly is bounded in `fhe-thread.ts`. */
const HEAP_MEBIBYTES = 1_024;
/** Jobs that may wait for a thread. */
const MOST_WAITING = 64;

/** `fhe-thread.js` in a bundle. */
const ENTRY = new URL(`./fhe-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

interface Job {
  readonly request: ThreadRequest;
  readonly moved: readonly ArrayBuffer[];
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** `onReplaced` is told why a thread had to be ended. */
export function createFheThreads(
  onReplaced: (role: ThreadRole, reason: string) => void,
  entry: URL = ENTRY,
  limits: ThreadLimits = LIMITS,
): FheThreads {
  const lanes: Record<ThreadRole, Lane> = {
    evaluator: createLane((reason) => onReplaced('evaluator', reason), entry, limits),
    holder: createLane((reason) => onReplaced('holder', reason), entry, limits),
    guest: createLane((reason) => onReplaced('guest', reason), entry, limits),
    ingest: createLane((reason) => onReplaced('ingest', reason), entry, limits),
  };
  const all = Object.values(lanes);
  return {
    async run<I, O>(role: ThreadRole, { name }: ThreadTask<I, O>, input: I, moved: readonly Uint8Array[] = []) {
      // The task of this name answers an O.
      return (await lanes[role].run({ task: name, input }, moved.map(ownBuffer))) as O;
    },
    count: () => all.filter((lane) => lane.isAlive()).length,
    async close() {
      await Promise.all(all.map((lane) => lane.close()));
    },
  };
}

function ownBuffer({ buffer }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer) return buffer;
  throw new TypeError('internal: shared memory cannot be moved');
}

interface Lane {
  run(request: ThreadRequest, moved: readonly ArrayBuffer[]): Promise<unknown>;
  isAlive(): boolean;
  close(): Promise<void>;
}

/** One thread and the jobs that wait for it. */
function createLane(onReplaced: (reason: string) => void, entry: URL, { jobMs, idleMs }: ThreadLimits): Lane {
  const waiting: Job[] = [];
  let thread: Worker | null = null;
  let current: Job | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES } });
    started.unref();
    // A thread that was given up may still say something.
    const whileOurs =
      <A extends unknown[]>(action: (...values: A) => void) =>
      (...values: A) => {
        if (thread === started) action(...values);
      };
    started.on('message', whileOurs(answered));
    started.on(
      'error',
      whileOurs((error) => lost(error instanceof Error ? error.name : 'an error')),
    );
    started.on(
      'messageerror',
      whileOurs(() => lost('an answer that cannot be read')),
    );
    started.on(
      'exit',
      whileOurs(() => lost('it ended')),
    );
    return started;
  }

  function end(): Promise<unknown> {
    const ended = thread;
    thread = null;
    return ended?.terminate() ?? Promise.resolve();
  }

  /** Gives the thread up, and the job with it. */
  function lost(reason: string): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    void end();
    onReplaced(reason);
    job?.reject(new ApiError('OVERLOADED', 'The computation was stopped and its thread replaced; try again later.'));
    next();
  }

  function answered(answer: ThreadAnswer): void {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (answer.isSpent) {
      void end();
      onReplaced(answer.kind === 'failed' ? answer.reason : 'memory');
    }
    if (answer.kind === 'value') job?.resolve(answer.value);
    else if (answer.kind === 'refused') {
      const { code, message, field } = answer.refused;
      job?.reject(new ApiError(code, message, { field }));
    } else if (answer.isSpent) {
      job?.reject(new ApiError('OVERLOADED', 'The computation was stopped and its thread replaced; try again later.'));
    } else job?.reject(new Error(`internal: encrypted computation failed: ${answer.reason}`));
    next();
  }

  function next(): void {
    if (current !== null || isClosed) return;
    const job = waiting.shift();
    if (job === undefined) {
      thread?.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
      return;
    }
    clearTimeout(timer);
    current = job;
    thread ??= start();
    thread.ref();
    timer = setTimeout(() => lost(`a job took more than ${jobMs} ms`), jobMs);
    thread.postMessage(job.request, job.moved);
  }

  return {
    run(request, moved) {
      if (isClosed) return Promise.reject(new Error('internal: the threads are closed'));
      if (waiting.length >= MOST_WAITING) return Promise.reject(new ApiError('OVERLOADED'));
      return new Promise((resolve, reject) => {
        waiting.push({ request, moved, resolve, reject });
        next();
      });
    },
    isAlive: () => thread !== null,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      for (const job of [...(current === null ? [] : [current]), ...waiting]) {
        job.reject(new Error('internal: the threads are closed'));
      }
      current = null;
      waiting.length = 0;
      await end();
    },
  };
}
