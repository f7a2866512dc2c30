/** Storing what was built: documents with their part of the index, and parts that were merged. Large ones in many small writes. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Db, listsChanged, write } from '../store/engine.ts';
import { unpack } from './packed.ts';
import {
  type CollectionRow,
  deleteDocuments,
  insertCollection,
  insertDocuments,
  insertPages,
  insertSegment,
  liveSegments,
  lockCollection,
  lockNames,
  lockSegments,
  type SegmentRow,
  setSegmentState,
  tagsFrom,
  updateCollection,
} from './store.ts';
import type { BuiltDocuments, BuiltSegment } from './work.ts';

/** Rows of one write, which holds the event loop for about 5 ms. */
const ROWS = 200;
const BYTES = 512 * 1024;

type Part = (transaction: Db) => Promise<unknown>;

/** The rows of a segment, and of its documents, in parts for a write each. */
function partsOf(built: BuiltSegment | BuiltDocuments): readonly Part[] {
  const { segment, pages } = built;
  const parts: Part[] = [];
  let page = 0;
  for (const rows of slices(unpack(pages, 1))) {
    const values = rows.map(([cells = EMPTY]) => ({ segment_id: segment.id, page: page++, cells }));
    parts.push((transaction) => insertPages(transaction, values));
  }
  if (!('documents' in built)) return parts;
  let number = segment.first_number;
  for (const rows of slices(unpack(built.documents, 3))) {
    const values = rows.map(([name_tag = EMPTY, head = EMPTY, texts = EMPTY]) => ({
      collection_id: segment.collection_id,
      number: number++,
      name_tag,
      head,
      texts,
      created_at: segment.created_at,
    }));
    parts.push((transaction) => insertDocuments(transaction, values));
  }
  return parts;
}

const EMPTY = new Uint8Array(0);

function* slices(rows: Iterable<readonly Uint8Array[]>): Generator<readonly (readonly Uint8Array[])[]> {
  let slice: (readonly Uint8Array[])[] = [];
  let bytes = 0;
  for (const row of rows) {
    slice.push(row);
    bytes += row.reduce((sum, { length }) => sum + length, 0);
    if (slice.length < ROWS && bytes < BYTES) continue;
    yield slice;
    slice = [];
    bytes = 0;
  }
  if (slice.length > 0) yield slice;
}

/** Stores what does not fit into one write, as a segment that is not part of the index yet. */
async function storeAhead(db: Db, built: BuiltSegment, first: Part, parts: readonly Part[]): Promise<void> {
  await write(db, async (transaction) => {
    await first(transaction);
    await insertSegment(transaction, { ...built.segment, state: 'building' });
  });
  for (const part of parts) await write(db, part);
}

/** Runs `action` in the transaction that also charges the operation. */
export type Charged = <T>(action: (transaction: Db) => Promise<T>) => Promise<T>;

interface StoredDocuments {
  readonly isNew: boolean;
  readonly built: BuiltDocuments;
  readonly now: number;
  /** Stores what else there is of the documents, once the collection is there; nobody finds it before they are. */
  readonly beside: (() => Promise<void>) | null;
}

/**
 * Stores documents: all of them are found from one moment on, and those that had their names are gone from then on. `isNew`:
 * the collection is stored with them. Answers how many documents the collection then has.
 */
export async function storeDocuments(
  db: Db,
  charged: Charged,
  collection: CollectionRow,
  { isNew, built, now, beside }: StoredDocuments,
): Promise<number> {
  const { segment } = built;
  const begin = { next_number: segment.last_number + 1 };
  const parts = partsOf(built);
  const isSmall = parts.length <= 2 && beside === null;
  if (!isSmall) {
    const first: Part = (transaction) =>
      isNew
        ? insertCollection(transaction, { ...collection, ...begin })
        : updateCollection(transaction, collection.id, begin);
    await storeAhead(db, built, first, parts);
    await beside?.();
  }
  return charged(async (transaction) => {
    if (isSmall && isNew) await insertCollection(transaction, collection);
    const row = await lockCollection(transaction, collection.project_id, collection.name);
    if (row?.id !== collection.id) throw new TypeError('internal: the search collection was deleted meanwhile');
    const before = await lockSegments(transaction, row.id);
    if (isSmall) {
      await insertSegment(transaction, segment);
      for (const part of parts) await part(transaction);
    } else await setSegmentState(transaction, segment.id, 'live');
    const replaced = before.length === 0 ? 0 : await dropReplaced(transaction, row.id, segment.first_number, before);
    const count = row.document_count - replaced + segment.documents;
    await updateCollection(transaction, row.id, {
      ...begin,
      document_count: count,
      ...(replaced > 0 && row.removed_at === null ? { removed_at: now } : {}),
    });
    listsChanged(transaction, 'search', row.project_id);
    return count;
  });
}

