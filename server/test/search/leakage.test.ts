/**
 * The stated measure of indistinguishability (issue 20, point 5): two collections of equal shape, with different words, leave rows
 * of the same number and sizes; no 16 bytes of one, at any place where entries, tags or boxes begin, occur in the other; and a
 * chi-squared test of their bytes against each other, and of each against uniform bytes, finds nothing at one in a million.
 */
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CELL_BYTES } from '../../src/search/cells.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
  server.tick = 1_000;
  ({ key: token } = await server.newKey({ plan: 'enterprise_plus' }));
});
afterAll(() => server.close());

const DOCUMENTS = 300;
const WORDS = 120;

/** Documents whose words, by rank, are as often and as long as those of any other call with another letter. */
function documentsOf(letter: string) {
  let state = 11;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
  const word = (rank: number) => letter.repeat(4) + String(rank).padStart(3, '0');
  return Array.from({ length: DOCUMENTS }, (_, at) => ({
    doc_id: `${letter}-${at}`,
    fields: { [`${letter}-text`]: Array.from({ length: 12 }, () => word(Math.floor(WORDS * next() ** 3))).join(' ') },
  }));
}

async function rowsOf(letter: string) {
  const { db } = server.deps;
  const json = { index_id: letter, index_type: 'keyword', documents: documentsOf(letter) };
  expect((await server.call('POST', '/v1/search/index', { token, json })).status).toBe(200);
  const { id } = await db
    .selectFrom('search_collections')
    .select('id')
    .where('name', '=', letter)
    .executeTakeFirstOrThrow();
  const documents = await db
    .selectFrom('search_documents')
    .selectAll()
    .where('collection_id', '=', id)
    .orderBy('number')
    .execute();
  const segments = await db.selectFrom('search_segments').selectAll().where('collection_id', '=', id).execute();
  const pages = await db
    .selectFrom('search_pages')
    .innerJoin('search_segments', 'search_segments.id', 'search_pages.segment_id')
    .select('cells')
    .where('collection_id', '=', id)
    .orderBy('page')
    .execute();
  return { documents, segments, cells: Buffer.concat(pages.map(({ cells }) => cells)) };
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

/** All bytes that are stored of a collection. */
const bytesOf = ({ documents, segments, cells }: Rows): Buffer =>
  Buffer.concat([
    cells,
    ...documents.flatMap(({ name_tag, head, texts }) => [name_tag, head, texts]),
    ...segments.map(({ epoch }) => epoch),
  ]);

function countsOf(bytes: Uint8Array): readonly number[] {
  const counts = new Array<number>(256).fill(0);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  return counts;
}

/** With 255 degrees of freedom it is beyond this once in a million. */
const CHI_SQUARED = 378;

function apart(a: readonly number[], b: readonly number[]): number {
  const [sumA, sumB] = [a, b].map((counts) => counts.reduce((sum, count) => sum + count, 0)) as [number, number];
  let result = 0;
  for (let byte = 0; byte < 256; byte++) {
    const [countA, countB] = [a[byte] ?? 0, b[byte] ?? 0];
    const both = countA + countB;
    if (both > 0) result += (Math.sqrt(sumB / sumA) * countA - Math.sqrt(sumA / sumB) * countB) ** 2 / both;
  }
  return result;
}

/** Wherever something begins of which a reader could know what it is. */
function beginnings({ documents, segments, cells }: Rows): ReadonlySet<string> {
  const found = new Set<string>();
  for (let at = 0; at < cells.length; at += CELL_BYTES) {
    found.add(toHex(cells.subarray(at, at + 16)));
    found.add(toHex(cells.subarray(at + 16, at + 32)));
  }
  for (const { name_tag, head, texts } of documents) {
    found.add(toHex(name_tag));
    for (let at = 0; at + 16 <= head.length; at += 16) found.add(toHex(head.subarray(at, at + 16)));
    for (let at = 0; at + 16 <= texts.length; at += 16) found.add(toHex(texts.subarray(at, at + 16)));
  }
  for (const { epoch } of segments) found.add(toHex(epoch.subarray(0, 16)));
  return found;
}

test('S34: indexes of two collections of equal shape cannot be told apart, and share no token', async () => {
  const [a, b] = [await rowsOf('a'), await rowsOf('q')];
  // The same collection once more under another name: as different from the first as the other.
  const shape = ({ documents, segments, cells }: Rows) => ({
    documents: documents.map(({ number, head, texts }) => [number, head.length, texts.length]),
    segments: segments.map(({ id, collection_id, epoch, created_at, ...rest }) => ({ ...rest, epoch: epoch.length })),
    cells: cells.length,
  });
  expect(shape(a)).toEqual(shape(b));
  const [inA, inB] = [beginnings(a), beginnings(b)];
  expect(inA.size).toBeGreaterThan(5_000);
  expect([...inA].filter((bytes) => inB.has(bytes))).toEqual([]);
  const [countsA, countsB] = [countsOf(bytesOf(a)), countsOf(bytesOf(b))];
  expect(apart(countsA, countsB)).toBeLessThan(CHI_SQUARED);
  for (const counts of [countsA, countsB]) {
    const uniform = counts.map(() => counts.reduce((sum, count) => sum + count, 0) / 256);
    const distance = counts.reduce(
      (sum, count, byte) => sum + (count - (uniform[byte] ?? 0)) ** 2 / (uniform[byte] ?? 1),
      0,
    );
    expect(distance).toBeLessThan(CHI_SQUARED);
  }
});

test('the measure finds what is not encrypted', () => {
  const plain = countsOf(utf8(JSON.stringify(documentsOf('a'))));
  expect(apart(plain, countsOf(utf8(JSON.stringify(documentsOf('q')))))).toBeGreaterThan(CHI_SQUARED);
});

test('a document that comes again leaves nothing that was there before', async () => {
  const json = { index_id: 'twice', index_type: 'keyword', documents: documentsOf('z').slice(0, 1) };
  const { db } = server.deps;
  const stored = async () => {
    expect((await server.call('POST', '/v1/search/index', { token, json })).status).toBe(200);
    const row = await db
      .selectFrom('search_segments')
      .innerJoin('search_pages', 'search_pages.segment_id', 'search_segments.id')
      .innerJoin('search_collections', 'search_collections.id', 'search_segments.collection_id')
      .select('cells')
      .where('name', '=', 'twice')
      .orderBy('first_number', 'desc')
      .executeTakeFirstOrThrow();
    const labels = Array.from({ length: row.cells.length / CELL_BYTES }, (_, at) =>
      toHex(row.cells.subarray(at * CELL_BYTES, at * CELL_BYTES + 16)),
    );
    return new Set(labels);
  };
  const [first, second] = [await stored(), await stored()];
  expect(first.size).toBe(second.size);
  expect([...first].filter((label) => second.has(label))).toEqual([]);
});
