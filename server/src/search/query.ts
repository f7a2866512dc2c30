/** A keyword search, in a worker that reads the database at one moment. */
import type { api } from '@touchstone/core/api/api.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { BOX_BYTES, snippetBytes } from '@touchstone/core/search/snippet.ts';
import { wordsOf } from '@touchstone/core/search/words.ts';
import { invalid } from '../frame/errors.ts';
import type { BodyOf } from '../frame/work.ts';
import { type Db, snapshot } from '../store/engine.ts';
import { openSegment, type Postings, type Touched } from './cells.ts';
import { createDocumentReader } from './documents.ts';
import { type Collection, type CollectionKeys, openEpoch, withKeys } from './keys.ts';
import { type BooleanTerms, best, hitsOf, matches, placesIn, type WordHits } from './ranking.ts';
import { findDocument, liveSegments, presentNumbers, readPage, type SegmentRow } from './store.ts';

type Query = BodyOf<typeof api.crypto.search.encrypted>['query'];

/** The words of a query. Throws INVALID_REQUEST for a term without a word, and for a query that could find nothing. */
export function termsOf({ must = [], should = [], must_not: mustNot = [] }: Query): BooleanTerms {
  if (must.length === 0 && should.length === 0) {
    throw invalid('query', '`query` must name at least one word in `must` or `should`.');
  }
  const read = (name: string, terms: readonly string[]) =>
    terms.map((term, at) => {
      const words = [...new Set([...wordsOf(term)].map(({ word }) => word))];
      if (words.length > 0) return words;
      throw invalid(`query.${name}.${at}`, `\`query.${name}.${at}\` must contain a word: letters or digits.`);
    });
  return { must: read('must', must), should: read('should', should), mustNot: read('must_not', mustNot) };
}

export interface SearchInput {
  readonly collection: Collection;
  readonly documentCount: number;
  readonly query: Query;
  readonly maxResults: number;
}

export interface Found {
  readonly docId: string;
  readonly score: number;
  readonly matchedFields: readonly string[];
  readonly snippet: string;
}

export interface SearchOutcome {
  readonly results: readonly Found[];
  readonly totalMatches: number;
  /** Texts that were decrypted on the way. */
  readonly openedTexts: number;
  readonly touched: Touched & { readonly documents: number };
}

export function searchIn(
  db: Db,
  { collection, documentCount, query, maxResults }: SearchInput,
): Promise<SearchOutcome> {
  const terms = termsOf(query);
  return snapshot(db, (moment) =>
    withKeys(collection, async (keys) => {
      const touched: Touched = { tokens: [], entries: 0, pages: 0 };
      const segments = await liveSegments(moment, collection.id);
      const shown = [...new Set([...terms.must, ...terms.should].flat())];
      const words = [...new Set([...shown, ...terms.mustNot.flat()])];
      const postings = await lookUp(moment, { collection, keys, segments, words }, touched);
      const indexed = segments.reduce((sum, { documents }) => sum + documents, 0);
      // Only then a document is gone of which entries are still there.
      if (indexed !== documentCount) await dropAbsent(moment, collection, postings);
      const hits = new Map<string, WordHits>();
      for (const [word, found] of postings) hits.set(word, hitsOf(found, documentCount));
      const all = matches(terms, hits);
      const reader = createDocumentReader(collection, keys);
      const results: Found[] = [];
      for (const { number, score } of best(all, maxResults)) {
        const row = await findDocument(moment, collection.id, number);
        if (row === null) throw new TypeError(`internal: document ${number} of ${collection.id} is missing`);
        const { docId, fields: own } = reader.head(row);
        const { fields, piece } = placesIn(number, shown, hits);
        const box = row.texts.subarray(piece * BOX_BYTES, (piece + 1) * BOX_BYTES);
        results.push({
          docId,
          score: Math.round(score * 10_000) / 10_000,
          matchedFields: fields.map((field) => own[field]?.name ?? ''),
          snippet: Buffer.from(snippetBytes(number, piece, box)).toString('base64'),
        });
      }
      return {
        results,
        totalMatches: all.length,
        openedTexts: reader.openedTexts(),
        touched: { ...touched, documents: results.length },
      };
    }),
  );
}

interface LookUp {
  readonly collection: Collection;
  readonly keys: CollectionKeys;
  readonly segments: readonly SegmentRow[];
  readonly words: readonly string[];
}

/** The postings of each word, through all segments in the order of their documents. */
async function lookUp(
  db: Db,
  { collection, keys, segments, words }: LookUp,
  touched: Touched,
): Promise<Map<string, Postings>> {
  const found = new Map<string, Postings>(words.map((word) => [word, []]));
  for (const row of segments) {
    const epoch = openEpoch(keys, collection.projectId, row);
    if (epoch === null) throw new TypeError(`internal: the segment ${row.id} does not open`);
    const segment = openSegment(epoch.key, row.page_count, (page) => readPage(db, row.id, page), touched);
    wipe(epoch.key);
    try {
      for (const [word, postings] of found) {
        for (const part of await segment.postingsOf(word)) postings.push(part);
      }
    } finally {
      segment.close();
    }
  }
  return found;
}

/** SQLite takes so many values in one question. */
const NUMBERS_AT_ONCE = 1_000;

/** Takes postings of documents away that are not there. */
async function dropAbsent(db: Db, { id }: Collection, postings: Map<string, Postings>): Promise<void> {
  const numbers = [...new Set([...postings.values()].flatMap((found) => found.filter((_, at) => at % 2 === 0)))];
  const present = new Set<number>();
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    for (const number of await presentNumbers(db, id, numbers.slice(from, from + NUMBERS_AT_ONCE))) present.add(number);
  }
  for (const [word, found] of postings) {
    const kept: Postings = [];
    for (let at = 0; at < found.length; at += 2) {
      const number = found[at] ?? 0;
      if (present.has(number)) kept.push(number, found[at + 1] ?? 0);
    }
    postings.set(word, kept);
  }
}
