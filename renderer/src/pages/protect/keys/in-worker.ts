/** Gives jobs to the worker of the Keys page, which starts with the page, so that it works with the server stopped. */
import { PageWorker } from '../../../lib/work/page-worker.ts';
import { words } from '../../../words/protect/keys.ts';
import type { KeysJob, KeysResults } from './keys-jobs.ts';
import type { FromKeysWorker, ToKeysWorker } from './keys-worker.ts';

const worker = new PageWorker<ToKeysWorker, FromKeysWorker>({
  spawn: () => new Worker(new URL('./keys-worker.ts', import.meta.url), { type: 'module', name: 'keys' }),
  stopped: words.trouble.worker,
});
worker.start();

/** The result of a job. Rejects where the worker broke, never for what the job found; an aborted job is not heard. */
export async function inWorker<J extends KeysJob>(job: J, signal: AbortSignal): Promise<KeysResults[J['kind']]> {
  signal.throwIfAborted();
  return worker.run({
    first: (id) => ({ id, job }),
    hear: (message) => {
      if ('failed' in message) throw new Error(message.failed);
      // The worker answers a job with the result of its kind.
      return { result: message.result as KeysResults[J['kind']] };
    },
  });
}
