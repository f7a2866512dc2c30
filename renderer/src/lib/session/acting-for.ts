/** The project that this window acts for: the local one, or one of another account that an administrator chose. */
import { useSyncExternalStore } from 'react';
import { queryClient } from '../query.ts';
import { consoleState } from '../state/live-state.ts';
import { type ActingFor, LOCAL_PROJECT, readActingFor } from './acting-project.ts';

const listeners = new Set<() => void>();
// As long as the session and for this window alone, so that no other one acts for somebody without saying so.
let current: ActingFor | null = readActingFor(consoleState.getItem('acting_for'));

consoleState.onArrival('acting_for', () => {
  current = readActingFor(consoleState.getItem('acting_for'));
  for (const listener of listeners) listener();
  askAnew();
});

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
  if (current === null) consoleState.removeItem('acting_for');
  else consoleState.setItem('acting_for', JSON.stringify(current));
  for (const listener of listeners) listener();
  askAnew();
}

/** Nothing of the one account may stay on the screen, or come back to it, under the name of the other. */
function askAnew(): void {
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'health' });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useActingFor(): ActingFor | null {
  return useSyncExternalStore(subscribe, actingFor);
}
