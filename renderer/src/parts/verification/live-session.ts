/**
 * The Verify page's session and the workers of this window. Importing this file starts the workers, so that their code
 * is loaded with the page and verification needs nothing from the server afterwards.
 */
// The workers start with this file, which may be read before the first line of `main.tsx`.
import '../../lib/window/trusted-types.ts';
import { recentVerifications } from './live-recent.ts';
import type { FromWorker } from './messages.ts';
import { poolSize, VerificationPool, type WorkerLike } from './pool.ts';
import { recordRecent } from './record-recent.ts';
import { VerificationSession } from './session.ts';

function spawn(): WorkerLike {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'verifier' });
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    listen: (onAnswer, onCrash) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => onAnswer(data));
      worker.addEventListener('messageerror', onCrash);
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        onCrash();
      });
    },
  };
}

export const verificationPool = new VerificationPool(poolSize(navigator.hardwareConcurrency), spawn);

export const liveSession = new VerificationSession(verificationPool);

recordRecent(liveSession, recentVerifications, { newId: () => crypto.randomUUID(), now: Date.now });
