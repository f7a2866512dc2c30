/** Whether this window is in a call with somebody: picture and sound then leave it, by another way than requests do. */
import { useSyncExternalStore } from 'react';

let isInCall = false;
const watchers = new Set<() => void>();

/** What holds the call says when it is with somebody, and when no longer. */
export function setInCall(value: boolean): void {
  isInCall = value;
  for (const watch of [...watchers]) watch();
}

export function useIsInCall(): boolean {
  return useSyncExternalStore(subscribe, () => isInCall);
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}
