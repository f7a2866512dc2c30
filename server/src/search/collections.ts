/** Collections as handlers use them: made, opened, answered. */
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';
import { newId } from '../frame/ids.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { type Collection, collectionPlace, KEY_BYTES, openCollectionKey } from './keys.ts';
import { type CollectionRow, countCollections, findCollection } from './store.ts';

/** Of a project. */
const MOST_COLLECTIONS = 1_000;
/** Of a collection. */
const MOST_DOCUMENTS = 1_000_000;

export interface CollectionNeeds {
  readonly db: Db;
  readonly vault: Vault;
  readonly random: Random;
}

/** A collection of the caller's project. Throws NOT_FOUND. */
export async function requireCollection(db: Db, { projectId }: Caller, name: string): Promise<CollectionRow> {
  const row = await findCollection(db, projectId, name);
  if (row === null) throw noSuchCollection();
  return row;
}

export function noSuchCollection(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no search index of this name.');
}

/** The same of a type. Throws CONFLICT where it is of another. */
export async function requireTyped(
  db: Db,
  caller: Caller,
  name: string,
  type: CollectionRow['index_type'],
): Promise<CollectionRow> {
  const row = await requireCollection(db, caller, name);
  if (row.index_type !== type) throw new ApiError('CONFLICT', `This search index is of type ${row.index_type}.`);
  return row;
}

/** The collection that documents go into: the one of this name, or a new one that is not stored yet. */
export async function collectionFor(
  { db, vault, random }: CollectionNeeds,
  { projectId }: Caller,
  {
    name,
    type,
    dimensions,
  }: { readonly name: string; readonly type: CollectionRow['index_type']; readonly dimensions: number | null },
  now: number,
): Promise<{ readonly row: CollectionRow; readonly isNew: boolean }> {
  const row = await findCollection(db, projectId, name);
  if (row !== null) {
    if (row.index_type !== type) throw new ApiError('CONFLICT', `This search index is of type ${row.index_type}.`);
    if (row.dimensions !== dimensions) {
      throw new ApiError('CONFLICT', `The vectors of this search index have ${row.dimensions} values.`);
    }
    if (row.document_count < MOST_DOCUMENTS) return { row, isNew: false };
    throw new ApiError('CONFLICT', 'This search index has a million documents, the most that it can have.');
  }
  if ((await countCollections(db, projectId)) >= MOST_COLLECTIONS) {
    throw new ApiError('CONFLICT', 'This project has 1,000 search indexes, the most that it can have.');
  }
  const facts = {
    id: newId('scl', random),
    project_id: projectId,
    name,
    index_type: type,
    dimensions,
    created_at: now,
  };
  const key = random(KEY_BYTES);
  try {
    const envelope = vault.seal(collectionPlace(facts), key);
    const empty = { ckks_key: null, next_number: 1, document_count: 0, removed_at: null };
    return { row: { ...facts, ...empty, envelope }, isNew: true };
  } finally {
    wipe(key);
  }
}

/** Lends a collection with its key, which is wiped afterwards. */
export async function withCollection<T>(
  vault: Vault,
  row: CollectionRow,
  action: (collection: Collection) => Promise<T>,
): Promise<T> {
  const key = openCollectionKey(vault, row);
  try {
    return await action({ id: row.id, projectId: row.project_id, key });
  } finally {
    wipe(key);
  }
}

export function collectionAnswer({ name, index_type, dimensions, document_count, created_at }: CollectionRow) {
  return {
    index_id: name,
    index_type,
    documents: document_count,
    dimensions,
    created_at: formatIsoTime(created_at),
  };
}
