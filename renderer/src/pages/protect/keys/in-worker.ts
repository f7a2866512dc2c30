/** Gives jobs to the worker of the Keys page, which starts with the page, so that it works with the server stopped. */
import { type JobAnswered, type JobAsked, jobsIn } from '../../../lib/work/jobs.ts';
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/protect/keys.ts';
import type { KeysJob, KeysResults } from './keys-jobs.ts';

const worker = new PageWorker<JobAsked<KeysJob>, JobAnswered>({
  spawn: () => new Worker(new URL('./keys-worker.ts', import.meta.url), { type: 'module', name: 'keys' }),
  stopped: words.trouble.worker,
});
worker.start();

export const inWorker = jobsIn<KeysJob, KeysResults>(worker);
