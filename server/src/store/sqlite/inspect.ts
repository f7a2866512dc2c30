/** Looks at a database file without changing it, and tells what is wrong with it. */
import SqliteDatabase from 'better-sqlite3';
import type { Db } from '../database.ts';
import { kyselyOver } from './connection.ts';
import { contentsPlace, type DatabasePlace } from './database-place.ts';
import { openOrCopy } from './readable-copy.ts';
import { type SchemaFault, schemaFaults } from './schema.ts';

export interface Inspection {
  /** For questions only: the connection refuses to write. */
  readonly db: Db;
  /** What SQLite's own check of pages and indexes finds; empty where all is well. */
  integrityFaults(): readonly string[];
  /** Rows that refer to a row that is not there. */
  foreignKeyFaults(): readonly string[];
  /** How the schema differs from the one that this program makes. */
  schemaFaults(): readonly SchemaFault[];
  /** Number of the last schema step. */
  lastStep(): number;
  /** Whose tables these are (S36). `hasKey`: whether the folder has a key file. */
  place(hasKey: boolean): DatabasePlace;
  close(): Promise<void>;
}

/** Enough to tell that there is damage; a broken page can give thousands. */
const MOST_FAULTS = 20;

/**
 * Opens a database for looking only, on a read-only medium a copy of it. Throws what SQLite throws where that is
 * impossible, and StoreError where there is no room for the copy.
 */
export function inspectDatabase(file: string): Inspection {
  const { opened: sqlite, remove } = openOrCopy(file, openToRead);
  const db = kyselyOver(sqlite);
  return {
    db,
    integrityFaults: () => integrityFaults(sqlite),

    foreignKeyFaults() {
      const rows = sqlite.pragma('foreign_key_check') as { table: string; rowid: number | null; parent: string }[];
      const shown = rows.slice(0, MOST_FAULTS);
      return shown.map(({ table, rowid, parent }) => `${table}, row ${rowid ?? '?'}: no such row in ${parent}`);
    },

    schemaFaults: () => schemaFaults(sqlite),
    lastStep: () => Number(sqlite.prepare('SELECT max(version) FROM schema_migrations').pluck().get() ?? 0),
    place: (hasKey) => contentsPlace(file, sqlite, hasKey),

    async close() {
      await db.destroy();
      remove();
    },
  };
}

function openToRead(file: string): SqliteDatabase.Database {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function integrityFaults(sqlite: SqliteDatabase.Database): readonly string[] {
  try {
    const rows = sqlite.pragma(`integrity_check(${MOST_FAULTS})`) as { integrity_check: string }[];
    return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : 'unknown reason'];
  }
}
