/** The worker of the Keys page. Nothing stays in it between two jobs. */
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../../lib/web-subtle.ts';
import { type KeysEffects, type KeysJob, runKeysJob } from './keys-jobs.ts';

export interface ToKeysWorker {
  readonly id: number;
  readonly job: KeysJob;
}
export type FromKeysWorker =
  | { readonly id: number; readonly result: Awaited<ReturnType<typeof runKeysJob>> }
  | { readonly id: number; readonly failed: string };

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromKeysWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToKeysWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

const effects: KeysEffects = {
  signatures: createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom),
  kem: createKem([], systemRandom),
};

scope.addEventListener('message', ({ data: { id, job } }) => {
  runKeysJob(job, effects).then(
    (result) => scope.postMessage({ id, result }),
    (error: unknown) => scope.postMessage({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
});
