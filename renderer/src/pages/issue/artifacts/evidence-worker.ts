/** Hashes the files of a new artifact, a part at a time, and reads those that supply an attestation. It reaches no signing code. */
import type { Pillar } from '@touchstone/core/artifact/artifact.ts';
import { readBundle, suppliedPillar } from '@touchstone/core/artifact/brought-files.ts';
import type { EvidenceItem } from '@touchstone/core/artifact/evidence-check.ts';
import { startEvidenceHash } from '@touchstone/core/artifact/evidence-hash.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';

export type ToEvidenceWorker =
  /** The worker reads the file itself: its bytes never pass through the page's thread. */
  { readonly id: number; readonly file: Blob; readonly name: string } | { readonly id: number; readonly stop: true };

/** What became of a file. */
export type EvidenceRead =
  | { readonly kind: 'hashed'; readonly item: EvidenceItem }
  | { readonly kind: 'bundle'; readonly pillar: Pillar; readonly bundle: JsonObject }
  /** It supplies an attestation by its name, and is none. `place` is empty where it is not known. */
  | { readonly kind: 'no_bundle'; readonly place: string; readonly message: string }
  | { readonly kind: 'too_large'; readonly most: number }
  | { readonly kind: 'unreadable' };

export type FromEvidenceWorker =
  /** How many bytes are hashed. */
  { readonly id: number; readonly done: number } | { readonly id: number; readonly read: EvidenceRead };

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: FromEvidenceWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToEvidenceWorker>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

/** Files that nobody waits for any more. */
const stopped = new Set<number>();

scope.addEventListener('message', ({ data }) => {
  if ('stop' in data) stopped.add(data.id);
  else void answer(data.id, data.file, data.name);
});

async function answer(id: number, file: Blob, name: string): Promise<void> {
  const pillar = suppliedPillar(name);
  try {
    const read = pillar === null ? await hashed(id, file, name) : await bundleOf(pillar, file);
    if (read !== null) scope.postMessage({ id, read });
  } catch {
    scope.postMessage({ id, read: { kind: 'unreadable' } });
  } finally {
    stopped.delete(id);
  }
}

async function bundleOf(pillar: Pillar, file: Blob): Promise<EvidenceRead> {
  if (file.size > MAX_FILE_BYTES) return { kind: 'too_large', most: MAX_FILE_BYTES };
  const read = readBundle(new Uint8Array(await file.arrayBuffer()));
  return read.ok
    ? { kind: 'bundle', pillar, bundle: read.bundle }
    : { kind: 'no_bundle', place: read.place, message: read.message };
}

/** Between two words about the progress of a file, milliseconds. */
const PROGRESS_MS = 100;

/** Null where it was stopped. */
async function hashed(id: number, file: Blob, name: string): Promise<EvidenceRead | null> {
  const hash = startEvidenceHash();
  const reader = file.stream().getReader();
  let done = 0;
  let said = performance.now();
  for (;;) {
    const part = await reader.read();
    if (stopped.has(id)) {
      await reader.cancel();
      return null;
    }
    if (part.done) return { kind: 'hashed', item: hash.item(name) };
    hash.update(part.value);
    done += part.value.length;
    const now = performance.now();
    if (now - said < PROGRESS_MS) continue;
    said = now;
    scope.postMessage({ id, done });
  }
}
