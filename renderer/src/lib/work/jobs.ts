/** Jobs: one question to a worker, one answer. What both sides say to each other, and the sides themselves. */
import type { PageWorker } from './page-worker.ts';

/** The kinds of job with what each results in. */
type ResultsOf<Job extends { readonly kind: string }> = Readonly<Record<Job['kind'], unknown>>;

export interface JobAsked<Job> {
  readonly id: number;
  readonly job: Job;
}

export type JobAnswered =
  | { readonly id: number; readonly result: unknown }
  /** The worker broke. Never what the job found. */
  | { readonly id: number; readonly failed: string };

/** Of a worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope<Job> {
  postMessage(message: JobAnswered): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<JobAsked<Job>>) => void): void;
}

/** The page's side: gives a job to the worker, which starts with the first of them. */
export type InWorker<Job extends { readonly kind: string }, Results extends ResultsOf<Job>> = <J extends Job>(
  job: J,
  signal?: AbortSignal,
) => Promise<Results[J['kind']]>;

/** The result of a job. Rejects where the worker broke, never for what the job found; an aborted job is not begun. */
export function jobsIn<Job extends { readonly kind: string }, Results extends ResultsOf<Job>>(
  worker: PageWorker<JobAsked<Job>, JobAnswered>,
): InWorker<Job, Results> {
  return async <J extends Job>(job: J, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    return worker.run({
      first: (id) => ({ id, job }),
      hear: (message) => {
        if ('failed' in message) throw new Error(message.failed);
        // The worker answers a job with the result of its kind.
        return { result: message.result as Results[J['kind']] };
      },
    });
  };
}

/** The worker's side: answers each job with what `run` makes of it. */
export function answerJobs<Job>(
  run: (job: Job) => Promise<unknown>,
  scope: WorkerScope<Job> = globalThis as WorkerScope<Job>,
): void {
  scope.addEventListener('message', ({ data: { id, job } }) => {
    run(job).then(
      (result) => scope.postMessage({ id, result }),
      (error: unknown) => scope.postMessage({ id, failed: error instanceof Error ? error.message : String(error) }),
    );
  });
}
