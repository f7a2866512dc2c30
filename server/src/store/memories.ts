/**
 * What a process remembers beside the database. Each is a member of the database as it was opened, made at its first use, and
 * gone with it. Beside these only what `service.ts` composes remembers anything.
 */
import { type Db, versionOf } from './engine.ts';
import { placeOf } from './place.ts';
import type { Topic } from './topics.ts';

/**
 * All memories, each with why it may be one process's own. `reloaded`: read anew after a `changed`. `unchanging`: of what is
 * never changed once it is stored. `under way`: saves work, and a transaction decides in any case. `own`: this process's.
 */
export const MEMORIES = {
  'agents/agent-rows': 'unchanging',
  'agents/announcements': 'own',
  'agents/foreign-callers': 'own',
  'agents/policies': 'reloaded',
  'agents/prove-node': 'unchanging',
  'agents/seals': 'under way',
  'agents/seals turns': 'own',
  'agents/session-reading': 'unchanging',
  'agents/sweep': 'own',
  'calls/announcements': 'own',
  'key-sets/key-sets': 'reloaded',
  'log/heads': 'under way',
  'secrets/erased': 'own',
  'settings/settings': 'reloaded',
  'stark/queue': 'own',
  'store/sealed-rows': 'own',
} as const satisfies Readonly<Record<string, 'reloaded' | 'unchanging' | 'under way' | 'own'>>;

export interface Memory<T> {
  /** Of this database, or of the one that this is a transaction of. */
  of(db: Db): T;
}

/** A memory by its name in the list; `make` makes it where it is asked for the first time. */
export function createMemory<T>(name: keyof typeof MEMORIES, make: () => T): Memory<T> {
  return {
    of(db) {
      const { memories } = placeOf(db).engine;
      if (!memories.has(name)) memories.set(name, make());
      // A name has one maker: `memories.test.ts`.
      return memories.get(name) as T;
    },
  };
}

/** What is read once and kept until a transaction has said `changed`. */
export interface ReadModel<T> {
  /** Not within a transaction: `load` asks the database, which has one connection. */
  read(db: Db): Promise<T>;
}

export function createReadModel<T>(topic: Topic, load: (db: Db) => Promise<T>): ReadModel<T> {
  let kept: { readonly version: number; readonly value: Promise<T> } | null = null;
  return {
    read(db) {
      const version = versionOf(db, topic);
      if (kept?.version === version) return kept.value;
      const own = { version, value: load(db) };
      kept = own;
      own.value.catch(() => {
        if (kept === own) kept = null;
      });
      return own.value;
    },
  };
}
