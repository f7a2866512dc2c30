import { CACHE_VALUE_LIMIT } from '@touchstone/core/api/platform/cache.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cachePatterns, cachePlace, expiredCacheValues } from '../../../src/cache/cache.ts';
import { createCacheStatistics } from '../../../src/cache/statistics.ts';
import { cacheUsage, findCacheEntry, findCachePattern, miscountedCaches } from '../../../src/cache/store.ts';
import { write } from '../../../src/store/engine.ts';
import { SWEEPS } from '../../../src/sweeps.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let token: string;
let project: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
/** Each test has a cache of its own, and time stands still but where a test moves it. */
beforeEach(async () => {
  server.tick = 1_000;
  ({ key: token, projectId: project } = await server.newKey({ plan: 'enterprise' }));
  server.tick = 0;
});

const pathOf = (key: string) => `/v1/cache/${encodeURIComponent(key)}`;
const put = (key: string, json: unknown, by = token) => server.call('POST', pathOf(key), { token: by, json });
const get = (key: string, by = token) => server.call('GET', pathOf(key), { token: by });
const analytics = () => server.call('GET', '/v1/cache/analytics', { token });
const list = (query = '') => server.call('GET', `/v1/cache${query}`, { token });
const refusal = ({ status, code }: Answer) => [status, code];
const rowOf = (key: string) =>
  server.deps.db.selectFrom('cache_entries').selectAll().where('project_id', '=', project).where('key', '=', key);

