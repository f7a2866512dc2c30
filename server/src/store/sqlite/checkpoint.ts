import { sql } from 'kysely';
import type { Db } from '../engine.ts';

/** As `openDatabase` sets it, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/**
 * Takes what was erased out of SQLite's journal too: pages that held it before stand there until it is emptied. Answers
 * false where another connection, such as a backup, still reads them; the next call then does it. Never within a transaction.
 */
export async function emptyJournal(db: Db): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    // Waiting for a reader would hold the event loop.
    await sql`PRAGMA busy_timeout = 0`.execute(connection);
    try {
      const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(connection);
      return rows[0]?.busy === 0;
    } finally {
      await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT)}`.execute(connection);
    }
  });
}
