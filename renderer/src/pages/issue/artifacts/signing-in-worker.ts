/** Gives jobs to the signing worker, which starts with the first of them. */
import { type JobAnswered, type JobAsked, jobsIn } from '../../../lib/work/jobs.ts';
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/issue/artifact-signing.ts';
import type { SigningJob, SigningResults } from './signing-jobs.ts';

export const signingInWorker = jobsIn<SigningJob, SigningResults>(
  new PageWorker<JobAsked<SigningJob>, JobAnswered>({
    spawn: () => new Worker(new URL('./signing-worker.ts', import.meta.url), { type: 'module', name: 'signing' }),
    stopped: words.request.stopped,
  }),
);
