import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CacheStatistics, createCacheStatistics } from '../../src/cache/statistics.ts';
import { findCachePattern, storeCachePatterns } from '../../src/cache/store.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const PROJECT = LOCAL.projectId;

let server: TestServer;
let statistics: CacheStatistics;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.deps.db.deleteFrom('cache_patterns').execute();
  statistics = createCacheStatistics(server.deps.db, 3);
});

const write = (key: string, at: number) =>
  statistics.written({ projectId: PROJECT, key, at, bytes: 10, ttlSeconds: 3_600 });
const read = (key: string, at: number, found = true) =>
  statistics.read({ projectId: PROJECT, key, at, found, bytes: 10, latencyMs: 0.1 });
async function rhythm(key: string): Promise<void> {
  await write(key, 0);
  for (let i = 1; i <= 6; i++) await read(key, i * 1_000);
}
const stored = (key: string) => findCachePattern(server.deps.db, PROJECT, key);

test('reads that come at once are all counted', async () => {
  await write('k', 0);
  await statistics.flush(0);
  statistics = createCacheStatistics(server.deps.db);
  await Promise.all(Array.from({ length: 50 }, (_, at) => read('k', at)));
  expect(await statistics.patternOf(PROJECT, 'k')).toMatchObject({ hits: 50, writes: 1 });
  expect(statistics.figures(PROJECT)).toMatchObject({ hits: 50, operations: 50, bytes: 500 });
  await statistics.flush(60);
  expect(await stored('k')).toMatchObject({ hits: 50 });
});

test('those not used for longest leave memory, and nothing is lost with them', async () => {
  await rhythm('old');
  expect(statistics.figures(PROJECT)).toMatchObject({ regularKeys: 1, improvableKeys: 1 });
  for (const key of ['a', 'b', 'c']) await write(key, 10_000);
  expect(statistics.figures(PROJECT)).toMatchObject({ regularKeys: 0, improvableKeys: 0 });
  expect(await statistics.patternOf(PROJECT, 'old')).toMatchObject({ hits: 6 });
  await statistics.flush(10_000);
  expect(await stored('old')).toMatchObject({ hits: 6 });
  await read('old', 11_000);
  expect(await statistics.patternOf(PROJECT, 'old')).toMatchObject({ hits: 7 });
  expect(statistics.figures(PROJECT)).toMatchObject({ regularKeys: 1 });
});

test('keys that were never written leave nothing behind', async () => {
  await read('unknown', 0, false);
  await statistics.flush(0);
  expect(await stored('unknown')).toBeNull();
  expect(statistics.figures(PROJECT)).toMatchObject({ misses: 1, hits: 0, sparedMisses: 0 });
});

test('a write in between leaves the prediction to be judged once', async () => {
  await rhythm('k');
  await write('k', 6_500);
  await read('k', 7_000);
  expect(statistics.figures(PROJECT)).toMatchObject({ predictionsRight: 1, predictionsWrong: 0 });
  await statistics.flush(9_000);
  await write('k', 9_500);
  await read('k', 10_000);
  expect(statistics.figures(PROJECT)).toMatchObject({ predictionsRight: 1, predictionsWrong: 1 });
});

test('what could not be written is written the next time', async () => {
  const { db } = server.deps;
  // The project is unknown: the database refuses the row.
  await statistics.written({ projectId: 'prj_none', key: 'k', at: 0, bytes: 1, ttlSeconds: 60 });
  await expect(statistics.flush(0)).rejects.toThrow('FOREIGN KEY');
  expect(await statistics.patternOf('prj_none', 'k')).toMatchObject({ writes: 1 });
  await db.insertInto('projects').values({ id: 'prj_none', account_id: LOCAL.accountId, created_at: 0 }).execute();
  await statistics.flush(0);
  expect(await findCachePattern(db, 'prj_none', 'k')).toMatchObject({ writes: 1 });
});

test('a batch is written as a whole, over what was there', async () => {
  const { db } = server.deps;
  for (let i = 0; i < 120; i++) await write(`k${i}`, i);
  await statistics.flush(0);
  const { count } = await db
    .selectFrom('cache_patterns')
    .where('project_id', '=', PROJECT)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(120);
  await storeCachePatterns(db, []);
});
