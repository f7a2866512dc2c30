/** What SQLite's codes tell of the disk. */
import type { StorageCause } from '../storage-cause.ts';

/** By the beginning of SQLite's code; the first that fits counts. */
const OF_SQLITE: readonly (readonly [string, StorageCause])[] = [
  ['SQLITE_FULL', 'full'],
  // The index of the journal could not grow.
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_READONLY', 'read-only'],
  ['SQLITE_CANTOPEN', 'read-only'],
  ['SQLITE_PERM', 'read-only'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  ['SQLITE_IOERR_READ', 'damaged'],
  ['SQLITE_IOERR_SHORT_READ', 'damaged'],
  ['SQLITE_IOERR_CORRUPTFS', 'damaged'],
  ['SQLITE_IOERR_DATA', 'damaged'],
  // Of what the system refuses, SQLite tells apart only that the disk is full.
  ['SQLITE_IOERR_WRITE', 'limited'],
  ['SQLITE_IOERR', 'failing'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
];

/** By the name and the code of an error; undefined for one that is not SQLite's. */
export function causeInSqlite(name: string, code: string): StorageCause | undefined {
  if (name !== 'SqliteError') return undefined;
  return OF_SQLITE.find(([beginning]) => code.startsWith(beginning))?.[1];
}
