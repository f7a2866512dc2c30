/** The worker of the signing ceremony. It verifies; secret keys never come into this window. */
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../../lib/web-subtle.ts';
import { runSigningJob, type SigningJob } from './signing-jobs.ts';

export interface ToSigningWorker {
  readonly id: number;
  readonly job: SigningJob;
}
export type FromSigningWorker =
  | { readonly id: number; readonly result: Awaited<ReturnType<typeof runSigningJob>> }
  | { readonly id: number; readonly failed: string };

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromSigningWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToSigningWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

const verifier = createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom);

scope.addEventListener('message', ({ data: { id, job } }) => {
  runSigningJob(job, verifier).then(
    (result) => scope.postMessage({ id, result }),
    (error: unknown) => scope.postMessage({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
});
