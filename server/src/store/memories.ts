/**
 * What a process remembers beside the database, a list. Each is a member of the database as it was opened, made at its first
 * use, and gone with it. `T` of a `ReadModel` is what may change and is then read anew; the others hold what never changes,
 * or work that is under way, which a transaction decides in any case.
 */
import { type Db, versionOf } from './engine.ts';
import { executorOf } from './executor.ts';
import type { AttachedSealer } from './sealed-rows.ts';
import type { Topic } from './topics.ts';

export interface Memories {
  rowSealer: AttachedSealer;
}

/** A memory of this database; `make` makes it where it is asked for the first time. */
export function memoryOf<K extends keyof Memories>(db: Db, name: K, make: () => Memories[K]): Memories[K] {
  const { memories } = executorOf(db).engine;
  const known = memories[name] ?? make();
  memories[name] = known;
  return known;
}

/** What is read once and kept until a transaction says `changed`. */
export interface ReadModel<T> {
  read(db: Db): Promise<T>;
}

/** `load` must not be called within a transaction: the database has one connection. */
export function createReadModel<T>(topic: Topic, load: (db: Db) => Promise<T>): ReadModel<T> {
  let kept: { readonly version: number; readonly value: Promise<T> } | null = null;
  return {
    read(db) {
      const version = versionOf(db, topic);
      if (kept?.version === version) return kept.value;
      const value = load(db);
      const own = { version, value };
      kept = own;
      value.catch(() => {
        if (kept === own) kept = null;
      });
      return value;
    },
  };
}
