/** What SQLite does for `engine.ts`: one process, one connection, one writer. */
import { sql } from 'kysely';
import type { Db, Engine, Lease } from '../database.ts';
import { createGroups } from '../groups.ts';
import type { ListChange, Topic } from '../topics.ts';
import { changedRows } from './activity.ts';
import { emptyJournal } from './checkpoint.ts';
import { databaseBytes } from './files.ts';
import { newestPosition, takePositions } from './positions.ts';
import { rowsAfter, rowsWith } from './walk.ts';
import { syncAhead, writeSoon } from './write-soon.ts';
import { createWritingMuch } from './writing-much.ts';

export interface SqliteEngineOptions {
  /** For tests, as `Engine` says. */
  readonly rehearsesWrites?: boolean;
}

export function createSqliteEngine(file: string, { rehearsesWrites = false }: SqliteEngineOptions = {}): Engine {
  const versions = new Map<Topic, number>();
  const watchers = new Set<(change: ListChange) => void>();
  /** No other process can open the folder: whoever asks for a lease in this one gets it, and takes it from whoever had it. */
  const tokens = new Map<string, number>();

  async function lease(_db: Db, name: string): Promise<Lease> {
    const token = (tokens.get(name) ?? 0) + 1;
    tokens.set(name, token);
    return {
      token,
      async require() {
        if (tokens.get(name) !== token) throw new TypeError(`internal: another has the lease of ${name}`);
      },
    };
  }

  return {
    address: file,
    rehearsesWrites,
    memories: new Map(),
    groups: createGroups({
      rehearses: rehearsesWrites,
      onCommit({ topics, lists }) {
        for (const topic of topics) versions.set(topic, (versions.get(topic) ?? 0) + 1);
        for (const change of lists) for (const watch of watchers) watch(change);
      },
    }),
    takePositions,
    lastPosition: newestPosition,
    writeSoon,
    syncAhead,
    writingMuch: createWritingMuch(file),
    lease,
    changed,
    versionOf: (topic) => versions.get(topic) ?? 0,
    watchLists(listener) {
      // Each in a function of its own: a listener that watches twice is called twice.
      const watch = (change: ListChange) => listener(change);
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    erase: emptyJournal,
    changedRows,
    bytes: () => databaseBytes(file),
    rowsAfter,
    rowsWith,
  };
}

/** Other processes would see the row; this one, the only one, counts what it commits. */
async function changed(transaction: Db, topic: Topic): Promise<void> {
  await transaction
    .insertInto('versions')
    .values({ topic, version: 1 })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet({ version: sql`versions.version + 1` }))
    .execute();
}
