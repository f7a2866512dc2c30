/** Opens the database: SQLite by better-sqlite3 under Kysely. The only folder with SQL is this one. */
import { closeSync, openSync, statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { kyselyOver, type OnFault } from './connection.ts';
import { contentsPlace } from './database-place.ts';
import { MIGRATIONS } from './migrations/migrations.ts';
import { migrate, requireOwnSchema } from './schema.ts';
import { watchSchema } from './schema-watch.ts';
import { StoreError } from './store-error.ts';
import type { Tables } from './tables.ts';

/** A database or a transaction on it; every function of this folder takes one. */
export type Db = Kysely<Tables>;

export interface OpenOptions {
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
export function openDatabase(file: string, { hasKey = false, onFault }: OpenOptions = {}): Db {
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
    return kyselyOver(sqlite, { requireOwnSchema: requireSchema, ...(onFault === undefined ? {} : { onFault }) });
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
function ensurePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

export interface FolderLock {
  release(): void;
}

/** What `user_version` of the lock file says once its folder was seen to be free. */
const WAS_FREE = 1;

/**
 * Takes the data folder for this process. The lock is SQLite's own on a small file beside the database: the operating
 * system drops it when the process ends, however it ends. A lock file that is new beside a database was perhaps removed
 * by hand, and says nothing then: whether a server runs shows in the lock that it has on the database itself. Throws
 * StoreError where another process holds the folder.
 *
 * @param database the folder's database, whether it is there or not
 */
export function lockFolder(file: string, database: string): FolderLock {
  ensurePrivate(file);
  const sqlite = new SqliteDatabase(file, { timeout: 0 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('journal_mode = MEMORY');
    sqlite.exec('BEGIN EXCLUSIVE');
    if (sqlite.pragma('user_version', { simple: true }) !== WAS_FREE) {
      requireUnused(database);
      remember(sqlite);
    }
  } catch (error) {
    sqlite.close();
    if (isBusy(error)) {
      throw new StoreError('Another Touchstone server uses this data folder. Stop it, or choose another --data-dir.');
    }
    throw error;
  }
  return { release: () => sqlite.close() };
}

/** Throws StoreError where another process has the database open. */
function requireUnused(database: string): void {
  if ((statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0) return;
  const sqlite = new SqliteDatabase(database, { fileMustExist: true, timeout: 0 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch (error) {
    // Whatever else is wrong with it is said where it is opened.
    if (!isBusy(error)) return;
    throw new StoreError(
      'Another program has the database of this data folder open, and server.lock was removed. Stop that program, or choose another --data-dir.',
    );
  } finally {
    sqlite.close();
  }
}

/** So that the next start need not ask again. On a full disk it asks again. */
function remember(sqlite: SqliteDatabase.Database): void {
  try {
    sqlite.pragma(`user_version = ${WAS_FREE}`);
    // In this locking mode the lock outlives the commit.
    sqlite.exec('COMMIT');
  } catch {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
  }
  sqlite.exec('BEGIN EXCLUSIVE');
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
