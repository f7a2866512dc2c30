/** The page's side of the layout worker: one worker for each task, ended when it is done, given up or too slow. */
import type { LayoutTask, Place } from './layout.ts';
import type { LayoutAnswer } from './layout-worker.ts';

/**
 * A map that is not laid out by then is not shown (console, rule 9). It is counted from when the worker has started: how
 * long that takes says something about the machine, and nothing about the map.
 */
export const LAYOUT_DEADLINE_MS = 5_000;

/** The layout took longer than a person should wait for it. */
export class LayoutLate extends Error {}

/** Lays a graph out in a worker. Rejects with LayoutLate after the deadline, and where the worker breaks. */
export function layOut(task: LayoutTask, signal: AbortSignal): Promise<readonly Place[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Place[]>();
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module', name: 'layout' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = () => reject(signal.reason);
  worker.addEventListener('message', ({ data }: MessageEvent<LayoutAnswer>) => {
    if (data.kind === 'ready') {
      timer = setTimeout(() => reject(new LayoutLate('the layout took too long')), LAYOUT_DEADLINE_MS);
    } else if (data.kind === 'placed') resolve(data.places);
    else reject(new Error(data.message));
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    reject(new Error('the layout worker stopped'));
  });
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  else worker.postMessage(task);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    worker.terminate();
  });
}
