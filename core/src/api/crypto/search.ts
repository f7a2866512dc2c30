import Type from 'typebox';
import { base64, Count, IsoTime, LatencyMs, ListQuery, nullable, object, pageOf, recordOf, text } from '../common.ts';
import { endpoint, group, LARGE_BODY_LIMIT } from '../endpoint.ts';
import { EMBEDDING_EXAMPLE, embedding } from './embedding.ts';

const IndexId = text(128, 'A name of your choice, one index for each in the project.');
const IndexType = Type.Enum(['keyword', 'ckks_similarity']);
const DocId = text(256, 'The name of a document.');
const PlaintextExposed = Type.Boolean({
  description:
    'Whether this search decrypted the text or the vector of any stored document. The query itself came in clear.',
});
const Words = (description: string) => Type.Array(text(200, 'A word.'), { maxItems: 100, description });

/** What whoever watches the disk of the server learns from a search. */
const SeenOnDisk = object({
  tokens: Type.Array(Type.String(), {
    maxItems: 32,
    description: 'Blinded tokens that were looked up, hexadecimal: equal ones tell that a word was searched again.',
  }),
  entries: { ...Count, description: 'Entries of the index that were read.' },
  pages: { ...Count, description: 'Pages of the index that were read.' },
  documents: { ...Count, description: 'Rows of documents that were read.' },
});

const Collection = object({
  index_id: Type.String(),
  index_type: IndexType,
  documents: Count,
  dimensions: nullable({ ...Count, description: 'Values of each vector; null for `keyword`.' }),
  created_at: IsoTime,
});

