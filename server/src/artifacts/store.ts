import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Db, syncAhead, takePositions } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';

/** Bytes of every piece of a document but its last. */
export const PIECE_BYTES = 256 * 1024;

export interface StoredArtifact {
  readonly id: string;
  readonly position: number;
  readonly revision: number;
  /** null where the document stands in pieces, or in a file of an earlier version. */
  readonly text: string | null;
}

/** The artifact's JSON text as it is to be stored: in the row, or in pieces beside it. */
export type NewContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pieces'; readonly bytes: Uint8Array };

/** What a page is planned from. */
export interface ArtifactPlace {
  readonly id: string;
  readonly position: number;
  /** Bytes of the JSON text. */
  readonly size: number;
}

/** A document in pieces, as it was at one revision of its artifact. */
export interface PiecedDocument {
  readonly projectId: string;
  readonly id: string;
  readonly revision: number;
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

/** Makes sure that the numbers that follow are beyond one that an artifact states itself. `db` is a transaction. */
export async function passCycleNumber(db: Db, projectId: string, quarter: string, number: number): Promise<void> {
  await db
    .insertInto('cycles')
    .values({ project_id: projectId, quarter, last_number: number })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'quarter'])
        .doUpdateSet({ last_number: number })
        .where('cycles.last_number', '<', number),
    )
    .execute();
}

export interface NewArtifact {
  readonly id: string;
  /** The name of what it is about. */
  readonly subject: string;
  readonly content: NewContent;
}

/** Stores a new artifact; false where the project has this id already. `db` is a transaction. */
export async function insertArtifact(
  db: Db,
  projectId: string,
  { id, subject, content }: NewArtifact,
  now: number,
): Promise<boolean> {
  if ((await findArtifact(db, projectId, id)) !== null) return false;
  const position = await takePositions(db, 'artifacts', { project_id: projectId });
  await db
    .insertInto('artifacts')
    .values({
      project_id: projectId,
      id,
      position,
      revision: 1,
      subject,
      ...columnsOf(content),
      file: null,
      created_at: now,
    })
    .execute();
  if (content.kind === 'pieces') await insertPieces(db, projectId, id, content.bytes);
  return true;
}

function columnsOf(content: NewContent) {
  return content.kind === 'text'
    ? { document: content.text, size: Buffer.byteLength(content.text) }
    : { document: '', size: content.bytes.length };
}

async function insertPieces(db: Db, projectId: string, id: string, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    // A copy: the database does not take bytes that threads share.
    await insertPiece(db, projectId, id, at / PIECE_BYTES, bytes.slice(at, at + PIECE_BYTES));
  }
}

/** After so many pieces the disk gets them, so that the commit holds the event loop for the last ones only. */
const PIECES_AHEAD = 16;

/** Stores one piece of a document, in the transaction of all the others. Between two of them others have their turn. */
export async function insertPiece(
  db: Db,
  projectId: string,
  id: string,
  piece: number,
  bytes: Uint8Array,
): Promise<void> {
  await newPiece.change(db, { projectId, id, piece, bytes });
  if (piece % PIECES_AHEAD === PIECES_AHEAD - 1) await syncAhead(db);
  else await nextTurn();
}

const newPiece = prepared<{ projectId: string; id: string; piece: number; bytes: Uint8Array }>()((db, value) =>
  db.insertInto('artifact_pieces').values({
    project_id: value('projectId'),
    artifact_id: value('id'),
    piece: value('piece'),
    bytes: value('bytes'),
  }),
);

export async function findArtifact(db: Db, projectId: string, id: string): Promise<StoredArtifact | null> {
  const row = await artifactById.first(db, { projectId, id });
  if (row === null) return null;
  const { document, ...place } = row;
  return { ...place, text: document === '' ? null : document };
}

const artifactById = prepared<{ projectId: string; id: string }>()((db, value) =>
  db
    .selectFrom('artifacts')
    .select(['id', 'position', 'revision', 'document'])
    .where('project_id', '=', value('projectId'))
    .where('id', '=', value('id')),
);

/** A document in pieces with its present revision and its bytes; null where it has none, or not all of them. */
export async function findPieces(
  db: Db,
  projectId: string,
  id: string,
): Promise<(PiecedDocument & { readonly size: number }) | null> {
  const row = await piecesOfArtifact.first(db, { projectId, id });
  if (row === null || row.last === null || row.pieces !== row.last + 1) return null;
  return { projectId, id, revision: row.revision, size: row.size ?? 0 };
}

const piecesOfArtifact = prepared<{ projectId: string; id: string }>()((db, value) =>
  db
    .selectFrom('artifacts')
    .innerJoin('artifact_pieces', (join) =>
      join
        .onRef('artifact_pieces.project_id', '=', 'artifacts.project_id')
        .onRef('artifact_pieces.artifact_id', '=', 'artifacts.id'),
    )
    .select((eb) => [
      'artifacts.revision',
      eb.fn.countAll<number>().as('pieces'),
      eb.fn.max('piece').as('last'),
      eb.fn.sum<number | null>(eb.fn<number>('length', ['bytes'])).as('size'),
    ])
    .where('artifacts.project_id', '=', value('projectId'))
    .where('artifacts.id', '=', value('id'))
    .groupBy('artifacts.revision'),
);

