/** What is heavy about encrypted search: reading and sealing documents, building and merging an index, and looking up in it. */
import { api } from '@touchstone/core/api/api.ts';
import type { Random } from '@touchstone/core/random.ts';
import { cutText } from '@touchstone/core/search/pieces.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { invalid } from '../frame/errors.ts';
import type { Job } from '../frame/job.ts';
import { type BodyOf, jobsOf, type Work } from '../frame/work.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { buildPages, type Postings } from './cells.ts';
import { createDocumentReader, sealDocument } from './documents.ts';
import { unitVector } from './embedding.ts';
import { type Collection, type CollectionKeys, sealEpoch, withKeys } from './keys.ts';
import { type Packed, pack } from './packed.ts';
import { addDocument, type FieldText, MOST_FIELDS } from './postings.ts';
import { type SearchInput, type SearchOutcome, searchIn, termsOf } from './query.ts';
import { documentsFrom, type SegmentRow } from './store.ts';

const { encrypted, index } = api.crypto.search;

type IndexBody = BodyOf<typeof index>;

/** The member of a document that is its vector. */
const EMBEDDING = 'embedding_b64';

/** Of the texts of a document, in UTF-16 units. */
const MOST_TEXT = 1024 * 1024;

/** Throws INVALID_REQUEST. */
function checkIndex({ documents, index_type: type }: IndexBody): void {
  if (type === 'ckks_similarity') dimensionsOf(documents);
  for (const [at, { fields }] of documents.entries()) {
    const names = Object.keys(fields);
    if (names.length > MOST_FIELDS) {
      throw invalid(`documents.${at}.fields`, `\`documents.${at}.fields\` must have at most ${MOST_FIELDS} members.`);
    }
    const length = names.reduce((sum, name) => sum + (fields[name]?.length ?? 0), 0);
    if (length <= MOST_TEXT) continue;
    throw invalid(`documents.${at}.fields`, `\`documents.${at}.fields\` must have at most ${MOST_TEXT} characters.`);
  }
}

/** How many values the vectors have, which is the same for all. Throws INVALID_REQUEST. */
function dimensionsOf(documents: IndexBody['documents']): number {
  let dimensions: number | null = null;
  for (const [at, { fields }] of documents.entries()) {
    const { length } = unitVector(`documents.${at}.fields.${EMBEDDING}`, fields[EMBEDDING] ?? '');
    dimensions ??= length;
    if (length === dimensions) continue;
    throw invalid(`documents.${at}.fields.${EMBEDDING}`, 'All vectors of a call must have the same number of values.');
  }
  return dimensions ?? 0;
}

/** What the server gives to the documents. */
export interface IndexFacts {
  readonly collection: Collection;
  readonly segmentId: string;
  readonly epochKey: Uint8Array;
  readonly firstNumber: number;
  readonly now: number;
}

/** A segment that is not stored yet. */
export interface BuiltSegment {
  readonly segment: SegmentRow;
  /** A row for each page: its bytes. */
  readonly pages: Packed;
}

export interface BuiltDocuments extends BuiltSegment {
  /** A row for each document, with numbers from the first on: tag, head, texts. */
  readonly documents: Packed;
  /** The vectors of the documents behind each other, as floats of 32 bits; empty of a keyword index. */
  readonly vectors: Float32Array;
}

/** How long a text takes about 10 ms to read, to seal and to index. In UTF-16 units. */
const LIGHT_TEXT = 500;

export const indexWork: Work<
  typeof index,
  Pick<IndexBody, 'index_id' | 'index_type'> & { readonly dimensions: number | null },
  IndexFacts,
  BuiltDocuments
> = {
  operation: index,
  choose(body) {
    checkIndex(body);
    const { index_id, index_type, documents } = body;
    return { index_id, index_type, dimensions: index_type === 'keyword' ? null : dimensionsOf(documents) };
  },
  isHeavy: ({ documents }) =>
    documents.reduce((sum, { fields }) => sum + 100 + Object.values(fields).join('').length, 0) > LIGHT_TEXT,
  run: (body, facts, { random }) => buildDocuments(body, facts, random),
  secretsIn: ({ collection, epochKey }) => [collection.key, epochKey],
};

