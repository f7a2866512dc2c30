/** Opens the database: SQLite by better-sqlite3 under Kysely. The only folder with SQL is this one. */
import { createHash } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import type { Kysely } from 'kysely';
import { kyselyOver } from './connection.ts';
import { MIGRATIONS, type Migration } from './migrations/migrations.ts';
import type { Tables } from './tables.ts';

/** A database or a transaction on it; every function of this folder takes one. */
export type Db = Kysely<Tables>;

/** The data folder cannot be used; the message says why and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/**
 * Opens (and creates) the database file and brings it to the present schema. Every commit is on the disk before it is
 * acknowledged (`synchronous = FULL`). Throws StoreError where the file is foreign, newer than this program or altered.
 */
export function openDatabase(file: string): Db {
  ensurePrivate(file);
  const sqlite = new SqliteDatabase(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    sqlite.pragma('synchronous = FULL');
    sqlite.pragma('foreign_keys = ON');
    sqlite.pragma('busy_timeout = 5000');
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('secure_delete = ON');
    migrate(sqlite, MIGRATIONS);
  } catch (error) {
    sqlite.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw new StoreError(`${file} is not a database of this program.`);
    }
    throw error;
  }
  return kyselyOver(sqlite);
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

/** Applies what is missing, each migration in its own transaction. */
export function migrate(sqlite: SqliteDatabase.Database, migrations: readonly Migration[]): void {
  sqlite.exec(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
      version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL
    ) STRICT`,
  );
  const applied = sqlite.prepare('SELECT version, sha256 FROM schema_migrations ORDER BY version').all() as {
    version: number;
    sha256: string;
  }[];
  for (const { version, sha256 } of applied) {
    const known = migrations.find((migration) => migration.version === version);
    if (known === undefined) {
      throw new StoreError(
        `The data folder was written by a newer version of this program (schema ${version}). Please update.`,
      );
    }
    if (migrationHash(known) !== sha256) {
      throw new StoreError(`The data folder was written with another form of schema step ${version} (${known.name}).`);
    }
  }
  for (const migration of migrations.slice(applied.length)) {
    sqlite.transaction(() => {
      sqlite.exec(migration.sql);
      sqlite
        .prepare('INSERT INTO schema_migrations (version, name, sha256) VALUES (?, ?, ?)')
        .run(migration.version, migration.name, migrationHash(migration));
    })();
  }
}

/** SHA-256 of a migration's text, hex: applied steps are never edited. */
export function migrationHash(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

export interface FolderLock {
  release(): void;
}

/**
 * Takes the data folder for this process. The lock is SQLite's own on a small file beside the database: the operating
 * system drops it when the process ends, however it ends. Throws StoreError where another process holds it.
 */
export function lockFolder(file: string): FolderLock {
  ensurePrivate(file);
  const sqlite = new SqliteDatabase(file, { timeout: 0 });
  try {
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    sqlite.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      throw new StoreError('Another Touchstone server uses this data folder. Stop it, or choose another --data-dir.');
    }
    throw error;
  }
  return { release: () => sqlite.close() };
}
