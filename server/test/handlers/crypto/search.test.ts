import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { openSnippet } from '@touchstone/core/search/snippet.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { searchLeftovers, searchMerges } from '../../../src/search/merging.ts';
import { liveSegments } from '../../../src/search/store.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { type PlainDocument, type PlainQuery, plainSearch } from '../../search/reference.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  server.tick = 1_000;
  ({ key: token } = await server.newKey({ plan: 'enterprise_plus' }));
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).execute();
});
afterAll(() => server.close());

const call = (method: string, path: string, json?: unknown, own = token) =>
  server.call(method, `/v1/search${path}`, { token: own, ...(json === undefined ? {} : { json }) });

const index = (index_id: string, documents: readonly PlainDocument[], own = token) =>
  call('POST', '/index', { index_id, index_type: 'keyword', documents }, own);

const find = (index_id: string, query: PlainQuery, max_results = 1_000) =>
  call('POST', '/encrypted', { index_id, query: { type: 'boolean', ...query }, max_results });

interface Result {
  readonly doc_id: string;
  readonly score: number;
  readonly matched_fields: readonly string[];
  readonly ciphertext_snippet_b64: string;
}

const resultsOf = (answer: { at(path: string): unknown }) => answer.at('results') as readonly Result[];
const idsOf = (answer: { at(path: string): unknown }) => resultsOf(answer).map(({ doc_id }) => doc_id);

const CONTRACTS: readonly PlainDocument[] = [
  { doc_id: 'c-1', fields: { title: 'Liability insurance', body: 'The insurer covers bodily injury and liability.' } },
  { doc_id: 'c-2', fields: { title: 'Lease', body: 'Liability of the tenant. Draft.' } },
  { doc_id: 'c 3/ü', fields: { title: 'Deed', body: 'Nothing to see' } },
];

test('documents are found by words that must, may and must not occur; snippets open with the key of the index', async () => {
  const indexed = await index('contracts', CONTRACTS);
  expect([indexed.status, indexed.at('documents_indexed'), indexed.at('total_documents')]).toEqual([200, 3, 3]);
  const found = await find('contracts', { must: ['LIABILITY'], should: ['insurance'], must_not: ['draft'] });
  expect([idsOf(found), found.at('total_matches'), found.at('plaintext_exposed')]).toEqual([['c-1'], 1, false]);
  const [result] = resultsOf(found);
  expect(result?.matched_fields).toEqual(['title', 'body']);
  expect(found.at('seen_on_disk.documents')).toBe(1);

  const answered = await call('GET', '/collections/contracts/key');
  const key = fromBase64(String(answered.at('key_b64'))) ?? new Uint8Array();
  const owner = { project: String(answered.at('project_id')), collection: String(answered.at('collection_id')) };
  const snippet = fromBase64(result?.ciphertext_snippet_b64 ?? '') ?? new Uint8Array();
  expect(openSnippet(key, { ...owner, docId: 'c-1' }, snippet)).toBe('Liability insurance');
  expect(openSnippet(key, { ...owner, docId: 'c-2' }, snippet)).toBe(null);
  // The text that is opened is the one that is stored.
  const row = await server.deps.db
    .selectFrom('search_documents')
    .selectAll()
    .orderBy('number')
    .executeTakeFirstOrThrow();
  expect(toHex(row.texts)).toContain(toHex(snippet.subarray(7)));
});

test('a text of several words counts where a document has all of them', async () => {
  expect(idsOf(await find('contracts', { must: ['tenant lease'] }))).toEqual(['c-2']);
  expect(idsOf(await find('contracts', { must: ['tenant insurer'] }))).toEqual([]);
  expect(idsOf(await find('contracts', { should: ['nothing deed', 'insurer lease'] }))).toEqual(['c 3/ü']);
});

