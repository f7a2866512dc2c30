/** The public part of key ceremonies: no share, sealed or not, is stored. */
import type { Db } from './db.ts';
import type { Row } from './tables.ts';

/** Stores a ceremony; false where the project has used its id already. */
export async function insertCeremony(db: Db, ceremony: Row<'ceremonies'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('ceremonies')
    .values(ceremony)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}
