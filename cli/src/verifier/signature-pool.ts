/** ML-DSA signatures of a long session on several threads, for a Node that has no such algorithm of its own. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { ownVerifier } from './verifier.ts';
import { WORKER_ARGUMENT } from './worker-argument.ts';

const TASK = 'signatures';
const ALGORITHM = 'ML-DSA-65';

interface Question {
  readonly id: number;
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

interface Answer {
  readonly id: number;
  readonly holds: boolean;
}

export interface SignaturePool {
  readonly verifier: SignatureVerifier;
  close(): Promise<void>;
}

/** Sends the signatures of agents to threads in turn; everything else stays with `own`. The caller closes it. */
export function createSignaturePool(own: SignatureVerifier, jobs: number, entry: string): SignaturePool {
  const waiting = new Map<number, { resolve(holds: boolean): void; reject(error: Error): void }>();
  let asked = 0;
  let isClosed = false;
  const fail = (error: Error) => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const workers = Array.from({ length: jobs }, () => {
    const worker = new Worker(new URL(entry), { workerData: { task: TASK }, argv: [WORKER_ARGUMENT] });
    worker.on('message', ({ id, holds }: Answer) => {
      waiting.get(id)?.resolve(holds);
      waiting.delete(id);
    });
    worker.on('error', fail);
    worker.on('exit', () => fail(new Error('a thread ended before its signatures were judged')));
    return worker;
  });
  return {
    verifier: {
      verify(algorithm, publicKey, message, signature) {
        const worker = workers[asked % workers.length];
        if (algorithm !== ALGORITHM || worker === undefined)
          return own.verify(algorithm, publicKey, message, signature);
        const id = asked++;
        return new Promise((resolve, reject) => {
          if (isClosed) return reject(new Error('a thread ended before its signatures were judged'));
          waiting.set(id, { resolve, reject });
          worker.postMessage({ id, publicKey, message, signature } satisfies Question);
        });
      },
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

/** Whether a thread was started for signatures, not for files. */
export function isSignatureTask(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'task' in data && data.task === TASK;
}

/** The thread's side, until it is ended. */
export function verifySignatures(port: MessagePort): void {
  const verifier = ownVerifier();
  port.on('message', async ({ id, publicKey, message, signature }: Question) => {
    const holds = await verifier.verify(ALGORITHM, publicKey, message, signature);
    port.postMessage({ id, holds } satisfies Answer);
  });
}