describe('values', () => {
  test('any JSON value comes back as it was, under any key', async () => {
    const values = [
      null,
      0,
      -1.5e300,
      '',
      'é\u2028"\\',
      [],
      {},
      [1, [2, { a: null }]],
      { __proto__x: 1, b: 'c' },
      false,
    ];
    for (const value of values) {
      const written = await put('any', { value, ttl: 60 });
      expect(written.body).toMatchObject({ key: 'any', ttl: 60, metadata: { ttl: 60, aiOptimized: false } });
      expect((await get('any')).at('value')).toEqual(value);
    }
    const raw = '{"value":{"__proto__":{"a":1},"constructor":2},"ttl":60}';
    expect((await server.call('POST', pathOf('names'), { token, raw })).status).toBe(200);
    expect((await get('names')).text).toContain('"value":{"__proto__":{"a":1},"constructor":2}');
    for (const key of ['a/b', '...', 'é %2F?#', 'x'.repeat(256), '日'.repeat(256)]) {
      expect((await put(key, { value: key, ttl: 60 })).at('key')).toBe(key);
      expect((await get(key)).body).toMatchObject({ key, value: key });
    }
  });

  test('limits: 256 characters, no control characters, 1 MiB', async () => {
    expect(refusal(await put('x'.repeat(257), { value: 1 }))).toEqual([400, 'INVALID_REQUEST']);
    expect(refusal(await put('a\u0000b', { value: 1 }))).toEqual([400, 'INVALID_REQUEST']);
    expect(refusal(await get('x'.repeat(257)))).toEqual([400, 'INVALID_REQUEST']);
    const most = 'x'.repeat(CACHE_VALUE_LIMIT - 2);
    expect((await put('big', { value: most, ttl: 60 })).status).toBe(200);
    expect((await get('big')).at('value')).toBe(most);
    const more = await put('big', { value: `${most}x`, ttl: 60 });
    expect(refusal(more)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(more.at('error.details.field')).toBe('value');
    expect((await get('big')).at('value')).toBe(most);
    for (const ttl of [0, 31_536_001, 1.5, '60']) {
      expect(refusal(await put('ttl', { value: 1, ttl }))).toEqual([400, 'INVALID_REQUEST']);
    }
  });

  test('`analytics` is reserved', async () => {
    expect(refusal(await put('analytics', { value: 1 }))).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect((await analytics()).at('usage.operations')).toBe(0);
  });

  test('lives by the clock alone: found in its last millisecond, not in the next', async () => {
    await put('k', { value: 1, ttl: 5 });
    server.advance(4_999);
    expect((await get('k')).status).toBe(200);
    server.advance(1);
    const over = await get('k');
    expect(refusal(over)).toEqual([404, 'NOT_FOUND']);
    expect(over.at('requestId')).toBe(over.headers['x-request-id']);
    expect(refusal(await get('never'))).toEqual([404, 'NOT_FOUND']);
    expect((await list()).at('items')).toEqual([]);
    await put('k', { value: 2, ttl: 5 });
    expect((await get('k')).at('value')).toBe(2);
  });

  test('S1: belongs to its project', async () => {
    await put('mine', { value: 1, ttl: 60 });
    server.tick = 1_000;
    const { key: other } = await server.newKey({ plan: 'enterprise' });
    server.tick = 0;
    expect(refusal(await get('mine', other))).toEqual([404, 'NOT_FOUND']);
    await put('mine', { value: 2, ttl: 60 }, other);
    expect((await get('mine')).at('value')).toBe(1);
    expect((await server.call('GET', '/v1/cache', { token: other })).at('items.length')).toBe(1);
  });

  test('S22: at rest it is an envelope bound to project, key and write', async () => {
    const { db, vault } = server.deps;
    await put('a', { value: 'canary-value-7', ttl: 60 });
    await put('b', { value: 'other', ttl: 60 });
    const [a, b] = [await rowOf('a').executeTakeFirstOrThrow(), await rowOf('b').executeTakeFirstOrThrow()];
    expect(Buffer.from(a.envelope).includes('canary')).toBe(false);
    expect(vault.open(cachePlace(a), a.envelope)).toEqual(utf8('"canary-value-7"'));
    for (const moved of [{ key: 'b' }, { project_id: 'prj_local' }, { version: 2 }]) {
      expect(vault.open(cachePlace({ ...a, ...moved }), a.envelope)).toBeNull();
    }
    await db.updateTable('cache_entries').set({ envelope: b.envelope }).where('id', '=', a.id).execute();
    server.logged.length = 0;
    expect(refusal(await get('a'))).toEqual([404, 'NOT_FOUND']);
    expect(server.logged.join('')).toContain('does not open');
    // The box of an earlier write of the same key does not open either.
    await put('a', { value: 'later', ttl: 60 });
    const later = await rowOf('a').executeTakeFirstOrThrow();
    expect(later.version).toBe(2);
    await db.updateTable('cache_entries').set({ envelope: a.envelope }).where('id', '=', a.id).execute();
    expect(refusal(await get('a'))).toEqual([404, 'NOT_FOUND']);
    await put('a', { value: 'again', ttl: 60 });
    expect((await get('a')).at('value')).toBe('again');
  });
});

describe('lifetimes', () => {
  test('without `ttl` and `aiOptimize`, as stated, and left to the server', async () => {
    expect((await put('k', { value: 1 })).at('metadata')).toMatchObject({ ttl: 3_600, aiOptimized: true });
    expect((await put('k', { value: 1, aiOptimize: false })).at('metadata')).toMatchObject({
      ttl: 3_600,
      aiOptimized: false,
    });
    expect((await put('k', { value: 1, ttl: 9 })).at('metadata')).toMatchObject({ ttl: 9, aiOptimized: false });
    const both = await put('k', { value: 1, ttl: 9, aiOptimize: true });
    expect(both.at('metadata')).toMatchObject({ ttl: 9, aiOptimized: true });
    expect((await get('k')).at('metadata')).toMatchObject({ ttl: 9, aiOptimized: true });
  });

  test('learns from reads, says why, and never exceeds what is stated', async () => {
    await put('k', { value: 1, ttl: 3_600 });
    for (let i = 0; i < 7; i++) {
      server.advance(20_000);
      await get('k');
    }
    expect((await put('k', { value: 2, aiOptimize: true })).at('ttl')).toBe(160);
    expect((await list()).at('items.0')).toMatchObject({
      key: 'k',
      ttl: 160,
      why: 'Nine of ten pauses between reads are at most 20 s; the value lives for eight of them.',
      aiOptimized: true,
      size: 1,
      hits: 7,
      misses: 0,
      prefetch: 'keep',
    });
    expect((await put('k', { value: 2, aiOptimize: true, ttl: 100 })).at('ttl')).toBe(100);
    expect((await list()).at('items.0.why')).toContain('The caller allowed no more.');
    // What one key taught does not hold for another.
    expect((await put('l', { value: 2, aiOptimize: true })).at('ttl')).toBe(3_600);
  });

  test('goes on learning after a restart from what was written', async () => {
    await put('k', { value: 1, ttl: 3_600 });
    for (let i = 0; i < 7; i++) {
      server.advance(20_000);
      await get('k');
    }
    expect(await findCachePattern(server.deps.db, project, 'k')).toBeNull();
    await cachePatterns.run(server.deps);
    const restarted = createCacheStatistics(server.deps.db);
    expect(await restarted.patternOf(project, 'k')).toEqual(await server.deps.cache.patternOf(project, 'k'));
    expect(restarted.figures(project)).toMatchObject({ hits: 0, operations: 0 });
    // Damaged pauses count as nothing seen.
    await server.deps.db.updateTable('cache_patterns').set({ read_gaps: '[1,"x"]' }).execute();
    expect((await createCacheStatistics(server.deps.db).patternOf(project, 'k')).readGapsMs).toEqual([]);
  });

  test('patterns of keys that nobody used for a week are forgotten', async () => {
    await put('k', { value: 1, ttl: 60 });
    await cachePatterns.run(server.deps);
    expect(await findCachePattern(server.deps.db, project, 'k')).not.toBeNull();
    server.advance(7 * 86_400_000 + 1);
    await cachePatterns.run(server.deps);
    expect(await findCachePattern(server.deps.db, project, 'k')).toBeNull();
  });
});

describe('analytics', () => {
  test('all is 0 before the first read', async () => {
    expect((await analytics()).body).toEqual({
      metrics: { hitRate: 0, missRate: 0, avgLatency: 0, p95Latency: 0, p99Latency: 0 },
      ai: { patternsDetected: 0, prefetchAccuracy: 0, optimizationsSuggested: 0, projectedSavings: 0 },
      usage: { operations: 0, dataTransferred: '0 B', uniqueKeys: 0 },
    });
  });

  test('counts what happened, of this project only', async () => {
    await put('k', { value: 'abcdefgh', ttl: 5 });
    for (let i = 0; i < 3; i++) await get('k');
    await get('never');
    const { metadata } = (await get('k')).body as { metadata: { hitRate: number } };
    expect(metadata.hitRate).toBe(1);
    const answer = await analytics();
    expect(answer.at('metrics')).toMatchObject({ hitRate: 0.8, missRate: 0.2 });
    expect(answer.at('usage')).toEqual({ operations: 6, dataTransferred: '50 B', uniqueKeys: 1 });
    const [average, p95, p99] = ['avg', 'p95', 'p99'].map((name) => Number(answer.at(`metrics.${name}Latency`)));
    expect(average).toBeGreaterThan(0);
    expect(p99).toBeGreaterThanOrEqual(p95 ?? Number.NaN);
    server.advance(5_000);
    await get('k');
    await put('k', { value: 1, ttl: 5 });
    expect((await get('k')).at('metadata.hitRate')).toBeCloseTo(5 / 6);
  });

  test('the last hour is there in intervals, of this project only', async () => {
    const history = () => server.call('GET', '/v1/cache/analytics/history', { token });
    expect((await history()).body).toMatchObject({ interval_seconds: 60, intervals: [] });
    await put('k', { value: 'abcdefgh', ttl: 3_600 });
    await get('k');
    await get('never');
    const other = await server.newKey({ plan: 'enterprise' });
    await get('k', other.key);
    server.advance(180_000);
    await get('k');
    const answer = await history();
    expect(answer.at('intervals')).toMatchObject([
      { hits: 1, misses: 1, writes: 1 },
      { hits: 1, misses: 0, writes: 0 },
    ]);
    expect(Date.parse(String(answer.at('since')))).toBeLessThanOrEqual(
      Date.parse(String(answer.at('intervals.0.at'))) + 60_000,
    );
    server.advance(3_720_000);
    expect((await history()).at('intervals')).toEqual([]);
    expect((await get('analytics/history')).status).toBe(404);
  });

  test('predictions are judged by what was read', async () => {
    await put('k', { value: 1, ttl: 3_600 });
    for (let i = 0; i < 6; i++) {
      server.advance(10_000);
      await get('k');
    }
    expect((await analytics()).at('ai')).toMatchObject({ patternsDetected: 1, prefetchAccuracy: 0 });
    expect((await list()).at('items.0')).toMatchObject({ prefetch: 'keep' });
    server.advance(10_000);
    await get('k');
    expect((await analytics()).at('ai.prefetchAccuracy')).toBe(1);
    server.advance(2_000);
    await get('k');
    expect((await analytics()).at('ai.prefetchAccuracy')).toBe(0.5);
    // One whose time passes without a read is wrong too, and is judged once.
    server.advance(60_000);
    await cachePatterns.run(server.deps);
    await cachePatterns.run(server.deps);
    await get('k');
    expect((await analytics()).at('ai.prefetchAccuracy')).toBeCloseTo(1 / 3);
  });

  test('savings: misses at which the last value would still have lived', async () => {
    await put('k', { value: 1, ttl: 10 });
    for (let i = 0; i < 7; i++) {
      server.advance(20_000);
      await get('k');
    }
    // Seven misses; from the sixth on enough was seen, and the value would live for 160 s.
    expect((await analytics()).at('ai')).toMatchObject({ optimizationsSuggested: 1, projectedSavings: 1 / 7 });
    await put('k', { value: 1, aiOptimize: true });
    expect((await analytics()).at('ai.optimizationsSuggested')).toBe(0);
  });
});

describe('room', () => {
  test('values whose time is over are taken out, and counted out', async () => {
    for (let i = 0; i < 5; i++) await put(`short ${i}`, { value: i, ttl: 5 });
    await put('long', { value: 'stays', ttl: 600 });
    server.advance(5_000);
    expect(await cacheUsage(server.deps.db, project)).toEqual({ entries: 6, bytes: 12 });
    await expiredCacheValues.run(server.deps);
    expect(await cacheUsage(server.deps.db, project)).toEqual({ entries: 1, bytes: 7 });
    expect(await findCacheEntry(server.deps.db, project, 'short 0')).toBeNull();
    expect((await get('long')).status).toBe(200);
    expect(await miscountedCaches(server.deps.db)).toEqual([]);
    expect(SWEEPS).toEqual(expect.arrayContaining([expiredCacheValues, cachePatterns]));
  });

  const keepSetting = (cache_project_mebibytes: number) =>
    write(server.deps.db, (transaction) => server.deps.settings.store(transaction, { cache_project_mebibytes }));

  test('a project holds as much as the setting says: what would end soonest goes, never the new value', async () => {
    await keepSetting(1);
    try {
      const value = 'x'.repeat(400_000);
      await put('soon', { value, ttl: 50 });
      await put('late', { value, ttl: 500 });
      expect((await get('soon')).status).toBe(200);
      await put('new', { value, ttl: 10 });
      expect(refusal(await get('soon'))).toEqual([404, 'NOT_FOUND']);
      expect([(await get('late')).status, (await get('new')).status]).toEqual([200, 200]);
      expect(await cacheUsage(server.deps.db, project)).toEqual({ entries: 2, bytes: 800_004 });
      expect(await miscountedCaches(server.deps.db)).toEqual([]);
    } finally {
      await keepSetting(1_024);
    }
  });

  test('what is counted wrong is named', async () => {
    await put('k', { value: 1, ttl: 60 });
    await server.deps.db.updateTable('cache_usage').set({ bytes: 7 }).where('project_id', '=', project).execute();
    expect(await miscountedCaches(server.deps.db)).toEqual([project]);
    await server.deps.db.deleteFrom('cache_usage').where('project_id', '=', project).execute();
    expect(await miscountedCaches(server.deps.db)).toEqual([project]);
    await put('k', { value: 1, ttl: 60 });
    await server.deps.db.deleteFrom('cache_entries').where('project_id', '=', project).execute();
    await server.deps.db.deleteFrom('cache_usage').where('project_id', '=', project).execute();
  });
});

test('the list: newest key first, in pages, without values', async () => {
  for (let i = 0; i < 5; i++) await put(`k${i}`, { value: `secret ${i}`, ttl: 60 });
  await put('k0', { value: 'again', ttl: 60 });
  const first = await list('?limit=3');
  const second = await list(`?limit=3&cursor=${first.at('next_cursor')}`);
  const keys = [first, second].flatMap((page) => (page.at('items') as { key: string }[]).map(({ key }) => key));
  expect(keys).toEqual(['k4', 'k3', 'k2', 'k1', 'k0']);
  expect(second.at('next_cursor')).toBeNull();
  expect(first.text + second.text).not.toContain('secret');
  for (const cursor of ['x', '0', '-1', '01', '1e3']) {
    expect(refusal(await list(`?cursor=${cursor}`))).toEqual([400, 'INVALID_REQUEST']);
  }
});
