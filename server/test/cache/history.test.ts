import { expect, test } from 'vitest';
import { createCacheHistory, INTERVAL_MS } from '../../src/cache/history.ts';

const HOUR_MS = 3_600_000;

test('reads and writes are counted by interval, and intervals without any are left out', () => {
  const history = createCacheHistory();
  history.read(1_000, true, 2);
  history.read(59_999, false, 4);
  history.written(60_000);
  history.read(300_001, true, 1);
  const intervals = history.intervals(360_000);
  expect(intervals).toMatchObject([
    { at: 0, hits: 1, misses: 1, writes: 0, meanLatencyMs: 3 },
    { at: 60_000, hits: 0, misses: 0, writes: 1, meanLatencyMs: 0, p95LatencyMs: 0 },
    { at: 300_000, hits: 1, misses: 0, writes: 0, meanLatencyMs: 1 },
  ]);
  expect(intervals[0]?.p95LatencyMs).toBeCloseTo(4, 0);
  expect(createCacheHistory().intervals(0)).toEqual([]);
});

test('an hour is kept, also where nobody asks, and what is older is not said', () => {
  const history = createCacheHistory();
  for (let at = 0; at < 3 * HOUR_MS; at += INTERVAL_MS) history.written(at);
  expect(history.intervals(3 * HOUR_MS)).toHaveLength(HOUR_MS / INTERVAL_MS);
  expect(history.intervals(3 * HOUR_MS)[0]?.at).toBe(2 * HOUR_MS);
  expect(history.intervals(5 * HOUR_MS)).toEqual([]);
});

test('a clock that is put back makes no interval twice', () => {
  const history = createCacheHistory();
  history.written(125_000);
  history.written(5_000);
  expect(history.intervals(125_000)).toMatchObject([{ at: 120_000, writes: 2 }]);
});
