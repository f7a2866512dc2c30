/** An outbox in memory: it outlives the server's absence, not the agent's process. */
import type { Outbox, OutboxEntry, RefusedEntry } from './types/outbox.ts';

export function createMemoryOutbox(): Outbox {
  const pending = new Map<string, OutboxEntry>();
  let refused: RefusedEntry[] = [];
  return {
    pending: () => [...pending.values()],
    refused: () => refused,
    async add(entry) {
      pending.set(entry.key, entry);
    },
    async done(key) {
      pending.delete(key);
    },
    async refuse(key, refusal) {
      const entry = pending.get(key);
      if (entry === undefined) return;
      pending.delete(key);
      refused = [...refused, { entry, ...refusal }];
    },
    async clearRefused() {
      refused = [];
    },
    async close() {
      // What is pending stays readable: a connection that is opened on the same outbox goes on with it.
    },
  };
}
