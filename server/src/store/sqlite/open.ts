/** Opens the database: SQLite by better-sqlite3 under Kysely. */
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import type { Db } from '../engine.ts';
import { StoreError } from '../store-error.ts';
import { kyselyOver, type OnFault } from './connection.ts';
import { contentsPlace } from './database-place.ts';
import type { SqliteEngineOptions } from './engine.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { migrate, requireOwnSchema } from './schema.ts';
import { watchSchema } from './schema-watch.ts';

export interface OpenOptions extends SqliteEngineOptions {
  readonly hasKey?: boolean;
  readonly onFault?: OnFault;
}

/**
 * Opens (and creates) the database file and brings it to the present schema. Every commit is on the disk before it is
 * acknowledged (`synchronous = FULL`). Throws StoreError where the file is foreign, newer than this program or altered, where
 * its tables or triggers are not the ones that this program makes (S35), or holds nothing although `hasKey` says that the folder
 * had a database (S36). `onFault` is told what SQLite throws later, and of a schema that another process changes meanwhile:
 * nothing is committed then.
 */
export function openDatabase(file: string, { hasKey = false, onFault, ...options }: OpenOptions = {}): Db {
  ensurePrivate(file);
  const sqlite = new SqliteDatabase(file);
  try {
    // Before anything is written: a foreign file stays as it is.
    const place = contentsPlace(file, sqlite, hasKey);
    if (place.kind === 'refused') throw new StoreError(`${place.found} ${place.action}`);
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('secure_delete = ON');
    // Before the schema is judged, so that no moment lies between.
    const requireSchema = watchSchema(sqlite);
    // A trigger may change what is written, from the first statement on.
    requireOwnSchema(file, sqlite);
    migrate(sqlite, MIGRATIONS);
    return kyselyOver(sqlite, { onFault, requireOwnSchema: requireSchema, ...options });
  } catch (error) {
    sqlite.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw new StoreError(
        `${file} is not a database of this program. Restore a backup with touchstone restore, or choose another folder with --data-dir.`,
      );
    }
    throw error;
  }
}

/** A connection of its own to a database that the server has open, for reading only: for workers. */
export function openReader(file: string): Db {
  const sqlite = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 5000 });
  sqlite.pragma('trusted_schema = OFF');
  return kyselyOver(sqlite);
}

/** SQLite gives its journal files the permissions of the database, so this one is created first. */
export function ensurePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}
