/** The files of a database. */

/** Its name in a data folder. */
export const DATABASE_FILE = 'touchstone.db';

/** What stands beside a database while it is open, or was killed: what was committed and is not in it yet, and the index of that. */
export const JOURNAL_ENDS = ['-wal', '-shm'] as const;

/** What of a database must not be lost: the file, and what stands in its journal. */
export const CONTENT_ENDS = ['', '-wal'] as const;
