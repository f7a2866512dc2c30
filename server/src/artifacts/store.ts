import { type Db, takePositions } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';

export interface StoredArtifact {
  readonly id: string;
  readonly position: number;
  readonly revision: number;
  readonly content: StoredContent;
}

/** The artifact's JSON text: in the row, or in a file that is on the disk before the row is written. */
export type StoredContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string; readonly size: number };

/** What a page is planned from. */
export interface ArtifactPlace {
  readonly id: string;
  readonly position: number;
  /** Bytes of the JSON text. */
  readonly size: number;
}

/** The number that `nextCycleNumber` would give, without taking it. */
export async function peekCycleNumber(db: Db, projectId: string, quarter: string): Promise<number> {
  const row = await db
    .selectFrom('cycles')
    .select('last_number')
    .where('project_id', '=', projectId)
    .where('quarter', '=', quarter)
    .executeTakeFirst();
  return (row?.last_number ?? 0) + 1;
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

/** Stores a new artifact; false where the project has this id already. `db` is a transaction. */
export async function insertArtifact(
  db: Db,
  projectId: string,
  artifact: { readonly id: string; readonly content: StoredContent },
  now: number,
): Promise<boolean> {
  if ((await findArtifact(db, projectId, artifact.id)) !== null) return false;
  const position = await takePositions(db, 'artifacts', { project_id: projectId });
  await db
    .insertInto('artifacts')
    .values({
      project_id: projectId,
      id: artifact.id,
      position,
      revision: 1,
      ...columnsOf(artifact.content),
      created_at: now,
    })
    .execute();
  return true;
}

function columnsOf(content: StoredContent) {
  return content.kind === 'text'
    ? { document: content.text, file: null, size: Buffer.byteLength(content.text) }
    : { document: '', file: content.file, size: content.size };
}

const COLUMNS = ['id', 'position', 'revision', 'document', 'file', 'size'] as const;

export async function findArtifact(db: Db, projectId: string, id: string): Promise<StoredArtifact | null> {
  const row = await artifactById.first(db, { projectId, id });
  if (row === null) return null;
  const { document, file, size, ...place } = row;
  return { ...place, content: file === null ? { kind: 'text', text: document } : { kind: 'file', file, size } };
}

const artifactById = prepared<{ projectId: string; id: string }>()((db, value) =>
  db.selectFrom('artifacts').select(COLUMNS).where('project_id', '=', value('projectId')).where('id', '=', value('id')),
);

/** Where the project's artifacts stand, the newest first, from below a position. */
export async function placesBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly ArtifactPlace[]> {
  return places.all(db, { projectId, below: below ?? Number.MAX_SAFE_INTEGER, limit });
}

const places = prepared<{ projectId: string; below: number; limit: number }>()((db, value) =>
  db
    .selectFrom('artifacts')
    .select(['id', 'position', 'size'])
    .where('project_id', '=', value('projectId'))
    .where('position', '<', value('below'))
    .orderBy('position', 'desc')
    .limit(value('limit')),
);

/** The files that rows name. */
export async function artifactFiles(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('artifacts').select('file').where('file', 'is not', null).execute();
  return new Set(rows.flatMap(({ file }) => file ?? []));
}

/** Replaces the document if nobody changed it since `revision` was read; false otherwise. */
export async function replaceArtifact(
  db: Db,
  projectId: string,
  id: string,
  revision: number,
  content: StoredContent,
): Promise<boolean> {
  const result = await db
    .updateTable('artifacts')
    .set({ ...columnsOf(content), revision: revision + 1 })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}
