/** Tells who watches a session, within this process, that its chain has grown or its state has changed. */
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';

type Listener = () => void;

const listeners = createMemory('agents/announcements', () => new Map<string, Set<Listener>>());

/** Calls `listener` after every commit that concerns the session, until the answer is called. It must not throw. */
export function watchSession(db: Db, sessionId: string, listener: Listener): () => void {
  const sessions = listeners.of(db);
  const watching = sessions.get(sessionId) ?? new Set<Listener>();
  sessions.set(sessionId, watching.add(listener));
  return () => {
    watching.delete(listener);
    if (watching.size === 0 && sessions.get(sessionId) === watching) sessions.delete(sessionId);
  };
}

/** Called by whoever has committed; `db` is the database, not the transaction. */
export function announceSession(db: Db, sessionId: string): void {
  for (const listener of listeners.of(db).get(sessionId) ?? []) listener();
}