test('what a query finds and how it is ranked is what a search over the plain texts gives', async () => {
  const words = Array.from({ length: 40 }, (_, at) => `w${at}`);
  let state = 7;
  const next = (bound: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * bound);
  };
  // Some words in most documents, most in few.
  const word = () => words[Math.floor(words.length * (next(1_000) / 1_000) ** 3)] ?? '';
  const text = () => Array.from({ length: 1 + next(30) }, word).join(' ');
  const documents = new Map<string, PlainDocument>();
  for (let batch = 0; batch < 6; batch++) {
    const added = Array.from({ length: 25 }, () => ({
      doc_id: `d${next(120)}`,
      fields: { title: text(), body: text() },
    }));
    expect((await index('random', added)).status).toBe(200);
    for (const document of added) {
      documents.delete(document.doc_id);
      documents.set(document.doc_id, document);
    }
    if (batch === 3) {
      server.advance(3_600_000);
      await searchMerges.run(server.deps);
      await searchMerges.run(server.deps);
      await searchLeftovers.run(server.deps);
    }
    const gone = `d${next(120)}`;
    const removed = await call('DELETE', `/collections/random/documents/${gone}`);
    expect(removed.status).toBe(documents.delete(gone) ? 200 : 404);
  }
  for (let run = 0; run < 40; run++) {
    const some = (most: number) => Array.from({ length: next(most + 1) }, word);
    const query = { must: some(2), should: some(3), must_not: some(1) };
    if (query.must.length + query.should.length === 0) query.should.push(word());
    const expected = plainSearch([...documents.values()], query);
    const found = await find('random', query);
    expect(found.at('total_matches'), JSON.stringify(query)).toBe(expected.length);
    expect(found.at('plaintext_exposed')).toBe(false);
    const byId = new Map(expected.map((match) => [match.doc_id, match]));
    let before = Number.POSITIVE_INFINITY;
    for (const { doc_id, score, matched_fields } of resultsOf(found)) {
      const match = byId.get(doc_id);
      expect(matched_fields).toEqual(match?.matched_fields);
      expect(score).toBeCloseTo(match?.score ?? -1, 3);
      expect(score).toBeLessThanOrEqual(before);
      before = score;
    }
    expect(idsOf(await find('random', query, 3))).toEqual(idsOf(found).slice(0, 3));
  }
  const collections = (await call('GET', '/collections')).at('items') as readonly {
    index_id: string;
    documents: number;
  }[];
  expect(collections.find(({ index_id }) => index_id === 'random')?.documents).toBe(documents.size);
});

test('the same name again replaces, also within a call; deleting takes away', async () => {
  const [first, second] = [
    { doc_id: 'a', fields: { text: 'old' } },
    { doc_id: 'a', fields: { text: 'new' } },
  ];
  expect((await index('replaced', [first, first])).at('documents_indexed')).toBe(1);
  const again = await index('replaced', [second, { doc_id: 'b', fields: {} }]);
  expect([again.at('documents_indexed'), again.at('total_documents')]).toEqual([2, 2]);
  expect(idsOf(await find('replaced', { should: ['old'] }))).toEqual([]);
  expect(idsOf(await find('replaced', { should: ['new'] }))).toEqual(['a']);
  const [page, rest] = [await call('GET', '/collections/replaced/documents?limit=1'), 'items.0.doc_id'];
  const more = await call('GET', `/collections/replaced/documents?limit=1&cursor=${String(page.at('next_cursor'))}`);
  expect([page.at(rest), page.at('items.0.fields'), more.at(rest), more.at('next_cursor')]).toEqual([
    'a',
    ['text'],
    'b',
    null,
  ]);
  expect((await call('DELETE', '/collections/replaced/documents/a')).at('deleted')).toBe(true);
  expect((await call('DELETE', '/collections/replaced/documents/a')).code).toBe('NOT_FOUND');
  expect((await find('replaced', { should: ['new'] })).at('total_matches')).toBe(0);
});