export const search = group({
  encrypted: endpoint({
    id: 'crypto.search.encrypted',
    service: 'crypto',
    method: 'POST',
    path: '/search/encrypted',
    bodyLimit: LARGE_BODY_LIMIT,
    body: object({
      index_id: IndexId,
      query: object({
        type: Type.Literal('boolean'),
        must: Type.Optional(Words('All of these.')),
        should: Type.Optional(Words('Any of these; required only where `must` is empty, else they raise the score.')),
        must_not: Type.Optional(Words('None of these.')),
      }),
      max_results: Type.Integer({ minimum: 1, maximum: 1_000 }),
    }),
    response: object({
      results: Type.Array(
        object({
          doc_id: Type.String(),
          score: Type.Number({ minimum: 0 }),
          matched_fields: Type.Array(Type.String()),
          ciphertext_snippet_b64: base64(
            "A piece of the stored field, encrypted under the index's key as it is stored.",
          ),
        }),
        { description: 'The highest score first.' },
      ),
      total_matches: Type.Integer({ minimum: 0, description: 'Also those beyond `max_results`.' }),
      plaintext_exposed: PlaintextExposed,
      seen_on_disk: { ...SeenOnDisk, description: 'What whoever watches the disk learns from this search.' },
      latency_ms: LatencyMs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Search a keyword index by words that must, may or must not occur.',
    description:
      'Words are turned into blinded tokens and matched without decrypting documents. This hides content from whoever has the data folder without the master key. The service sees every query, and whoever watches the disk learns which queries repeat and which entries they touch. Words are compared without regard to case; a text of several words counts where a document has all of them. Scores are those of BM25. Snippets open with the key that `GET /v1/search/collections/:index_id/key` answers. An index of another type is CONFLICT.',
    refused: { body: { index_id: 'contracts', query: { type: 'boolean', must_not: ['draft'] }, max_results: 10 } },
    example: {
      after: { operation: 'crypto.search.index', use: {} },
      body: {
        index_id: 'contracts',
        query: { type: 'boolean', must: ['liability'], should: ['insurance'], must_not: ['draft'] },
        max_results: 10,
      },
    },
  }),
  index: endpoint({
    id: 'crypto.search.index',
    service: 'crypto',
    method: 'POST',
    path: '/search/index',
    bodyLimit: LARGE_BODY_LIMIT,
    body: object({
      index_id: IndexId,
      index_type: IndexType,
      documents: Type.Array(
        object({
          doc_id: text(256, 'A name of your choice; indexing it again replaces the document.'),
          fields: recordOf(
            Type.String(),
            200,
            'Text by field name. A `ckks_similarity` document carries its vector as `embedding_b64`.',
          ),
        }),
        { minItems: 1, maxItems: 100_000 },
      ),
    }),
    response: object({
      index_id: Type.String(),
      documents_indexed: Type.Integer({
        minimum: 0,
        description: 'By this call. Of several documents of one name the last counts.',
      }),
      total_documents: Count,
      index_type: IndexType,
      encryption: Type.String({ description: 'What protects the index at rest.' }),
      latency_ms: LatencyMs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['CONFLICT', 'OVERLOADED'],
    summary: 'Put documents into an encrypted index.',
    description:
      'Makes the index if there is none of this name; naming an existing one with another type is CONFLICT. `keyword` stores blinded tokens and encrypted fields; `ckks_similarity` stores vectors under CKKS (base64 of 64 to 1,024 little-endian 32-bit floats, all of one length). The service sees the documents once while it indexes them. How large an index is stays visible. A document has at most 255 fields and 1 MiB of text. An index holds at most a million documents, a project 1,000 indexes; beyond that is CONFLICT.',
    refused: {
      body: {
        index_id: 'contracts',
        index_type: 'ckks_similarity',
        documents: [{ doc_id: 'c-1', fields: { title: 'No vector' } }],
      },
    },
    example: {
      body: {
        index_id: 'contracts',
        index_type: 'keyword',
        documents: [{ doc_id: 'c-1', fields: { title: 'Liability insurance', body: 'The insurer covers …' } }],
      },
    },
  }),
  query: endpoint({
    id: 'crypto.search.query',
    service: 'crypto',
    method: 'GET',
    path: '/search/query',
    query: object({
      index_id: IndexId,
      embedding_b64: embedding('The vector looked for; percent-encode it in the address.'),
      top_k: Type.Integer({ minimum: 1, maximum: 1_000, description: 'At most this many results.' }),
    }),
    response: object({
      results: Type.Array(
        object({ doc_id: Type.String(), similarity: Type.Number({ description: 'The cosine, from -1 to 1.' }) }),
        { description: 'The most similar first.' },
      ),
      index_type: IndexType,
      plaintext_exposed: PlaintextExposed,
      latency_ms: LatencyMs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT', 'OVERLOADED'],
    summary: 'Find the documents whose vectors are nearest to one.',
    description:
      "Computes all cosines on encrypted vectors and decrypts the scores only; similarities are exact to about five decimals, and to 0.00015 for vectors that are made to be rounded badly. The service sees the query vector. The vector must have the length of the index's vectors; an index of another type is CONFLICT. The first query after a pause loads the index and takes longer.",
    example: { query: { index_id: 'faces', embedding_b64: EMBEDDING_EXAMPLE, top_k: 5 } },
  }),
  list: endpoint({
    id: 'crypto.search.list',
    service: 'crypto',
    method: 'GET',
    path: '/search/collections',
    query: ListQuery,
    response: pageOf(Collection),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: "List the project's search indexes.",
    description: 'In the order in which they were made.',
    example: {},
  }),
  documents: endpoint({
    id: 'crypto.search.documents',
    service: 'crypto',
    method: 'GET',
    path: '/search/collections/:index_id/documents',
    params: object({ index_id: IndexId }),
    query: ListQuery,
    response: pageOf(
      object({
        doc_id: Type.String(),
        fields: Type.Array(Type.String(), { description: 'Their names.' }),
        stored_bytes: { ...Count, description: 'Of the encrypted row. Multiples of a piece: the length stays hidden.' },
        indexed_at: IsoTime,
      }),
    ),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'List the documents of a search index.',
    description: 'Names, fields and sizes; texts and vectors stay encrypted.',
    example: { params: { index_id: 'contracts' }, after: { operation: 'crypto.search.index', use: {} } },
  }),
  key: endpoint({
    id: 'crypto.search.key',
    service: 'crypto',
    method: 'GET',
    path: '/search/collections/:index_id/key',
    params: object({ index_id: IndexId }),
    response: object({
      index_id: Type.String(),
      collection_id: Type.String({ description: 'Stands in the associated data of each snippet.' }),
      project_id: Type.String({ description: 'Stands there too.' }),
      algorithm: Type.Literal('AES-256-GCM'),
      key_b64: base64('32 bytes.'),
    }),
    auth: 'bearer',
    scope: 'reveal',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Read the key that opens the snippets of an index.',
    description:
      'Needs the scope `reveal`: a key with `fhe` alone searches without being able to read. The key opens texts of this index only and makes no tokens. `docs/formats.md` says how a snippet is opened. An index without texts is CONFLICT.',
    example: { params: { index_id: 'contracts' }, after: { operation: 'crypto.search.index', use: {} } },
  }),
  removeDocument: endpoint({
    id: 'crypto.search.remove-document',
    service: 'crypto',
    method: 'DELETE',
    path: '/search/collections/:index_id/documents/:doc_id',
    params: object({ index_id: IndexId, doc_id: DocId }),
    response: object({ index_id: Type.String(), doc_id: Type.String(), deleted: Type.Literal(true) }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Delete a document from a search index.',
    description:
      'The encrypted document is deleted at once. Its entries, which name a number and no word, leave the index within about an hour; until then they match nothing.',
    example: {
      params: { index_id: 'contracts', doc_id: 'c-1' },
      after: { operation: 'crypto.search.index', use: {} },
    },
  }),
  remove: endpoint({
    id: 'crypto.search.remove',
    service: 'crypto',
    method: 'DELETE',
    path: '/search/collections/:index_id',
    params: object({ index_id: IndexId }),
    response: object({ index_id: Type.String(), deleted: Type.Literal(true) }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'Delete a search index with all of its documents.',
    description: 'Its key is destroyed at once, so that nothing opens any more; its rows follow within a minute.',
    example: { params: { index_id: 'contracts' }, after: { operation: 'crypto.search.index', use: {} } },
  }),
});
