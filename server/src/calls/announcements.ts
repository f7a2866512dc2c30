/** Tells who watches a call, within this process, that a message has come or that it is over. */
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';

type Listener = () => void;

const listeners = createMemory('calls/announcements', () => new Map<string, Set<Listener>>());

/** Calls `listener` after every commit that concerns the call, until the answer is called. It must not throw. */
export function watchCall(db: Db, callId: string, listener: Listener): () => void {
  const calls = listeners.of(db);
  const watching = calls.get(callId) ?? new Set<Listener>();
  calls.set(callId, watching.add(listener));
  return () => {
    watching.delete(listener);
    if (watching.size === 0 && calls.get(callId) === watching) calls.delete(callId);
  };
}

/** Called by whoever has committed; `db` is the database, not the transaction. */
export function announceCall(db: Db, callId: string): void {
  for (const listener of listeners.of(db).get(callId) ?? []) listener();
}