test('entries of deleted documents leave the index within an hour, at once where they are many', async () => {
  const { db } = server.deps;
  const documents = Array.from({ length: 10 }, (_, at) => ({ doc_id: `d${at}`, fields: { text: `common w${at}` } }));
  await index('holes', documents);
  const { id } = await db
    .selectFrom('search_collections')
    .select('id')
    .where('name', '=', 'holes')
    .executeTakeFirstOrThrow();
  const entries = async () => (await liveSegments(db, id)).map((segment) => segment.documents);
  await call('DELETE', '/collections/holes/documents/d0');
  await searchMerges.run(server.deps);
  expect(await entries()).toEqual([10]);
  server.advance(3_600_000);
  await searchMerges.run(server.deps);
  expect(await entries()).toEqual([9]);
  for (const name of ['d1', 'd2']) await call('DELETE', `/collections/holes/documents/${name}`);
  await searchMerges.run(server.deps);
  expect(await entries()).toEqual([7]);
  await searchMerges.run(server.deps);
  const row = await db
    .selectFrom('search_collections')
    .select('removed_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.removed_at).toBe(null);
  expect((await find('holes', { must: ['common'] })).at('total_matches')).toBe(7);
  await searchLeftovers.run(server.deps);
  const left = await db.selectFrom('search_segments').select('id').where('collection_id', '=', id).execute();
  expect(left.length).toBe(1);
});

test('a large call is stored in many writes, and is found as a whole or not at all', async () => {
  const documents = Array.from({ length: 1_000 }, (_, at) => ({ doc_id: `d${at}`, fields: { text: `all n${at}` } }));
  const indexed = await index('large', documents);
  expect([indexed.status, indexed.at('total_documents')]).toEqual([200, 1_000]);
  expect((await find('large', { must: ['all'] }, 10)).at('total_matches')).toBe(1_000);
  // What a call leaves that breaks off in the middle is in no index, and goes in time.
  const { db } = server.deps;
  vi.spyOn(server.deps.credits, 'settle').mockRejectedValueOnce(new Error('broken off'));
  expect(
    (
      await index(
        'large',
        documents.map((document) => ({ ...document, fields: { text: 'other' } })),
      )
    ).status,
  ).toBe(500);
  expect((await find('large', { should: ['other'] })).at('total_matches')).toBe(0);
  expect((await find('large', { must: ['all'] }, 10)).at('total_matches')).toBe(1_000);
  const rows = async () =>
    (
      await db
        .selectFrom('search_documents')
        .innerJoin('search_collections', 'id', 'collection_id')
        .select('number')
        .where('name', '=', 'large')
        .execute()
    ).length;
  expect(await rows()).toBe(2_000);
  await searchLeftovers.run(server.deps);
  expect(await rows()).toBe(2_000);
  server.advance(3_700_000);
  await searchLeftovers.run(server.deps);
  expect(await rows()).toBe(1_000);
  const again = await index('large', documents);
  expect([again.at('total_documents'), await rows()]).toEqual([1_000, 1_000]);
});

test('a deleted index is gone at once, its rows soon after, and its name is free', async () => {
  const { db } = server.deps;
  await index('gone', CONTRACTS);
  const { id } = await db
    .selectFrom('search_collections')
    .select('id')
    .where('name', '=', 'gone')
    .executeTakeFirstOrThrow();
  expect((await call('DELETE', '/collections/gone')).at('deleted')).toBe(true);
  for (const answer of [
    await find('gone', { must: ['liability'] }),
    await call('GET', '/collections/gone/documents'),
    await call('GET', '/collections/gone/key'),
    await call('DELETE', '/collections/gone'),
    await call('DELETE', '/collections/gone/documents/c-1'),
  ]) {
    expect(answer.code).toBe('NOT_FOUND');
  }
  await index('gone', CONTRACTS.slice(0, 1));
  await searchLeftovers.run(server.deps);
  expect((await find('gone', { must: ['liability'] })).at('total_matches')).toBe(1);
  for (const table of ['search_documents', 'search_segments'] as const) {
    const rows = await db.selectFrom(table).select('collection_id').where('collection_id', '=', id).execute();
    expect(rows).toEqual([]);
  }
});

test('another project has its own indexes', async () => {
  const { key: other } = await server.newKey();
  expect(
    (
      await call(
        'POST',
        '/encrypted',
        { index_id: 'contracts', query: { type: 'boolean', must: ['lease'] }, max_results: 1 },
        other,
      )
    ).code,
  ).toBe('NOT_FOUND');
  expect((await call('GET', '/collections', undefined, other)).at('items')).toEqual([]);
  expect((await index('contracts', CONTRACTS.slice(1), other)).at('total_documents')).toBe(2);
});

test('who may search may not read: the key of snippets needs another scope', async () => {
  const searcher = await server.scopedKey(['fhe']);
  expect((await index('scoped', CONTRACTS, searcher)).status).toBe(200);
  expect((await call('GET', '/collections/scoped/key', undefined, searcher)).code).toBe('INVALID_SCOPE');
});

test('queries and documents that make no sense are refused by name', async () => {
  const refused = async (answer: Awaited<ReturnType<typeof find>>) => [answer.code, answer.headers['x-error-field']];
  expect(await refused(await find('contracts', { must_not: ['draft'] }))).toEqual(['INVALID_REQUEST', 'query']);
  expect(await refused(await find('contracts', { must: ['lease'], should: ['…'] }))).toEqual([
    'INVALID_REQUEST',
    'query.should.0',
  ]);
  const many = Object.fromEntries(Array.from({ length: 256 }, (_, at) => [`f${at}`, '']));
  expect(await refused(await index('x', [{ doc_id: 'a', fields: many }]))).toEqual([
    'INVALID_REQUEST',
    'documents.0.fields',
  ]);
  const long = { doc_id: 'a', fields: { text: 'x'.repeat(1024 * 1024 + 1) } };
  expect(await refused(await index('x', [CONTRACTS[0] ?? long, long]))).toEqual([
    'INVALID_REQUEST',
    'documents.1.fields',
  ]);
  expect((await find('x', { must: ['lease'] })).code).toBe('NOT_FOUND');
});