const NAMES_AT_ONCE = 300;

/** Deletes the documents before a number whose names the ones from it on have. */
async function dropReplaced(
  transaction: Db,
  collectionId: string,
  first: number,
  before: readonly SegmentRow[],
): Promise<number> {
  let dropped = 0;
  for (let from = first; ; await nextTurn()) {
    const rows = await tagsFrom(transaction, collectionId, from, NAMES_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return dropped;
    const tags = rows.map((row) => row.name_tag);
    const numbers = await lockNames(transaction, collectionId, tags, first);
    dropped += await deleteDocuments(transaction, collectionId, numbers.filter(isOf(before)));
    from = last.number + 1;
  }
}

/** Whether a number is of one of these segments: what a broken call has left is of none. */
function isOf(segments: readonly SegmentRow[]): (number: number) => boolean {
  return (number) => segments.some((segment) => segment.first_number <= number && number <= segment.last_number);
}

/** Puts a merged segment in the place of those that it was made of; does nothing where these have changed meanwhile. */
export async function storeMerged(
  db: Db,
  { project_id: projectId, name, id }: CollectionRow,
  merged: readonly string[],
  built: BuiltSegment,
): Promise<void> {
  await storeAhead(db, built, async () => undefined, partsOf(built));
  await write(db, async (transaction) => {
    const row = await lockCollection(transaction, projectId, name);
    const live = row?.id === id ? await lockSegments(transaction, id) : [];
    const { first_number: first, last_number: last } = built.segment;
    const within = live.filter((segment) => segment.last_number >= first && segment.first_number <= last);
    const isAsItWas = within.length === merged.length && within.every((segment) => merged.includes(segment.id));
    // Of documents that are all gone nothing is left.
    const state = isAsItWas && built.segment.documents > 0 ? 'live' : 'dead';
    await setSegmentState(transaction, built.segment.id, state);
    if (isAsItWas) for (const segment of merged) await setSegmentState(transaction, segment, 'dead');
  });
}

/** Writes down that no entries of deleted documents are left, where that is so. */
export async function forgetRemoved(db: Db, { project_id: projectId, name, id }: CollectionRow): Promise<void> {
  await write(db, async (transaction) => {
    const row = await lockCollection(transaction, projectId, name);
    if (row?.id !== id) return;
    const indexed = (await liveSegments(transaction, id)).reduce((sum, { documents }) => sum + documents, 0);
    if (indexed === row.document_count) await updateCollection(transaction, id, { removed_at: null });
  });
}

/** Deletes a document of a collection; false where there is none of that name. */
export async function removeDocument(
  transaction: Db,
  { projectId, name, tag }: { readonly projectId: string; readonly name: string; readonly tag: Uint8Array },
  now: number,
): Promise<boolean> {
  const row = await lockCollection(transaction, projectId, name);
  if (row === null) return false;
  const segments = await liveSegments(transaction, row.id);
  const numbers = await lockNames(transaction, row.id, [tag], row.next_number);
  const deleted = await deleteDocuments(transaction, row.id, numbers.filter(isOf(segments)));
  if (deleted === 0) return false;
  await updateCollection(transaction, row.id, {
    document_count: row.document_count - deleted,
    ...(row.removed_at === null ? { removed_at: now } : {}),
  });
  listsChanged(transaction, 'search', projectId);
  return true;
}

/** Deletes a collection: its key at once, its rows later. False where the project has none of that name. */
export async function removeCollection(transaction: Db, projectId: string, name: string): Promise<boolean> {
  const row = await lockCollection(transaction, projectId, name);
  if (row === null) return false;
  await updateCollection(transaction, row.id, { envelope: null, ckks_key: null, removed_at: null });
  listsChanged(transaction, 'search', projectId);
  return true;
}
