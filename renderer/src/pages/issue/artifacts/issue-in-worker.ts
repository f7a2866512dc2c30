/** Gives jobs to the issue worker, which starts with the first of them. */
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/issue/new-artifact.ts';
import type { IssueJob, IssueResults } from './issue-jobs.ts';
import type { FromIssueWorker, ToIssueWorker } from './issue-worker.ts';

const worker = new PageWorker<ToIssueWorker, FromIssueWorker>({
  spawn: () => new Worker(new URL('./issue-worker.ts', import.meta.url), { type: 'module', name: 'issue' }),
  stopped: words.preview.stopped,
});

/** The result of a job. Rejects where the worker broke, never for what the job found; an aborted job is not heard. */
export async function issueInWorker<J extends IssueJob>(job: J, signal: AbortSignal): Promise<IssueResults[J['kind']]> {
  signal.throwIfAborted();
  return worker.run({
    first: (id) => ({ id, job }),
    hear: (message) => {
      if ('failed' in message) throw new Error(message.failed);
      // The worker answers a job with the result of its kind.
      return { result: message.result as IssueResults[J['kind']] };
    },
  });
}
