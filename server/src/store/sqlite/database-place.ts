/**
 * What stands where the database of a data folder belongs (S36). A database that vanished must not be replaced by a new
 * one: whoever loses the file would find an empty service and no word about it.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type SqliteDatabase from 'better-sqlite3';
import { DATABASE_FILE, journalsOf } from './files.ts';

export type DatabasePlace =
  /** Nothing: a start makes the database. */
  | { readonly kind: 'empty' }
  /** A first start that was interrupted before it had made anything: the next one goes on. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'there' }
  /** No start may go on. `found` and `action` are sentences for people. */
  | { readonly kind: 'refused'; readonly found: string; readonly action: string };

const JOURNALS = journalsOf(DATABASE_FILE);
const KEY_FILE = 'master-key.json';
/** Written by the desktop shell before its first start. */
const KEYCHAIN_FILE = 'master-key.keychain';
/** One of these is made by every start, once the database has its tables; the folder by those of earlier versions. */
const MADE_BY_STARTS = ['rollback-mark.json', 'documents'];

const BRING_BACK =
  'Put the database back, or restore a backup with touchstone restore. To begin anew, choose an empty folder.';
const MOVE_AWAY = 'Move the file away and put the database back, or choose another folder with --data-dir.';

/**
 * Judges by names and sizes, and opens nothing.
 *
 * @param isOfShell whether the desktop shell supplies the key: it writes the key's file before its first start
 */
export function databasePlace(dataDir: string, isOfShell = false): DatabasePlace {
  const names = new Set(readdirSync(dataDir));
  const size = statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? null;
  if (size !== null && size > 0) return { kind: 'there' };
  const beside = besideOf(names, isOfShell);
  if (beside.length === 0) return { kind: size === null ? 'empty' : 'unfinished' };
  const what = size === null ? `no ${DATABASE_FILE}` : `an empty ${DATABASE_FILE}`;
  return { kind: 'refused', found: `${dataDir} holds ${beside.join(' and ')}, but ${what}.`, action: BRING_BACK };
}

/** What tells that there was a database. */
function besideOf(names: ReadonlySet<string>, isOfShell: boolean): readonly string[] {
  const wasStarted = MADE_BY_STARTS.some((name) => names.has(name));
  const keys = [KEY_FILE, ...(isOfShell && !wasStarted ? [] : [KEYCHAIN_FILE])];
  return [...keys, ...JOURNALS].filter((name) => names.has(name));
}

/**
 * Judges a database that can be opened by the tables in it.
 *
 * @param hasKey whether the folder has a key file: it is written after the tables
 */
export function contentsPlace(file: string, sqlite: SqliteDatabase.Database, hasKey: boolean): DatabasePlace {
  const names = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    .pluck()
    .all();
  const steps = ownSteps(sqlite);
  if (steps !== null && steps > 0) return { kind: 'there' };
  // A kill between the making of the list of steps and the first step leaves that list alone.
  if (names.length > (steps === null ? 0 : 1)) {
    return { kind: 'refused', found: `${file} is a database of another program.`, action: MOVE_AWAY };
  }
  if (!hasKey) return { kind: 'unfinished' };
  return { kind: 'refused', found: `${file} holds no tables, but the folder has a master key.`, action: BRING_BACK };
}

/** How many schema steps are recorded; null without our table of them. Other programs keep one of that name too. */
function ownSteps(sqlite: SqliteDatabase.Database): number | null {
  const columns = sqlite.prepare("SELECT name FROM pragma_table_info('schema_migrations')").pluck().all();
  if (JSON.stringify(columns) !== JSON.stringify(['version', 'name', 'sha256'])) return null;
  const count = sqlite.prepare('SELECT count(*) FROM schema_migrations').pluck().get();
  return typeof count === 'number' ? count : null;
}

/** Whether a folder has a key file; that of the shell counts once a start has used it. */
export function hasKeyFile(dataDir: string, isOfShell = false): boolean {
  return besideOf(new Set(readdirSync(dataDir)), isOfShell).some((name) => !JOURNALS.includes(name));
}
