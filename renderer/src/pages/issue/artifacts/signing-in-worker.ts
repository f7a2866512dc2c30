/** Gives jobs to the signing worker, which starts with the first of them. */
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/issue/artifact-signing.ts';
import type { SigningJob, SigningResults } from './signing-jobs.ts';
import type { FromSigningWorker, ToSigningWorker } from './signing-worker.ts';

const worker = new PageWorker<ToSigningWorker, FromSigningWorker>({
  spawn: () => new Worker(new URL('./signing-worker.ts', import.meta.url), { type: 'module', name: 'signing' }),
  stopped: words.request.stopped,
});

/** The result of a job. Rejects where the worker broke, never for what the job found; an aborted job is not heard. */
export async function signingInWorker<J extends SigningJob>(
  job: J,
  signal: AbortSignal,
): Promise<SigningResults[J['kind']]> {
  signal.throwIfAborted();
  return worker.run({
    first: (id) => ({ id, job }),
    hear: (message) => {
      if ('failed' in message) throw new Error(message.failed);
      // The worker answers a job with the result of its kind.
      return { result: message.result as SigningResults[J['kind']] };
    },
  });
}
