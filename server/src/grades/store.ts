import { type Db, lockRow, takePositions } from '../store/engine.ts';

export interface NewGrade {
  readonly id: string;
  /** The key that submitted it; null for console and administrator. */
  readonly keyId: string | null;
  readonly record: string;
  readonly signature: string;
}

export interface StoredGrade {
  readonly position: number;
  readonly record: string;
  readonly signature: string;
}

/** Stores a grade. `db` is a transaction. */
export async function insertGrade(db: Db, projectId: string, grade: NewGrade, now: number): Promise<void> {
  const position = await takePositions(db, 'grades', { project_id: projectId });
  await db
    .insertInto('grades')
    .values({
      id: grade.id,
      project_id: projectId,
      key_id: grade.keyId,
      position,
      record: grade.record,
      signature: grade.signature,
      created_at: now,
      hidden_at: null,
    })
    .execute();
}

/** A grade of the project, hidden or not. */
export async function findGrade(db: Db, projectId: string, id: string): Promise<StoredGrade | null> {
  const row = await db
    .selectFrom('grades')
    .select(['position', 'record', 'signature'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The project's grades that are not hidden, the newest first, from below a position. */
export async function gradesBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly StoredGrade[]> {
  return db
    .selectFrom('grades')
    .select(['position', 'record', 'signature'])
    .where('project_id', '=', projectId)
    .where('hidden_at', 'is', null)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Who submitted a grade of the project, and whether it is hidden; for a transaction that goes on to hide it. */
export async function lockGrade(
  transaction: Db,
  projectId: string,
  id: string,
): Promise<{ readonly key_id: string | null; readonly hidden_at: number | null } | null> {
  const found = transaction
    .selectFrom('grades')
    .select(['key_id', 'hidden_at'])
    .where('project_id', '=', projectId)
    .where('id', '=', id);
  return (await lockRow(found).executeTakeFirst()) ?? null;
}

/** Takes a grade out of the list. */
export async function hideGrade(transaction: Db, id: string, now: number): Promise<void> {
  await transaction.updateTable('grades').set({ hidden_at: now }).where('id', '=', id).execute();
}
