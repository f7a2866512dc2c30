import Type from 'typebox';
import { base64, Count, LatencyMs, object, recordOf, text } from '../common.ts';
import { endpoint, group, LARGE_BODY_LIMIT } from '../endpoint.ts';
import { EMBEDDING_EXAMPLE, embedding } from './embedding.ts';

const IndexId = text(128, 'A name of your choice, one index for each in the project.');
const IndexType = Type.Enum(['keyword', 'ckks_similarity']);
const PlaintextExposed = Type.Boolean({
  description: 'False: stored documents were matched encrypted. The query itself came in clear.',
});
const Words = (description: string) => Type.Array(text(200, 'A word.'), { maxItems: 100, description });

export const search = group({
  encrypted: endpoint({
    id: 'crypto.search.encrypted',
    service: 'crypto',
    planned: true,
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
      ),
      total_matches: Type.Integer({ minimum: 0, description: 'Also those beyond `max_results`.' }),
      plaintext_exposed: PlaintextExposed,
      latency_ms: LatencyMs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Search a keyword index by words that must, may or must not occur.',
    description:
      'Words are turned into blinded tokens and matched without decrypting documents. This hides content from whoever has the data folder without the master key. The service sees every query, and whoever watches the disk learns which queries repeat and which entries they touch. Words are compared without regard to case. An index of another type is CONFLICT.',
    example: {
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
    planned: true,
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
      documents_indexed: Type.Integer({ minimum: 0, description: 'By this call.' }),
      total_documents: Count,
      index_type: IndexType,
      encryption: Type.String({ description: 'What protects the index at rest.' }),
      latency_ms: LatencyMs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['CONFLICT'],
    summary: 'Put documents into an encrypted index.',
    description:
      'Makes the index if there is none of this name; naming an existing one with another type is CONFLICT. `keyword` stores blinded tokens and encrypted fields; `ckks_similarity` stores vectors under CKKS (base64 of 64 to 1,024 little-endian 32-bit floats, all of one length). The service sees the documents once while it indexes them. How large an index is stays visible.',
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
    planned: true,
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
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Find the documents whose vectors are nearest to one.',
    description:
      "Computes all cosines on encrypted vectors and decrypts the scores only; similarities are exact to about five decimals. The service sees the query vector. The vector must have the length of the index's vectors; an index of another type is CONFLICT.",
    example: { query: { index_id: 'faces', embedding_b64: EMBEDDING_EXAMPLE, top_k: 5 } },
  }),
});
