import { useSyncExternalStore } from 'react';
import { holdUnsaved } from '../../../lib/window/unsaved.ts';
import { onLock } from '../../../parts/lock/use-auto-lock.ts';
import { forgetKeys, onKeysLost } from './in-worker.ts';
import { type Held, Notebooks } from './notebooks.ts';

/** By project: nothing of one may stay on the screen under another one, and nothing is lost by looking at another one. */
const kept = new Map<string, Notebooks>();
const all = () => [...kept.values()];

onLock(() => {
  forgetKeys();
  for (const notebooks of all()) notebooks.forgetSecrets();
});
onKeysLost(() => {
  for (const notebooks of all()) notebooks.loseKeys('stopped');
});
holdUnsaved(() => all().some((notebooks) => notebooks.isUnsaved()));

/** The notebooks of a project. They and their keys stay while other pages are looked at; a reload takes them. */
export function notebooksOf(project: string): Notebooks {
  const notebooks = kept.get(project) ?? new Notebooks();
  kept.set(project, notebooks);
  return notebooks;
}

/** What the notebooks of the page hold now. */
export function useNotebooks(notebooks: Notebooks): Held {
  return useSyncExternalStore(notebooks.subscribe, notebooks.snapshot);
}