/** A signature was added while a document was read: what follows would be of another text. */
export class DocumentReplacedError extends Error {
  override readonly name = 'DocumentReplacedError';
}

/** A document, piece by piece; between two of them others have their turn. Throws DocumentReplacedError where it does not stay as it is until the end. */
export async function* readPieces(db: Db, { projectId, id, revision }: PiecedDocument): AsyncGenerator<Uint8Array> {
  for (let piece = 0; ; piece++) {
    const found = await pieceOfRevision.first(db, { projectId, id, piece });
    if (found === null || found.revision !== revision)
      throw new DocumentReplacedError('A signature was added meanwhile.');
    if (found.bytes === null) return;
    yield found.bytes;
    // A reader that is fast enough would not wait for anything, and hold the event loop for all pieces.
    await nextTurn();
  }
}

const pieceOfRevision = prepared<{ projectId: string; id: string; piece: number }>()((db, value) =>
  db
    .selectFrom('artifacts')
    .leftJoin('artifact_pieces', (join) =>
      join
        .onRef('artifact_pieces.project_id', '=', 'artifacts.project_id')
        .onRef('artifact_pieces.artifact_id', '=', 'artifacts.id')
        .on('piece', '=', value('piece')),
    )
    .select(['revision', 'bytes'])
    .where('artifacts.project_id', '=', value('projectId'))
    .where('artifacts.id', '=', value('id')),
);

/** Everything that stands in pieces of an artifact, whatever it is: for doctor. */
export async function storedPieces(
  db: Db,
  projectId: string,
  id: string,
): Promise<readonly { readonly piece: number; readonly bytes: Uint8Array }[]> {
  return db
    .selectFrom('artifact_pieces')
    .select(['piece', 'bytes'])
    .where('project_id', '=', projectId)
    .where('artifact_id', '=', id)
    .orderBy('piece')
    .execute();
}

/** A document that an earlier version kept in a file. */
export interface DocumentFile {
  readonly projectId: string;
  readonly id: string;
  readonly file: string;
  /** Bytes that it was stored with. */
  readonly size: number;
  /** Whether it was taken into rows, so that the file is to be removed and its name to be forgotten. */
  readonly isInRows: boolean;
}

/** Whether a name is of those that files of documents had. */
export const isOwnFileName = (name: string): boolean => /^[0-9a-f]{32}\.json$/.test(name);

/** Documents whose rows name a file. The database may be older than this program, as one in a backup is. */
export async function documentFiles(db: Db): Promise<readonly DocumentFile[]> {
  const tables = await db.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'artifacts')?.columns ?? [];
  if (!columns.some(({ name }) => name === 'file')) return [];
  const rows = await db
    .selectFrom('artifacts')
    .select(['project_id', 'id', 'file', 'size', 'document'])
    .where('file', 'is not', null)
    .execute();
  const hasPieces = tables.some(({ name }) => name === 'artifact_pieces');
  const found: DocumentFile[] = [];
  for (const { project_id: projectId, id, file, size, document } of rows) {
    if (file === null) continue;
    const isInRows = document !== '' || (hasPieces && (await firstPiece.first(db, { projectId, id })) !== null);
    found.push({ projectId, id, file, size, isInRows });
  }
  return found;
}

const firstPiece = prepared<{ projectId: string; id: string }>()((db, value) =>
  db
    .selectFrom('artifact_pieces')
    .select('piece')
    .where('project_id', '=', value('projectId'))
    .where('artifact_id', '=', value('id'))
    .limit(1),
);

/** The document stands in rows now. */
export async function forgetFile(db: Db, { projectId, id, file }: DocumentFile): Promise<void> {
  await db
    .updateTable('artifacts')
    .set({ file: null })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('file', '=', file)
    .execute();
}

/** How many documents stand in pieces, and the bytes of all. */
export async function piecesInAll(db: Db): Promise<{ readonly documents: number; readonly bytes: number }> {
  const { documents, bytes } = await db
    .selectFrom('artifact_pieces')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('piece', '=', 0).as('documents'),
      eb.fn.sum<number | null>(eb.fn<number>('length', ['bytes'])).as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  return { documents, bytes: bytes ?? 0 };
}

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

/** Replaces the document if nobody changed it since `revision` was read; false otherwise. `db` is a transaction. */
export async function replaceArtifact(
  db: Db,
  projectId: string,
  id: string,
  revision: number,
  content: NewContent,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('artifacts')
    .set({ ...columnsOf(content), revision: revision + 1 })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  if (content.kind === 'text') return true;
  await deletePieces(db, projectId, id);
  await insertPieces(db, projectId, id, content.bytes);
  return true;
}

/** One after the other, for the same reason as they are inserted so: the database overwrites what is deleted. */
async function deletePieces(db: Db, projectId: string, id: string): Promise<void> {
  for (let piece = 0; (await pieceToDelete.change(db, { projectId, id, piece })) > 0; piece++) await nextTurn();
}

const pieceToDelete = prepared<{ projectId: string; id: string; piece: number }>()((db, value) =>
  db
    .deleteFrom('artifact_pieces')
    .where('project_id', '=', value('projectId'))
    .where('artifact_id', '=', value('id'))
    .where('piece', '=', value('piece')),
);
