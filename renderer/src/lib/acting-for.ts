/** The project that this window acts for: the local one, or one of another account that an administrator chose. */
import { useSyncExternalStore } from 'react';
import { type ActingFor, LOCAL_PROJECT, readActingFor } from './acting-project.ts';
import { queryClient } from './query.ts';

// As long as the session and for this tab alone, so that no other window acts for somebody without saying so.
const KEY = 'touchstone.acting-for';

const listeners = new Set<() => void>();
let current: ActingFor | null = readActingFor(sessionStorage.getItem(KEY));

/** Null: the local project. */
export function actingFor(): ActingFor | null {
  return current;
}

/** The id of the project that this window acts for. */
export function actingProjectId(): string {
  return current?.projectId ?? LOCAL_PROJECT;
}

/** Acts for a project from the next request on; null: for the local one. What is shown is asked for anew. */
export function actFor(wanted: ActingFor | null): void {
  current = wanted === null || wanted.projectId === LOCAL_PROJECT ? null : wanted;
  try {
    if (current === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Storage is full or forbidden: the choice then ends with this page.
  }
  for (const listener of listeners) listener();
  // Nothing of the one account may stay on the screen, or come back to it, under the name of the other.
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'health' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useActingFor(): ActingFor | null {
  return useSyncExternalStore(subscribe, actingFor);
}
