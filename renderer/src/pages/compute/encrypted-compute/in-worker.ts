/** Gives jobs to the worker that keeps keys. It starts with the first of them: SEAL is 1.3 MB that few visits need. */
import { type JobAnswered, type JobAsked, jobsIn } from '../../../lib/work/jobs.ts';
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/compute/encrypted-compute.ts';
import type { FheJob, FheResults } from './fhe-jobs.ts';

const watchers = new Set<() => void>();

/** Calls `watch` when the worker broke, and its keys with it. */
export function onKeysLost(watch: () => void): void {
  watchers.add(watch);
}

const worker = new PageWorker<JobAsked<FheJob>, JobAnswered>({
  spawn: () => new Worker(new URL('./fhe-worker.ts', import.meta.url), { type: 'module', name: 'fhe' }),
  stopped: words.trouble.worker,
  broke: () => {
    for (const watch of watchers) watch();
  },
});

/** Ends the worker, and with it every key and what SEAL has left of one in its memory. */
export function forgetKeys(): void {
  worker.stop();
}

export const inWorker = jobsIn<FheJob, FheResults>(worker);
