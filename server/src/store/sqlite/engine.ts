/** What SQLite does for `engine.ts`: one process, one connection, one writer. */
import { sql } from 'kysely';
import type { Db, Engine, Lease } from '../database.ts';
import { createGroups } from '../groups.ts';
import type { Topic } from '../topics.ts';
import { changedRows } from './activity.ts';
import { emptyJournal } from './checkpoint.ts';
import { databaseBytes } from './files.ts';
import { newestPosition, takePositions } from './positions.ts';
import { rowsAfter, rowsWith } from './walk.ts';
import { syncAhead, writeSoon } from './write-soon.ts';
import { createWritingMuch } from './writing-much.ts';

/** The process that has the data folder has every lease: no other can open it. */
const HELD: Lease = { require: async () => undefined };

export interface SqliteEngineOptions {
  /** Every transaction runs its writes, takes them back, and runs them again: for tests of what may run again. */
  readonly rehearsesWrites?: boolean;
}

export function createSqliteEngine(file: string, { rehearsesWrites = false }: SqliteEngineOptions = {}): Engine {
  const versions = new Map<Topic, number>();
  return {
    address: file,
    memories: new Map(),
    groups: createGroups({
      rehearses: rehearsesWrites,
      onCommit(topics) {
        for (const topic of topics) versions.set(topic, (versions.get(topic) ?? 0) + 1);
      },
    }),
    takePositions,
    lastPosition: newestPosition,
    writeSoon,
    syncAhead,
    writingMuch: createWritingMuch(file),
    lease: async () => HELD,
    changed,
    versionOf: (topic) => versions.get(topic) ?? 0,
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
