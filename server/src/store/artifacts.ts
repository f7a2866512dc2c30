import type { Db } from './db.ts';

export interface StoredArtifact {
  readonly id: string;
  readonly position: number;
  readonly revision: number;
  /** The artifact's JSON text. */
  readonly document: string;
}

/** The next number of a project's quarter such as `2026-Q4`, from 1. */
export async function nextCycleNumber(db: Db, projectId: string, quarter: string): Promise<number> {
  const row = await db
    .insertInto('cycles')
    .values({ project_id: projectId, quarter, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'quarter'])
        .doUpdateSet((eb) => ({ last_number: eb('cycles.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return row.last_number;
}

/** Stores a new artifact; false where the project has this id already. */
export async function insertArtifact(
  db: Db,
  projectId: string,
  artifact: { readonly id: string; readonly document: string },
  now: number,
): Promise<boolean> {
  const last = await db
    .selectFrom('artifacts')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  const result = await db
    .insertInto('artifacts')
    .values({
      project_id: projectId,
      id: artifact.id,
      position: (last?.position ?? 0) + 1,
      revision: 1,
      document: artifact.document,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

const COLUMNS = ['id', 'position', 'revision', 'document'] as const;

export async function findArtifact(db: Db, projectId: string, id: string): Promise<StoredArtifact | null> {
  const row = await db
    .selectFrom('artifacts')
    .select(COLUMNS)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The project's artifacts, the newest first, one at a time from below a position, so that a page can stop by size. */
export async function artifactBelow(db: Db, projectId: string, below: number | null): Promise<StoredArtifact | null> {
  let query = db.selectFrom('artifacts').select(COLUMNS).where('project_id', '=', projectId);
  if (below !== null) query = query.where('position', '<', below);
  return (await query.orderBy('position', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** Replaces the document if nobody changed it since `revision` was read; false otherwise. */
export async function replaceArtifact(
  db: Db,
  projectId: string,
  id: string,
  revision: number,
  document: string,
): Promise<boolean> {
  const result = await db
    .updateTable('artifacts')
    .set({ document, revision: revision + 1 })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
