/** The files of a database. */
import { stat } from 'node:fs/promises';

/** Its name in a data folder. */
export const DATABASE_FILE = 'touchstone.db';

/** What was committed and is not in the file yet, and the index of that. A kill leaves them. */
const JOURNAL_ENDS = ['-wal', '-shm'] as const;

/** Those that stand beside a database of this name. */
export const journalsOf = (name: string): readonly string[] => JOURNAL_ENDS.map((end) => `${name}${end}`);

/** Whether a name is that of a journal in which something may stand that the database has not. */
export const holdsCommits = (name: string): boolean => name.endsWith('-wal');

/** The bytes that a database takes, with what stands in its journal. */
export async function databaseBytes(file: string): Promise<number> {
  const sizes = await Promise.all([file, ...journalsOf(file).filter(holdsCommits)].map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
