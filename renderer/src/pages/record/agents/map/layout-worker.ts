/** The layout worker: one task at a time, no state. The page ends it when it takes too long. */
import { type LayoutTask, type Place, placesOf } from './layout.ts';

export type LayoutAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'placed'; readonly places: readonly Place[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Of the worker's global scope, what is used; the DOM library's `self` is a window's. */
interface WorkerScope {
  postMessage(message: LayoutAnswer): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<LayoutTask>) => void): void;
}
const scope: WorkerScope = globalThis as WorkerScope;

scope.addEventListener('message', ({ data }) => {
  try {
    scope.postMessage({ kind: 'placed', places: placesOf(data) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
});
scope.postMessage({ kind: 'ready' });
