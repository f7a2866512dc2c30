/** Collections of encrypted search, their documents and the segments of their index. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import { preparedRows } from '../store/prepared-rows.ts';
import type { Row, Tables } from '../store/tables.ts';

export type CollectionRow = Selectable<Tables['search_collections']>;
export type DocumentRow = Selectable<Tables['search_documents']>;
export type SegmentRow = Selectable<Tables['search_segments']>;

export async function insertCollection(transaction: Db, row: Row<'search_collections'>): Promise<void> {
  await transaction.insertInto('search_collections').values(row).execute();
}

const collectionByName = prepared<{ projectId: string; name: string }>()((db, value) =>
  db
    .selectFrom('search_collections')
    .selectAll()
    .where('project_id', '=', value('projectId'))
    .where('name', '=', value('name'))
    .where('envelope', 'is not', null),
);

/** null where the project has no such collection, or has deleted it. */
export function findCollection(db: Db, projectId: string, name: string): Promise<CollectionRow | null> {
  return collectionByName.first(db, { projectId, name });
}

/** The same for a transaction that goes on to change it. */
export function lockCollection(transaction: Db, projectId: string, name: string): Promise<CollectionRow | null> {
  return collectionByName.lock(transaction, { projectId, name });
}

export async function countCollections(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('search_collections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('envelope', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Where a page begins: what stands before it, oldest first. */
export interface After {
  readonly createdAt: number;
  readonly id: string;
}

export async function listCollections(
  db: Db,
  projectId: string,
  after: After | null,
  limit: number,
): Promise<readonly CollectionRow[]> {
  let query = db
    .selectFrom('search_collections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('envelope', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

export async function updateCollection(
  transaction: Db,
  id: string,
  changes: Partial<Pick<CollectionRow, 'next_number' | 'document_count' | 'removed_at' | 'envelope' | 'ckks_key'>>,
): Promise<void> {
  await transaction.updateTable('search_collections').set(changes).where('id', '=', id).execute();
}

export const insertDocuments = preparedRows<Row<'search_documents'>>()((db, value, rows) =>
  db.insertInto('search_documents').values(
    rows.map((at) => ({
      collection_id: value('collection_id', at),
      number: value('number', at),
      name_tag: value('name_tag', at),
      head: value('head', at),
      texts: value('texts', at),
      created_at: value('created_at', at),
    })),
  ),
);

export async function insertSegment(transaction: Db, row: Row<'search_segments'>): Promise<void> {
  await transaction.insertInto('search_segments').values(row).execute();
}

export const insertPages = preparedRows<Row<'search_pages'>>()((db, value, rows) =>
  db.insertInto('search_pages').values(
    rows.map((at) => ({
      segment_id: value('segment_id', at),
      page: value('page', at),
      cells: value('cells', at),
    })),
  ),
);

export async function setSegmentState(transaction: Db, id: string, state: SegmentRow['state']): Promise<void> {
  await transaction.updateTable('search_segments').set({ state }).where('id', '=', id).execute();
}

/** The segments that are the index of a collection, in the order of their numbers. */
export async function liveSegments(db: Db, collectionId: string): Promise<readonly SegmentRow[]> {
  return db
    .selectFrom('search_segments')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('state', '=', 'live')
    .orderBy('first_number')
    .execute();
}

/** The same for a transaction that goes on to change them. */
export async function lockSegments(transaction: Db, collectionId: string): Promise<readonly SegmentRow[]> {
  const live = transaction
    .selectFrom('search_segments')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('state', '=', 'live')
    .orderBy('first_number');
  return lockRow(live).execute();
}

/** All segments of a collection. */
export async function segmentsOf(db: Db, collectionId: string): Promise<readonly SegmentRow[]> {
  return db
    .selectFrom('search_segments')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .orderBy('first_number')
    .execute();
}

const onePage = prepared<{ segmentId: string; page: number }>()((db, value) =>
  db
    .selectFrom('search_pages')
    .select('cells')
    .where('segment_id', '=', value('segmentId'))
    .where('page', '=', value('page')),
);

export async function readPage(db: Db, segmentId: string, page: number): Promise<Uint8Array | null> {
  return (await onePage.first(db, { segmentId, page }))?.cells ?? null;
}

const oneDocument = prepared<{ collectionId: string; number: number }>()((db, value) =>
  db
    .selectFrom('search_documents')
    .selectAll()
    .where('collection_id', '=', value('collectionId'))
    .where('number', '=', value('number')),
);

export function findDocument(db: Db, collectionId: string, number: number): Promise<DocumentRow | null> {
  return oneDocument.first(db, { collectionId, number });
}

/** Documents from a number on, in the order of their numbers. */
export async function documentsFrom(
  db: Db,
  collectionId: string,
  { first, last, limit }: { readonly first: number; readonly last: number; readonly limit: number },
): Promise<readonly DocumentRow[]> {
  return db
    .selectFrom('search_documents')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** The same without texts, with how many bytes each row has. */
export async function headsFrom(db: Db, collectionId: string, first: number, limit: number) {
  return db
    .selectFrom('search_documents')
    .select(['number', 'name_tag', 'head', 'created_at'])
    .select(({ fn }) => [fn<number>('length', ['texts']).as('text_bytes')])
    .where('collection_id', '=', collectionId)
    .where('number', '>=', first)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Which of these numbers have a document. */
export async function presentNumbers(
  db: Db,
  collectionId: string,
  numbers: readonly number[],
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('search_documents')
    .select('number')
    .where('collection_id', '=', collectionId)
    .where('number', 'in', numbers)
    .execute();
  return rows.map(({ number }) => number);
}

/** The numbers of documents with these tags of names, below a number: for a transaction that goes on to delete them. */
export async function lockNames(
  transaction: Db,
  collectionId: string,
  tags: readonly Uint8Array[],
  below: number,
): Promise<readonly number[]> {
  const named = transaction
    .selectFrom('search_documents')
    .select('number')
    .where('collection_id', '=', collectionId)
    .where('name_tag', 'in', tags)
    .where('number', '<', below);
  const rows = await lockRow(named).execute();
  return rows.map(({ number }) => number);
}

/** The tags of names of documents from a number on. */
export async function tagsFrom(db: Db, collectionId: string, first: number, limit: number) {
  return db
    .selectFrom('search_documents')
    .select(['number', 'name_tag'])
    .where('collection_id', '=', collectionId)
    .where('number', '>=', first)
    .orderBy('number')
    .limit(limit)
    .execute();
}

export async function countDocuments(
  db: Db,
  collectionId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('search_documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('collection_id', '=', collectionId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteDocuments(
  transaction: Db,
  collectionId: string,
  numbers: readonly number[],
): Promise<number> {
  if (numbers.length === 0) return 0;
  const { numDeletedRows: deleted } = await transaction
    .deleteFrom('search_documents')
    .where('collection_id', '=', collectionId)
    .where('number', 'in', numbers)
    .executeTakeFirstOrThrow();
  return Number(deleted);
}

/** Numbers of some documents of a range. */
export async function someNumbers(
  db: Db,
  collectionId: string,
  { first, last, limit }: { readonly first: number; readonly last: number; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('search_documents')
    .select('number')
    .where('collection_id', '=', collectionId)
    .where('number', '>=', first)
    .where('number', '<=', last)
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

/** Deletes pages of a segment up to a number; how many there were. */
export async function deletePages(transaction: Db, segmentId: string, upTo: number): Promise<number> {
  const { numDeletedRows: deleted } = await transaction
    .deleteFrom('search_pages')
    .where('segment_id', '=', segmentId)
    .where('page', '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(deleted);
}

export async function deleteSegment(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('search_segments').where('id', '=', id).execute();
}

/** Segments that are no part of an index: dead ones, those that were begun before a time, all of deleted collections. */
export async function segmentsToDrop(db: Db, begunBefore: number, limit: number): Promise<readonly SegmentRow[]> {
  return db
    .selectFrom('search_segments')
    .innerJoin('search_collections', 'search_collections.id', 'search_segments.collection_id')
    .selectAll('search_segments')
    .where(({ eb, and, or }) =>
      or([
        eb('search_segments.state', '=', 'dead'),
        and([eb('search_segments.state', '=', 'building'), eb('search_segments.created_at', '<', begunBefore)]),
        eb('search_collections.envelope', 'is', null),
      ]),
    )
    .limit(limit)
    .execute();
}

export async function hasSegments(db: Db, collectionId: string): Promise<boolean> {
  const segments = db.selectFrom('search_segments').select('id').where('collection_id', '=', collectionId);
  return (await segments.limit(1).executeTakeFirst()) !== undefined;
}

export async function deletedCollections(db: Db, limit: number): Promise<readonly CollectionRow[]> {
  return db.selectFrom('search_collections').selectAll().where('envelope', 'is', null).limit(limit).execute();
}

export async function deleteCollection(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('search_collections').where('id', '=', id).execute();
}

export async function putBlockPiece(transaction: Db, row: Row<'search_blocks'>): Promise<void> {
  const { ciphertexts } = row;
  await transaction
    .insertInto('search_blocks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['collection_id', 'block', 'piece']).doUpdateSet({ ciphertexts }))
    .execute();
}

/** A block of vectors in its pieces, in their order. */
export async function blockPieces(db: Db, collectionId: string, block: number) {
  return db
    .selectFrom('search_blocks')
    .select(['piece', 'ciphertexts'])
    .where('collection_id', '=', collectionId)
    .where('block', '=', block)
    .orderBy('piece')
    .execute();
}

/** Which blocks of vectors there are, and the nonce of the first piece of each: another one with each change. */
export async function blockEditions(db: Db, collectionId: string) {
  return db
    .selectFrom('search_blocks')
    .select('block')
    .select(({ fn, val }) => [fn<Uint8Array>('substr', ['ciphertexts', val(1), val(12)]).as('edition')])
    .where('collection_id', '=', collectionId)
    .where('piece', '=', 0)
    .orderBy('block')
    .execute();
}

export async function deleteBlock(transaction: Db, collectionId: string, block: number): Promise<void> {
  await transaction
    .deleteFrom('search_blocks')
    .where('collection_id', '=', collectionId)
    .where('block', '=', block)
    .execute();
}

/** Deletes some pieces of vectors; how many there were. */
export async function deleteBlocks(transaction: Db, collectionId: string, limit: number): Promise<number> {
  const some = transaction
    .selectFrom('search_blocks')
    .select(['block', 'piece'])
    .where('collection_id', '=', collectionId)
    .limit(limit);
  const pieces = await lockRow(some).execute();
  for (const { block, piece } of pieces) {
    await transaction
      .deleteFrom('search_blocks')
      .where('collection_id', '=', collectionId)
      .where('block', '=', block)
      .where('piece', '=', piece)
      .execute();
  }
  return pieces.length;
}

/** Collections whose index has several segments, or entries of documents that are gone. */
export async function collectionsToMerge(db: Db, segments: number, limit: number): Promise<readonly CollectionRow[]> {
  return db
    .selectFrom('search_collections')
    .selectAll()
    .where('envelope', 'is not', null)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('removed_at', 'is not', null),
        eb(
          selectFrom('search_segments')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('search_segments.collection_id', '=', 'search_collections.id')
            .where('state', '=', 'live'),
          '>=',
          segments,
        ),
      ]),
    )
    .limit(limit)
    .execute();
}

/** All sealed keys of collections, by id. */
export async function sealedCollectionsAfter(db: Db, after: string, limit: number): Promise<readonly CollectionRow[]> {
  return db
    .selectFrom('search_collections')
    .selectAll()
    .where('envelope', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