function buildDocuments(
  { documents, index_type: type }: IndexBody,
  { collection, segmentId, epochKey, firstNumber, now }: IndexFacts,
  random: Random,
): BuiltDocuments {
  // Of several documents of one name the last counts.
  const byName = new Map(documents.map((document) => [document.doc_id, document.fields]));
  return withKeys(collection, (keys) => {
    const words = new Map<string, Postings>();
    const rows: Uint8Array[][] = [];
    const isKeyword = type === 'keyword';
    const dimensions = isKeyword ? 0 : dimensionsOf(documents);
    const vectors = new Float32Array(new SharedArrayBuffer(4 * dimensions * byName.size));
    for (const [docId, texts] of byName) {
      const embedding = texts[EMBEDDING];
      if (!isKeyword && embedding !== undefined)
        vectors.set(unitVector(EMBEDDING, embedding), dimensions * rows.length);
      const number = firstNumber + rows.length;
      const fields: readonly FieldText[] = Object.entries(texts)
        .filter(([name]) => isKeyword || name !== EMBEDDING)
        .map(([name, text]) => ({
          name,
          pieces: cutText(text),
        }));
      const {
        name_tag: tag,
        head,
        texts: sealed,
      } = sealDocument(collection, keys, { docId, number, fields, now }, random);
      rows.push([tag, head, sealed]);
      if (isKeyword) addDocument(words, number, fields);
    }
    const range = { first_number: firstNumber, last_number: firstNumber + rows.length - 1, documents: rows.length };
    const built = buildSegment(
      { collection, keys, epochKey, random },
      { id: segmentId, ...range, created_at: now },
      words,
    );
    return { ...built, documents: pack(rows), vectors };
  });
}

interface Building {
  readonly collection: Collection;
  readonly keys: CollectionKeys;
  readonly epochKey: Uint8Array;
  readonly random: Random;
}

function buildSegment(
  { collection, keys, epochKey, random }: Building,
  facts: Omit<SegmentRow, 'collection_id' | 'state' | 'page_count' | 'epoch'>,
  words: ReadonlyMap<string, Postings>,
): BuiltSegment {
  const { pages, digest } = buildPages(epochKey, words);
  const row = { ...facts, collection_id: collection.id, page_count: pages.length };
  const epoch = sealEpoch(keys, collection.projectId, row, { key: epochKey, digest }, random);
  return { segment: { ...row, state: 'live', epoch }, pages: pack(pages.map((page) => [page])) };
}

/** What a merge makes one segment of: the documents of a range of numbers, as they are stored. */
export interface MergeInput {
  readonly file: string;
  readonly collection: Collection;
  readonly segmentId: string;
  readonly epochKey: Uint8Array;
  readonly isKeyword: boolean;
  readonly first: number;
  readonly last: number;
  readonly now: number;
}

const DOCUMENTS_AT_ONCE = 200;

/** Builds the index of stored documents anew, under a new key. */
export const mergeJob: Job<MergeInput, BuiltSegment> = {
  name: 'search merge',
  run: async (input, { reader, random }) => mergeSegments(await reader(input.file), input, random),
  secretsIn: ({ collection, epochKey }) => [collection.key, epochKey],
};

function mergeSegments(
  db: Db,
  { collection, segmentId, epochKey, isKeyword, first, last, now }: MergeInput,
  random: Random,
): Promise<BuiltSegment> {
  return snapshot(db, (moment) =>
    withKeys(collection, async (keys) => {
      const reader = createDocumentReader(collection, keys);
      const words = new Map<string, Postings>();
      let documents = 0;
      for (let from = first; ; ) {
        const rows = await documentsFrom(moment, collection.id, { first: from, last, limit: DOCUMENTS_AT_ONCE });
        if (isKeyword) for (const row of rows) addDocument(words, row.number, reader.fields(row));
        documents += rows.length;
        const end = rows.at(-1);
        if (end === undefined) break;
        from = end.number + 1;
      }
      const range = { first_number: first, last_number: last, documents };
      return buildSegment({ collection, keys, epochKey, random }, { id: segmentId, ...range, created_at: now }, words);
    }),
  );
}

export const searchJob: Job<SearchInput & { readonly file: string }, SearchOutcome> = {
  name: 'search',
  run: async (input, { reader }) => searchIn(await reader(input.file), input),
  secretsIn: ({ collection }) => [collection.key],
};

export const checks = [bodyCheck(index, checkIndex), bodyCheck(encrypted, ({ query }) => void termsOf(query))] as const;

export const jobs = [...jobsOf(indexWork), mergeJob, searchJob] as const;
