/**
 * Writes that nobody was promised, such as counts and observations: their commit does not hold the event loop for the disk.
 * It reaches the operating system at once, so that the end of the process, however it comes, takes nothing back. The disk
 * gets it a moment later, beside the loop; until then a power cut may undo it, whole. What was promised before or is promised
 * after is not touched: SQLite's journal is one sequence, and syncing the next durable commit syncs all that stands before it.
 */
import { open } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/**
 * Runs an action in a transaction of its own that a power cut within the next moment may undo. Answers when the disk was
 * told to keep it; a disk that fails then is no failure of this write. Rejects, with nothing written, where the action or
 * the commit does. Never within a transaction.
 */
export async function writeSoon(db: Db, action: (transaction: Db) => Promise<void>): Promise<void> {
  const journal = await db.connection().execute(async (connection) => {
    const file = await journalOf(connection);
    // The connection is this one's alone meanwhile: no other commit goes without its sync.
    await sql`PRAGMA synchronous = NORMAL`.execute(connection);
    try {
      await connection.transaction().execute(action);
    } finally {
      await sql`PRAGMA synchronous = FULL`.execute(connection);
    }
    return file;
  });
  await sync(journal);
}

/**
 * Brings what a long transaction has written so far to the disk, in a thread of the operating system's, so that its commit finds
 * little left to sync. SQLite writes into the journal what its cache does not hold; until the commit nobody reads it.
 */
export async function syncAhead(transaction: Db): Promise<void> {
  await sync(await journalOf(transaction));
}

/** The file beside the database in which SQLite keeps what was committed. */
async function journalOf(connection: Db): Promise<string> {
  const { rows } = await sql<{ file: string }>`SELECT file FROM pragma_database_list WHERE name = 'main'`.execute(
    connection,
  );
  const [main] = rows;
  if (main === undefined) throw new TypeError('internal: there is no database');
  return `${main.file}-wal`;
}

/**
 * Syncs a journal in a thread of the operating system's. The write has succeeded already, so this never rejects: without a
 * journal, SQLite has brought everything to the database, and a disk that fails tells SQLite so at its own next sync.
 */
async function sync(file: string): Promise<void> {
  try {
    // Windows syncs only what may be written.
    const journal = await open(file, 'r+');
    try {
      await journal.datasync();
    } finally {
      await journal.close();
    }
  } catch {
    // SQLite's own sync comes with the next durable write, and at the latest when the journal is emptied.
  }
}
