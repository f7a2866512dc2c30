/** The chain worker: walks signed chains and checks single entries, away from the page's thread. It holds no state. */
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { webBackend } from '@touchstone/core/sign/web-backend.ts';
import { webSubtle } from '../../lib/web-subtle.ts';
import { signatureStates, walkChain } from './chain-judge.ts';
import type { FromChainWorker, ToChainWorker } from './chain-messages.ts';

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromChainWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToChainWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;
const verifier = createSignatureProvider([webBackend(webSubtle(crypto.subtle)), nobleBackend], systemRandom);

scope.addEventListener('message', ({ data }) => {
  answer(data).then(
    (message) => scope.postMessage(message),
    (error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      scope.postMessage({ type: 'failed', id: data.id, message });
    },
  );
});

async function answer(asked: ToChainWorker): Promise<FromChainWorker> {
  const { id, keys, entries } = asked;
  if (asked.type === 'walk') {
    return { type: 'walked', id, walked: await walkChain(asked.owner, entries, asked.from, keys, verifier) };
  }
  return { type: 'checked', id, states: await signatureStates(asked.chain, entries, keys, verifier) };
}
