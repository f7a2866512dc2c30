/** The verification worker: reads a file, judges it, answers. It holds no state but the trust store it was given. */

import { MAX_BUNDLE_BYTES } from '@touchstone/core/agent/bundle.ts';
import { BUNDLE_PEEK_BYTES, isSessionBundle } from '@touchstone/core/file-kinds/recognise.ts';
import { loadSha256Many } from '@touchstone/core/hashing/sha256-many.ts';
import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import type { OwnKeySet } from '@touchstone/core/keys/own-service.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { FAMILIES } from '@touchstone/core/sign/families.ts';
import { SIGNATURE_ALGORITHMS } from '@touchstone/core/sign/family.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { webVerifier } from '../../lib/web-signatures.ts';
import { words } from '../../words/parts/verifier.ts';
import { judge } from './judge.ts';
import { withLent } from './lent-trust.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

const verifier = webVerifier();
let trust: TrustStore = EMPTY_TRUST_STORE;
let own: readonly OwnKeySet[] = [];

scope.addEventListener('message', ({ data }) => {
  if (data.type === 'trust') ({ trust, own } = data);
  else void verify(data);
});
scope.postMessage({ type: 'ready' }, []);
// Loads all code now, while the server is there; it may be stopped when the first file comes. Where that fails, the
// first use tries again and says so.
void Promise.all([
  ...FAMILIES.map(({ load }) => load()),
  ...SIGNATURE_ALGORITHMS.map((algorithm) => verifier.backendFor(algorithm)),
  loadSha256Many(),
]).then(
  () => scope.postMessage({ type: 'loaded' }, []),
  () => undefined,
);

async function verify(task: Extract<ToWorker, { type: 'verify' }>): Promise<void> {
  const { id, file, name, full, payload, whole, lent } = task;
  const bytes = await read(file);
  const data = payload === null ? null : await read(payload);
  if (bytes === 'unreadable' || data === 'unreadable') {
    const message = words.unread(bytes === 'unreadable' ? 'file' : 'payload');
    scope.postMessage({ type: 'failed', id, message }, []);
    return;
  }
  try {
    const result = await judge(bytes, {
      fileName: name,
      trust: withOwnSets(withLent(trust, lent), own),
      verifier,
      now: Date.now(),
      elapsed: () => performance.now(),
      full,
      payload: data,
      whole,
      onProgress: progressOf(id),
    });
    scope.postMessage({ type: 'done', id, result }, result.kind === 'judged' ? [result.packedReport.buffer] : []);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    scope.postMessage({ type: 'failed', id, message: words.stoppedOn(reason) }, []);
  }
}

/** Between two words about the progress of a long file, milliseconds. */
const PROGRESS_MS = 200;

function progressOf(id: number): (done: number, total: number) => void {
  let said = performance.now();
  return (done, total) => {
    const now = performance.now();
    if (now - said < PROGRESS_MS) return;
    said = now;
    scope.postMessage({ type: 'progress', id, progress: { done, total } }, []);
  };
}

/** Whether a file that is larger than others may be read: sessions of agents may, by their contents. */
async function isLargeBundle(file: Blob): Promise<boolean> {
  if (file.size > MAX_BUNDLE_BYTES) return false;
  return isSessionBundle(new Uint8Array(await file.slice(0, BUNDLE_PEEK_BYTES).arrayBuffer()));
}

async function read(file: Blob): Promise<Uint8Array | 'unreadable'> {
  try {
    if (file.size > MAX_FILE_BYTES && !(await isLargeBundle(file))) return 'unreadable';
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return 'unreadable';
  }
}
