/** Gives jobs to the issue worker, which starts with the first of them. */
import { type JobAnswered, type JobAsked, jobsIn } from '../../../lib/work/jobs.ts';
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/issue/new-artifact.ts';
import type { IssueJob, IssueResults } from './issue-jobs.ts';

export const issueInWorker = jobsIn<IssueJob, IssueResults>(
  new PageWorker<JobAsked<IssueJob>, JobAnswered>({
    spawn: () => new Worker(new URL('./issue-worker.ts', import.meta.url), { type: 'module', name: 'issue' }),
    stopped: words.preview.stopped,
  }),
);
