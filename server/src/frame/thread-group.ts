/**
 * Threads that work on one job at a time, together. Where the job takes too long or one of them ends, all are given up with the
 * job, and the next job starts new ones; after an idle while they end by themselves.
 */
import type { Worker } from 'node:worker_threads';
import { ApiError } from './errors.ts';

export interface ThreadLimits {
  /** For one job, the start of the threads included. */
  readonly jobMs: number;
  readonly idleMs: number;
}

/** What is done with jobs `J`, to which each thread gives an answer `A`, and which come to a value `V`. */
export interface GroupWork<J, A, V> {
  start(): readonly Worker[];
  give(threads: readonly Worker[], job: J): void;
  /** Why the threads have to be replaced after an answer; null where they can go on. */
  faultOf(answer: A): string | null;
  /** Of the answers of all threads in their order, or up to a fault. What it throws, the job is rejected with. */
  resultOf(answers: readonly A[]): V;
  /** With what a job is rejected whose threads were given up. */
  stopped(): ApiError;
  /** Is told why the threads had to be ended. */
  onReplaced(reason: string): void;
}

export interface ThreadGroup<J, V> {
  /** Throws OVERLOADED where too many wait, and what `stopped` says where the threads were given up. */
  run(job: J): Promise<V>;
  /** Those that there are now: none before the first job and after an idle while. */
  threads(): readonly Worker[];
  /** Ends all; what runs is rejected. Safe to call twice. */
  close(): Promise<void>;
}

/** Jobs that may wait. */
const MOST_WAITING = 64;

interface Waiting<J, A, V> {
  readonly job: J;
  /** As they come, by thread. */
  readonly answers: A[];
  resolve(value: V): void;
  reject(error: unknown): void;
}

/** `A` is what the threads say: nothing checks it. */
export function createThreadGroup<J, A, V>(
  { start, give, faultOf, resultOf, stopped, onReplaced }: GroupWork<J, A, V>,
  { jobMs, idleMs }: ThreadLimits,
): ThreadGroup<J, V> {
  const waiting: Waiting<J, A, V>[] = [];
  let threads: readonly Worker[] = [];
  let current: Waiting<J, A, V> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function startAll(): readonly Worker[] {
    const started = start();
    for (const [index, thread] of started.entries()) {
      // One that was given up may still say something.
      const whileOurs =
        <T extends unknown[]>(action: (...values: T) => void) =>
        (...values: T) => {
          if (threads === started) action(...values);
        };
      const onLost = (reason: (error: unknown) => string) => whileOurs((error: unknown) => lost(reason(error)));
      thread.on(
        'message',
        whileOurs((answer: A) => answered(index, answer)),
      );
      thread.on(
        'error',
        onLost((error) => (error instanceof Error ? error.name : 'an error')),
      );
      thread.on(
        'messageerror',
        onLost(() => 'an answer that cannot be read'),
      );
      thread.on(
        'exit',
        onLost(() => 'a thread ended'),
      );
    }
    return started;
  }

  async function end(): Promise<void> {
    const ended = threads;
    threads = [];
    await Promise.all(ended.map((thread) => thread.terminate()));
  }

  /** Takes the job that runs away from its threads, and those too where they are of no more use. */
  function finish(fault: string | null): Waiting<J, A, V> | null {
    clearTimeout(timer);
    const job = current;
    current = null;
    if (fault !== null) {
      void end();
      onReplaced(fault);
    }
    return job;
  }

  function lost(reason: string): void {
    finish(reason)?.reject(stopped());
    next();
  }

  function answered(index: number, answer: A): void {
    if (current === null) return;
    current.answers[index] = answer;
    const answers = current.answers.filter((one) => one !== undefined);
    const fault = faultOf(answer);
    if (fault === null && answers.length < threads.length) return;
    const job = finish(fault);
    try {
      job?.resolve(resultOf(answers));
    } catch (error) {
      job?.reject(error);
    }
    next();
  }

  function next(): void {
    if (current !== null || isClosed) return;
    clearTimeout(timer);
    const job = waiting.shift();
    if (job === undefined) {
      for (const thread of threads) thread.unref();
      timer = setTimeout(() => void end(), idleMs).unref();
      return;
    }
    current = job;
    if (threads.length === 0) threads = startAll();
    for (const thread of threads) thread.ref();
    timer = setTimeout(() => lost(`a job took more than ${jobMs} ms`), jobMs);
    give(threads, job.job);
  }

  return {
    run(job) {
      if (isClosed) return Promise.reject(new Error('internal: the threads are closed'));
      if (waiting.length >= MOST_WAITING) return Promise.reject(new ApiError('OVERLOADED'));
      return new Promise((resolve, reject) => {
        waiting.push({ job, answers: [], resolve, reject });
        next();
      });
    },
    threads: () => threads,
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
