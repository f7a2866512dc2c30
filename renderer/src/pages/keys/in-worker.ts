/** Gives jobs to the worker of the Keys page, which starts with the page, so that it works with the server stopped. */
import type { KeysJob, KeysResults } from './keys-jobs.ts';
import type { FromKeysWorker, ToKeysWorker } from './keys-worker.ts';

interface Waiting {
  readonly resolve: (answer: FromKeysWorker) => void;
  readonly reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let nextId = 1;
let worker: Worker | null = started();

function started(): Worker {
  const own = new Worker(new URL('./keys-worker.ts', import.meta.url), { type: 'module', name: 'keys' });
  own.addEventListener('message', ({ data }: MessageEvent<FromKeysWorker>) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  });
  own.addEventListener('error', (event) => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error('The worker of this page stopped.'));
    waiting.clear();
    own.terminate();
    // The next job starts another one: where its code cannot be loaded now, trying at once would not help.
    worker = null;
  });
  return own;
}

/** The result of a job. Rejects where the worker broke, never for what the job found; an aborted job is not heard. */
export async function inWorker<J extends KeysJob>(job: J, signal: AbortSignal): Promise<KeysResults[J['kind']]> {
  signal.throwIfAborted();
  const id = nextId++;
  worker ??= started();
  const message: ToKeysWorker = { id, job };
  worker.postMessage(message);
  const answer = await new Promise<FromKeysWorker>((resolve, reject) => waiting.set(id, { resolve, reject }));
  if ('failed' in answer) throw new Error(answer.failed);
  // The worker answers a job with the result of its kind.
  return answer.result as KeysResults[J['kind']];
}
