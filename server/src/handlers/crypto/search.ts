import { api } from '@touchstone/core/api/api.ts';
import { toBase64, wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { textKeyOf } from '@touchstone/core/search/snippet.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { FheThreads } from '../../fhe/threads.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import type { Turns } from '../../frame/turns.ts';
import { byWork } from '../../frame/work.ts';
import {
  collectionAnswer,
  collectionFor,
  noSuchCollection,
  requireCollection,
  requireTyped,
  withCollection,
} from '../../search/collections.ts';
import { createDocumentReader } from '../../search/documents.ts';
import { unitVector } from '../../search/embedding.ts';
import { removeCollection, removeDocument, storeDocuments } from '../../search/indexing.ts';
import { KEY_BYTES, nameTag, withKeys } from '../../search/keys.ts';
import { headsFrom, listCollections } from '../../search/store.ts';
import { addVectors, newVectorKey, requireRoom, similarTo } from '../../search/vectors.ts';
import { indexWork, searchJob } from '../../search/work.ts';
import { addressOf, type Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly run: RunJob;
  readonly fheThreads: FheThreads;
  /** One change of a collection after the other. */
  readonly searchTurns: Turns;
}

const ENCRYPTION = {
  keyword: 'AES-256-GCM; tokens by HMAC-SHA3-256 under a key of each segment',
  ckks_similarity: 'CKKS (n = 4096, 106 bits) under AES-256-GCM',
} as const;
const BY_TIME = /^(\d{1,15})-(scl_[0-9a-f]{16})$/;
const BY_NUMBER = /^(\d{1,15})$/;
/** Tokens that an answer shows. */
const MOST_TOKENS = 32;

export const search = implement(api.crypto.search)<Needs>({
  index: byWork(indexWork, async ({ deps, caller, write }, { body }, run) => {
    const started = performance.now();
    const { index_id: name, index_type: type, dimensions } = body;
    return deps.searchTurns.run(`${caller.projectId} ${name}`, async () => {
      const now = deps.clock();
      const { row: found, isNew } = await collectionFor(deps, caller, { name, type, dimensions }, now);
      const row = isNew && dimensions !== null ? { ...found, ckks_key: await newVectorKey(deps, found) } : found;
      const built = await withCollection(deps.vault, row, async (collection) => {
        const epochKey = deps.random(KEY_BYTES);
        const facts = { collection, segmentId: newId('seg', deps.random), epochKey, firstNumber: row.next_number, now };
        return run(facts).finally(() => wipe(epochKey));
      });
      const { segment, vectors } = built;
      if (dimensions !== null) await requireRoom(deps.db, row, dimensions, segment.documents);
      const beside = dimensions === null ? null : () => addVectors(deps, row, segment.first_number, vectors);
      const total = await storeDocuments(deps.db, write, row, { isNew, built, now, beside });
      return {
        index_id: name,
        documents_indexed: segment.documents,
        total_documents: total,
        index_type: type,
        encryption: ENCRYPTION[type],
        latency_ms: performance.now() - started,
      };
    });
  }),

  async query({ deps, caller }, { query: { index_id: name, embedding_b64: embedding, top_k: count } }) {
    const started = performance.now();
    const vector = unitVector('embedding_b64', embedding);
    const row = await requireTyped(deps.db, caller, name, 'ckks_similarity');
    if (vector.length !== row.dimensions) {
      throw invalid('embedding_b64', `\`embedding_b64\` must have ${row.dimensions} values, as those of this index.`);
    }
    const { results, openedVectors } = await similarTo(deps, row, vector, count);
    return {
      results: results.map(({ docId, similarity }) => ({ doc_id: docId, similarity })),
      index_type: row.index_type,
      plaintext_exposed: openedVectors > 0,
      latency_ms: performance.now() - started,
    };
  },

  async encrypted({ deps, caller }, { body }) {
    const started = performance.now();
    const row = await requireTyped(deps.db, caller, body.index_id, 'keyword');
    const { results, totalMatches, openedTexts, touched } = await withCollection(deps.vault, row, (collection) =>
      deps.run(searchJob, {
        file: addressOf(deps.db),
        collection,
        documentCount: row.document_count,
        query: body.query,
        maxResults: body.max_results,
      }),
    );
    return {
      results: results.map(({ docId, score, matchedFields, snippet }) => ({
        doc_id: docId,
        score,
        matched_fields: [...matchedFields],
        ciphertext_snippet_b64: snippet,
      })),
      total_matches: totalMatches,
      plaintext_exposed: openedTexts > 0,
      seen_on_disk: { ...touched, tokens: touched.tokens.slice(0, MOST_TOKENS) },
      latency_ms: performance.now() - started,
    };
  },

  async list({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const [createdAt, id = ''] = cursorParts(cursor, BY_TIME) ?? [];
    const after = createdAt === undefined ? null : { createdAt: Number(createdAt), id };
    const found = await listCollections(deps.db, caller.projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}-${last.id}`);
    return { items: page.map(collectionAnswer), next_cursor: nextCursor };
  },

  async documents({ deps, caller }, { params, query: { limit = PAGE_ITEMS, cursor } }) {
    const [from = '0'] = cursorParts(cursor, BY_NUMBER) ?? [];
    const row = await requireCollection(deps.db, caller, params.index_id);
    const found = await headsFrom(deps.db, row.id, Number(from) + 1, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, ({ number }) => String(number));
    return withCollection(deps.vault, row, (collection) =>
      withKeys(collection, async (keys) => {
        const reader = createDocumentReader(collection, keys);
        const items = page.map((document) => {
          const { docId, fields } = reader.head(document);
          return {
            doc_id: docId,
            fields: fields.map(({ name }) => name),
            stored_bytes: document.head.length + document.text_bytes,
            indexed_at: formatIsoTime(document.created_at),
          };
        });
        return { items, next_cursor: nextCursor };
      }),
    );
  },

  async key({ deps, caller }, { params }) {
    const row = await requireTyped(deps.db, caller, params.index_id, 'keyword');
    return withCollection(deps.vault, row, async ({ id, projectId, key }) => {
      const textKey = textKeyOf(key);
      try {
        return {
          index_id: row.name,
          collection_id: id,
          project_id: projectId,
          algorithm: 'AES-256-GCM' as const,
          key_b64: toBase64(textKey),
        };
      } finally {
        wipe(textKey);
      }
    });
  },

  async removeDocument({ deps, caller, write }, { params: { index_id: name, doc_id: docId } }) {
    return deps.searchTurns.run(`${caller.projectId} ${name}`, async () => {
      const row = await requireCollection(deps.db, caller, name);
      const tag = await withCollection(deps.vault, row, (collection) =>
        withKeys(collection, async (keys) => nameTag(keys, docId)),
      );
      const isDeleted = await write((db) =>
        removeDocument(db, { projectId: caller.projectId, name, tag }, deps.clock()),
      );
      if (!isDeleted) throw new ApiError('NOT_FOUND', 'This search index has no document of this name.');
      return { index_id: name, doc_id: docId, deleted: true as const };
    });
  },

  async remove({ deps, caller, write }, { params: { index_id: name } }) {
    return deps.searchTurns.run(`${caller.projectId} ${name}`, async () => {
      if (!(await write((db) => removeCollection(db, caller.projectId, name)))) throw noSuchCollection();
      return { index_id: name, deleted: true as const };
    });
  },
});
