/** The public part of key ceremonies: no share, sealed or not, is stored. */
import type { Db } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';

/** Stores a ceremony; false where the project has used its id already. */
export async function insertCeremony(db: Db, ceremony: Row<'ceremonies'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('ceremonies')
    .values(ceremony)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

/** A ceremony of the project; null where there is none of that id. */
export async function findCeremony(db: Db, projectId: string, id: string): Promise<Row<'ceremonies'> | null> {
  const row = await db
    .selectFrom('ceremonies')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** All ceremonies of all projects, for an inspection. */
export async function listCeremonies(db: Db): Promise<readonly Row<'ceremonies'>[]> {
  return db.selectFrom('ceremonies').selectAll().orderBy('project_id').orderBy('id').execute();
}
