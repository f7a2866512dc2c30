import { useSyncExternalStore } from 'react';
import type { Held, Notebooks } from './notebooks.ts';

/** What the notebooks of the page hold now. */
export function useNotebooks(notebooks: Notebooks): Held {
  return useSyncExternalStore(notebooks.subscribe, notebooks.snapshot);
}
