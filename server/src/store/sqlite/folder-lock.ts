/** The lock on a data folder. */
import { statSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { StoreError } from '../store-error.ts';
import { ensurePrivate } from './open.ts';

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
