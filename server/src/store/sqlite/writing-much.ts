/**
 * Writes that fill the journal: after such a commit SQLite would copy all of it into the database file at once, on the event loop.
 * A worker does that instead.
 */
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import type { Db, Engine, Settle } from '../database.ts';

/** Pages in the journal from which on a commit moves them; SQLite's own number. */
const MOVED_FROM = 1000;

/** On a connection of its own, in a worker. Neither waits for anybody nor holds anybody up. */
export function moveJournal(file: string): void {
  const sqlite = new SqliteDatabase(file, { fileMustExist: true });
  try {
    sqlite.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    sqlite.close();
  }
}

export function createWritingMuch(file: string): Engine['writingMuch'] {
  let underWay = 0;

  async function begin(db: Db): Promise<void> {
    underWay++;
    if (underWay === 1) await sql`PRAGMA wal_autocheckpoint = 0`.execute(db);
  }

  async function end(db: Db, settle: Settle): Promise<void> {
    // Where the worker cannot, the next commit does it.
    await settle(file).catch(() => undefined);
    underWay--;
    if (underWay === 0) await sql`PRAGMA wal_autocheckpoint = ${sql.lit(MOVED_FROM)}`.execute(db);
  }

  return async (db, settle, action) => {
    await begin(db);
    try {
      return await action();
    } finally {
      // Nobody waits for it. It fails where the database is closed meanwhile, which moves the journal too.
      end(db, settle).catch(() => undefined);
    }
  };
}
