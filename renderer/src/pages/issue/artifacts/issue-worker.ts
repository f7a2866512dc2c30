/** The worker that makes the attestations of a new artifact. Its self-tests sign with keys of their own, which it throws away. */
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../../lib/web-subtle.ts';
import { type IssueJob, runIssueJob } from './issue-jobs.ts';

export interface ToIssueWorker {
  readonly id: number;
  readonly job: IssueJob;
}
export type FromIssueWorker =
  | { readonly id: number; readonly result: Awaited<ReturnType<typeof runIssueJob>> }
  | { readonly id: number; readonly failed: string };

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromIssueWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToIssueWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

const signatures = createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom);

scope.addEventListener('message', ({ data: { id, job } }) => {
  runIssueJob(job, signatures).then(
    (result) => scope.postMessage({ id, result }),
    (error: unknown) => scope.postMessage({ id, failed: error instanceof Error ? error.message : String(error) }),
  );
});
