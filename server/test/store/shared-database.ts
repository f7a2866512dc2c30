/** A database of its own for a test, open here and once more as if by another process. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import type { Db } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { remove, temporaryFolder } from '../backup/folder.ts';

export interface SharedDatabase {
  readonly file: string;
  readonly db: Db;
  /** The other connection: it never waits for a lock. */
  readonly other: SqliteDatabase.Database;
  /** Closes both and removes the file. */
  close(): Promise<void>;
}

export function openShared(): SharedDatabase {
  const root = temporaryFolder();
  const file = join(root, 'touchstone.db');
  const db = openDatabase(file);
  const other = new SqliteDatabase(file, { timeout: 0 });
  return {
    file,
    db,
    other,
    async close() {
      other.close();
      await db.destroy();
      remove(root);
    },
  };
}

/** Writes one row, whose name must be new. */
export function write(on: Db, name: string) {
  return on.insertInto('settings').values({ name, value: name }).execute();
}
