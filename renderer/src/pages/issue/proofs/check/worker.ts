/** The worker of the Proofs page: checks proofs away from the page's thread. It holds no state. */
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../../../lib/web-subtle.ts';
import { checkProof } from './judge.ts';
import type { FromProofWorker, ToProofWorker } from './messages.ts';

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromProofWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToProofWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;
const verifier = createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom);

scope.addEventListener('message', ({ data: { id, proof, keys } }) => {
  checkProof(proof, keys, verifier).then(
    (check) => scope.postMessage({ type: 'checked', id, check }),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      scope.postMessage({ type: 'failed', id, message });
    },
  );
});
