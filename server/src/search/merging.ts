/**
 * What happens to an index without a request. Each call that indexes adds a segment; the newest ones are merged into larger ones,
 * so that a search looks into few. Segments with entries of deleted documents are built anew within about an hour.
 */
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { FheThreads } from '../fhe/threads.ts';
import { newId } from '../frame/ids.ts';
import type { RunJob } from '../frame/job.ts';
import type { Sweep } from '../frame/sweep.ts';
import { addressOf, type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { forgetRemoved, storeMerged } from './indexing.ts';
import { KEY_BYTES, openCollectionKey } from './keys.ts';
import {
  type CollectionRow,
  collectionsToMerge,
  countDocuments,
  deleteBlocks,
  deleteCollection,
  deleteDocuments,
  deletedCollections,
  deletePages,
  deleteSegment,
  hasSegments,
  liveSegments,
  type SegmentRow,
  segmentsToDrop,
  someNumbers,
} from './store.ts';
import { dropVectors } from './vectors.ts';
import { mergeJob } from './work.ts';

/** A segment, and how many of its documents are still there. */
export interface PresentSegment {
  readonly documents: number;
  readonly present: number;
}

/** Segments of about one size that are worth a merge. */
const RUN = 4;
/** Documents of a merged segment. */
const MOST_DOCUMENTS = 200_000;
const REMOVED_SHARE = 0.2;
const REMOVED_MS = 3_600_000;
const COLLECTIONS_AT_ONCE = 20;

/**
 * Which neighbours become one: first and last index of them, null for none. The newest go together with older ones as long as
 * these are at most twice as large as all that are newer, so that a document is merged some log n times.
 */
export function planMerge(
  segments: readonly PresentSegment[],
  isRemovalDue: boolean,
): readonly [first: number, last: number] | null {
  let first = segments.length;
  let documents = 0;
  while (first > 0) {
    const before = segments[first - 1]?.documents ?? 0;
    if (documents > 0 && (before > 2 * documents || before + documents > MOST_DOCUMENTS)) break;
    documents += before;
    first--;
  }
  if (segments.length - first >= RUN) return [first, segments.length - 1];
  const holed = segments.findIndex(
    (segment) =>
      segment.present < segment.documents &&
      (isRemovalDue || segment.documents - segment.present >= REMOVED_SHARE * segment.documents),
  );
  return holed < 0 ? null : [holed, holed];
}

export interface MergeNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly run: RunJob;
  readonly vault: Vault;
  readonly fheThreads: FheThreads;
}

export const searchMerges: Sweep<MergeNeeds> = {
  name: 'search-merges',
  everyMs: 10_000,
  async run(needs) {
    for (const collection of await collectionsToMerge(needs.db, RUN, COLLECTIONS_AT_ONCE)) {
      await mergeOnce(needs, collection);
    }
  },
};

async function mergeOnce(needs: MergeNeeds, collection: CollectionRow): Promise<void> {
  const { db, clock, random, run, vault } = needs;
  const now = clock();
  const { removed_at: removedAt } = collection;
  const segments = await liveSegments(db, collection.id);
  const present: PresentSegment[] = [];
  for (const segment of segments) {
    const { documents, first_number: first, last_number: last } = segment;
    const count = removedAt === null ? documents : await countDocuments(db, collection.id, { first, last });
    present.push({ documents, present: count });
  }
  const plan = planMerge(present, removedAt !== null && now - removedAt >= REMOVED_MS);
  const merged = plan === null ? [] : segments.slice(plan[0], plan[1] + 1);
  const [first, last] = [merged[0], merged.at(-1)];
  if (first === undefined || last === undefined) {
    if (removedAt !== null) await forgetRemoved(db, collection);
    return;
  }
  const isKeyword = collection.index_type === 'keyword';
  const range = { first: first.first_number, last: last.last_number };
  if (!isKeyword && removedAt !== null) await dropVectors(needs, collection, range);
  const key = openCollectionKey(vault, collection);
  const epochKey = random(KEY_BYTES);
  try {
    const built = await run(mergeJob, {
      file: addressOf(db),
      collection: { id: collection.id, projectId: collection.project_id, key },
      segmentId: newId('seg', random),
      epochKey,
      isKeyword,
      ...range,
      now,
    });
    await storeMerged(
      db,
      collection,
      merged.map(({ id }) => id),
      built,
    );
  } finally {
    wipe(key, epochKey);
  }
}

/** A call or a merge is over by then. */
const BUILDING_MS = 3_600_000;
const SEGMENTS_AT_ONCE = 100;
const ROWS_AT_ONCE = 200;

/** Takes out what is no part of an index any more: merged segments, rests of broken calls, deleted collections. */
export const searchLeftovers: Sweep<Pick<MergeNeeds, 'db' | 'clock'>> = {
  name: 'search-leftovers',
  everyMs: 10_000,
  async run({ db, clock }) {
    for (const segment of await segmentsToDrop(db, clock() - BUILDING_MS, SEGMENTS_AT_ONCE)) {
      if (segment.state === 'building') await dropOrphans(db, segment);
      await dropPages(db, segment);
    }
    for (const { id } of await deletedCollections(db, COLLECTIONS_AT_ONCE)) {
      await dropDocuments(db, id, { first: 0, last: Number.MAX_SAFE_INTEGER });
      while ((await write(db, (transaction) => deleteBlocks(transaction, id, PIECES_AT_ONCE))) > 0);
      if (!(await hasSegments(db, id))) await write(db, (transaction) => deleteCollection(transaction, id));
    }
  },
};

const PIECES_AT_ONCE = 8;

async function dropPages(db: Db, { id, page_count: count }: SegmentRow): Promise<void> {
  for (let upTo = PAGES_AT_ONCE; upTo < count + PAGES_AT_ONCE; upTo += PAGES_AT_ONCE) {
    await write(db, (transaction) => deletePages(transaction, id, upTo));
  }
  await write(db, (transaction) => deleteSegment(transaction, id));
}

const PAGES_AT_ONCE = 16;

/** The documents of a call that broke off: no segment of the index has their numbers. */
async function dropOrphans(db: Db, { collection_id: id, first_number: first, last_number: last }: SegmentRow) {
  const live = await liveSegments(db, id);
  if (live.some((other) => other.last_number >= first && other.first_number <= last)) return;
  await dropDocuments(db, id, { first, last });
}

async function dropDocuments(
  db: Db,
  collectionId: string,
  range: { readonly first: number; readonly last: number },
): Promise<void> {
  for (;;) {
    const numbers = await someNumbers(db, collectionId, { ...range, limit: ROWS_AT_ONCE });
    if (numbers.length === 0) return;
    await write(db, (transaction) => deleteDocuments(transaction, collectionId, numbers));
  }
}
