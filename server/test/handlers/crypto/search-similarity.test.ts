import { toBase64 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchLeftovers, searchMerges } from '../../../src/search/merging.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  server.tick = 1_000;
  ({ key: token } = await server.newKey({ plan: 'enterprise_plus' }));
});
afterAll(() => server.close());

const DIMENSIONS = 64;

function embeddingOf(values: readonly number[]): string {
  const bytes = new Uint8Array(4 * values.length);
  for (const [at, value] of values.entries()) new DataView(bytes.buffer).setFloat32(4 * at, value, true);
  return toBase64(bytes);
}

let state = 3;
function random(): number {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 30 - 1;
}
const vector = (length = DIMENSIONS) => Array.from({ length }, random);

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const index = (index_id: string, vectors: ReadonlyMap<string, readonly number[]>) =>
  server.call('POST', '/v1/search/index', {
    token,
    json: {
      index_id,
      index_type: 'ckks_similarity',
      documents: [...vectors].map(([doc_id, values]) => ({ doc_id, fields: { embedding_b64: embeddingOf(values) } })),
    },
  });

const query = (index_id: string, values: readonly number[], top_k = 10) =>
  server.call(
    'GET',
    `/v1/search/query?index_id=${index_id}&top_k=${top_k}&embedding_b64=${encodeURIComponent(embeddingOf(values))}`,
    { token },
  );

type Results = readonly { readonly doc_id: string; readonly similarity: number }[];

/** Holds an answer against the cosines of the plain vectors. */
async function expectNearest(index_id: string, stored: ReadonlyMap<string, readonly number[]>): Promise<void> {
  const probe = vector();
  const cosines = new Map([...stored].map(([name, values]) => [name, cosine(probe, values)]));
  const expected = [...cosines.values()].toSorted((a, b) => b - a);
  const answer = await query(index_id, probe, 10);
  expect(answer.status, answer.text).toBe(200);
  expect([answer.at('index_type'), answer.at('plaintext_exposed')]).toEqual(['ckks_similarity', false]);
  const results = answer.at('results') as Results;
  expect(results.length).toBe(Math.min(10, stored.size));
  for (const [at, { doc_id, similarity }] of results.entries()) {
    expect(Math.abs(similarity - (cosines.get(doc_id) ?? 9))).toBeLessThan(2e-5);
    expect(Math.abs(similarity - (expected[at] ?? 9))).toBeLessThan(2e-5);
  }
}

test('the nearest are those of the plain vectors, whatever is added, replaced and deleted', async () => {
  const stored = new Map(Array.from({ length: 2_100 }, (_, at) => [`v${at}`, vector()]));
  const made = await index('faces', stored);
  expect([made.status, made.at('total_documents'), made.at('index_type')]).toEqual([200, 2_100, 'ckks_similarity']);
  for (let run = 0; run < 3; run++) await expectNearest('faces', stored);
  // More than a block holds, a block that goes on, documents that change.
  const more = new Map([...Array.from({ length: 5 }, (_, at) => [`v${at}`, vector()] as const), ['new', vector()]]);
  expect((await index('faces', more)).at('total_documents')).toBe(2_101);
  for (const [name, values] of more) stored.set(name, values);
  await expectNearest('faces', stored);
  expect((await server.call('DELETE', '/v1/search/collections/faces/documents/v7', { token })).status).toBe(200);
  const gone = stored.get('v7') ?? [];
  stored.delete('v7');
  expect((await query('faces', gone, 1)).at('results.0.doc_id')).not.toBe('v7');
  // The vectors of what is gone leave the blocks; the others stay what they were.
  server.advance(3_600_000);
  for (let run = 0; run < 4; run++) await searchMerges.run(server.deps);
  await searchLeftovers.run(server.deps);
  const row = await server.deps.db
    .selectFrom('search_collections')
    .select('removed_at')
    .where('name', '=', 'faces')
    .executeTakeFirstOrThrow();
  expect(row.removed_at).toBe(null);
  await expectNearest('faces', stored);
  const self = await query('faces', stored.get('new') ?? [], 1);
  expect([self.at('results.0.doc_id'), Math.abs(Number(self.at('results.0.similarity')) - 1) < 2e-5]).toEqual([
    'new',
    true,
  ]);
});

test('vectors of another length, without direction, or none, are refused by name; so is an index of another type', async () => {
  const small = new Map([['a', vector()]]);
  expect((await index('small', small)).status).toBe(200);
  const field = (answer: { headers: Readonly<Record<string, unknown>>; code: string | null }) => [
    answer.code,
    answer.headers['x-error-field'],
  ];
  const inFirst = 'documents.0.fields.embedding_b64';
  expect(field(await index('small', new Map([['b', vector(63)]])))).toEqual(['INVALID_REQUEST', inFirst]);
  expect(field(await index('small', new Map([['b', new Array(64).fill(0)]])))).toEqual(['INVALID_REQUEST', inFirst]);
  const infinite = vector().with(3, Number.POSITIVE_INFINITY);
  expect(field(await index('small', new Map([['b', infinite]])))).toEqual(['INVALID_REQUEST', inFirst]);
  const mixed = new Map([
    ['b', vector()],
    ['c', vector(65)],
  ]);
  expect(field(await index('small', mixed))).toEqual(['INVALID_REQUEST', 'documents.1.fields.embedding_b64']);
  expect((await index('small', new Map([['b', vector(65)]]))).code).toBe('CONFLICT');
  expect(field(await query('small', vector(65)))).toEqual(['INVALID_REQUEST', 'embedding_b64']);
  expect(field(await query('small', new Array(64).fill(0)))).toEqual(['INVALID_REQUEST', 'embedding_b64']);
  expect((await query('none', vector())).code).toBe('NOT_FOUND');
  const keyword = { index_id: 'small', index_type: 'keyword', documents: [{ doc_id: 'a', fields: {} }] };
  expect((await server.call('POST', '/v1/search/index', { token, json: keyword })).code).toBe('CONFLICT');
  const json = { index_id: 'small', query: { type: 'boolean', must: ['a'] }, max_results: 1 };
  expect((await server.call('POST', '/v1/search/encrypted', { token, json })).code).toBe('CONFLICT');
  expect((await server.call('GET', '/v1/search/collections/small/key', { token })).code).toBe('CONFLICT');
  await expectNearest('small', small);
});

test('a block that was changed on the disk is an error and no number', async () => {
  const { db } = server.deps;
  expect((await index('changed', new Map([['a', vector()]]))).status).toBe(200);
  const { id } = await db
    .selectFrom('search_collections')
    .select('id')
    .where('name', '=', 'changed')
    .executeTakeFirstOrThrow();
  const piece = await db
    .selectFrom('search_blocks')
    .selectAll()
    .where('collection_id', '=', id)
    .where('piece', '=', 3)
    .executeTakeFirstOrThrow();
  const ciphertexts = piece.ciphertexts.slice();
  ciphertexts[5_000] = (ciphertexts[5_000] ?? 0) ^ 1;
  await db
    .updateTable('search_blocks')
    .set({ ciphertexts })
    .where('collection_id', '=', id)
    .where('piece', '=', 3)
    .execute();
  expect((await query('changed', vector())).code).toBe('INTERNAL');
});
