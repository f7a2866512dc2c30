import { describe, expect, it } from 'vitest';
import {
  type Analytics,
  durationFormat,
  hitRateOf,
  latencyOf,
  percentText,
} from '../../../../src/pages/administration/cache/analytics.ts';
import {
  type CacheItem,
  cacheCsv,
  cacheView,
  durationText,
  itemHitRate,
} from '../../../../src/pages/administration/cache/cache-items.ts';
import { keyFault, readValue, ttlFault } from '../../../../src/pages/administration/cache/entry-draft.ts';
import {
  hitRateChart,
  latencyChart,
  longestLatency,
  trafficChart,
} from '../../../../src/pages/administration/cache/history-charts.ts';
import {
  NEWEST_FIRST,
  readCacheSearch,
  readSort,
  sortText,
} from '../../../../src/pages/administration/cache/search.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

function item(key: string, members: Partial<CacheItem> = {}): CacheItem {
  return {
    key,
    ttl: 60,
    why: 'The caller stated this lifetime.',
    aiOptimized: false,
    written_at: '2026-04-01T12:00:00.000Z',
    expires_at: '2026-04-01T12:01:00.000Z',
    size: 10,
    hits: 0,
    misses: 0,
    next_read_at: null,
    prefetch: null,
    ...members,
  };
}

describe('the list', () => {
  const items = [
    item('a'),
    item('b', { aiOptimized: true, why: 'Nine of ten pauses', hits: 3, misses: 1, prefetch: 'keep' }),
    item('c', { written_at: '2026-04-01T13:00:00.000Z', hits: 1, prefetch: 'refresh' }),
  ];
  const keys = (filter: Partial<Parameters<typeof cacheView>[0]>, sort = NEWEST_FIRST) =>
    orderList(items, cacheView({ text: '', chosen: null, prefetch: null, ...filter }, sort)).map(({ key }) => key);

  it('is filtered and ordered', () => {
    expect(keys({})).toEqual(['c', 'a', 'b']);
    expect(keys({ chosen: 'server' })).toEqual(['b']);
    expect(keys({ chosen: 'stated' })).toEqual(['c', 'a']);
    expect(keys({ prefetch: 'any' })).toEqual(['c', 'b']);
    expect(keys({ prefetch: 'refresh' })).toEqual(['c']);
    expect(keys({ text: 'PAUSES' })).toEqual(['b']);
    expect(keys({ text: 'nothing has this' })).toEqual([]);
    expect(keys({}, { by: 'rate', descending: true })).toEqual(['c', 'b', 'a']);
  });

  it('is exported without formulas', () => {
    const [, line] = cacheCsv([item('=1+1')]).split('\r\n');
    expect(line).toMatch(/^"?'=1\+1/);
  });
});

it('a key without reads has no hit rate', () => {
  expect(itemHitRate({ hits: 0, misses: 0 })).toBeNull();
  expect(itemHitRate({ hits: 3, misses: 1 })).toBe(0.75);
});

it('durations show their two largest units', () => {
  expect([0, 45, 60, 150, 3_900, 90_061, 604_800].map(durationText)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '2 min 30 s',
    '1 h 5 min',
    '1 d 1 h',
    '7 d',
  ]);
});

describe('what was measured', () => {
  const analytics = (operations: number, hitRate = 0.5): Analytics => ({
    metrics: { hitRate, missRate: hitRate === 0 ? 0 : 1 - hitRate, avgLatency: 1, p95Latency: 2, p99Latency: 3 },
    ai: { patternsDetected: 0, prefetchAccuracy: 0, optimizationsSuggested: 0, projectedSavings: 0 },
    usage: { operations, dataTransferred: '0 B', uniqueKeys: 0 },
  });

  it('says nothing before the first read', () => {
    expect(hitRateOf(analytics(1, 0))).toBeNull();
    expect(latencyOf(analytics(1, 0), 'p99Latency')).toBeNull();
    expect(hitRateOf({ ...analytics(1), metrics: { ...analytics(1).metrics, hitRate: 0, missRate: 1 } })).toBe(0);
    expect(latencyOf(analytics(1), 'p99Latency')).toBe(3);
  });

  it('is written in one unit', () => {
    expect([0, 0.0421, 0.54].map(durationFormat(0.6))).toEqual(['0 µs', '42 µs', '540 µs']);
    expect([0, 0.54, 5.678].map(durationFormat(6))).toEqual(['0 ms', '0.54 ms', '5.68 ms']);
    expect([1, 123.45].map(durationFormat(200))).toEqual(['1.0 ms', '123.5 ms']);
    expect(percentText(0.875)).toBe('87.5%');
  });
});

describe('the last hour', () => {
  const NOW = Date.parse('2026-04-01T12:00:05.000Z');
  const interval = (at: string, hits: number, misses: number, writes = 0) => ({
    at: `2026-04-01T${at}.000Z`,
    hits,
    misses,
    writes,
    avgLatency: 0.2,
    p95Latency: 0.4,
    p99Latency: 0.5,
  });
  const history = {
    since: '2026-04-01T08:00:00.000Z',
    interval_seconds: 60,
    intervals: [interval('11:10:00', 3, 1), interval('11:59:00', 1, 1, 2), interval('12:00:00', 0, 0, 1)],
  };

  it('has a point for each minute, also where nothing was read', () => {
    const { points, series, summary } = hitRateChart(history, NOW);
    expect(points).toHaveLength(60);
    expect(series[0]?.values.filter((value) => value !== null)).toEqual([0.75, 0.5]);
    expect(series[0]?.values[58]).toBe(0.5);
    expect(summary).toContain('66.7%');
    const traffic = trafficChart(history, NOW);
    expect(traffic.series.map(({ values }) => values[58])).toEqual([1, 1, 2]);
    expect(traffic.series.map(({ values }) => values[59])).toEqual([0, 0, 1]);
  });

  it('has the latencies of the minutes in which something was read, in one unit', () => {
    const { series, summary } = latencyChart(history, durationFormat(longestLatency(history)), NOW);
    expect(series[0]?.values.slice(-3)).toEqual([null, 0.2, null]);
    expect(summary).toBe('Last: mean 200 µs, p95 400 µs, p99 500 µs.');
  });

  it('holds what the server measured ahead of the clock of this computer', () => {
    const ahead = { ...history, intervals: [interval('12:02:00', 1, 0)] };
    expect(hitRateChart(ahead, NOW).series[0]?.values.at(-1)).toBe(1);
  });

  it('begins with the server, and is ten minutes wide at first', () => {
    const young = { ...history, since: '2026-04-01T11:59:00.000Z', intervals: [] };
    expect(hitRateChart(young, NOW).points).toHaveLength(10);
    expect(hitRateChart(young, NOW).summary).toBe('No reads in the last hour.');
    expect(latencyChart(young, durationFormat(0), NOW).series[2]?.values.every((value) => value === null)).toBe(true);
  });
});

describe('what is typed', () => {
  it('is a key that an address can hold', () => {
    expect(keyFault('rates:eur-usd')).toBe('');
    expect(keyFault('a/b?c#d é')).toBe('');
    for (const wrong of ['', 'analytics', '..', 'x'.repeat(257), '\ud800']) expect(keyFault(wrong)).not.toBe('');
  });

  it('is a whole number of seconds, or nothing', () => {
    expect(['', '1', '31536000'].map(ttlFault)).toEqual(['', '', '']);
    for (const wrong of ['0', '-1', '1.5', '31536001', 'an hour']) expect(ttlFault(wrong)).not.toBe('');
  });

  it('is strict JSON', () => {
    expect(readValue('{"a": [1, 2]}')).toEqual({ ok: true, value: { a: [1, 2] } });
    expect(readValue('null')).toEqual({ ok: true, value: null });
    for (const wrong of ['', 'text', '{"a": 1, "a": 2}', `"${'x'.repeat(1024 * 1024)}"`]) {
      expect(readValue(wrong)).toMatchObject({ ok: false });
    }
  });
});

it('the address keeps known filters and orders only', () => {
  expect(readCacheSearch({ tab: 'measured', q: 2026, chosen: 'server', prefetch: 'any', sort: '-ttl' })).toEqual({
    tab: 'measured',
    q: '2026',
    chosen: 'server',
    prefetch: 'any',
    sort: '-ttl',
  });
  expect(readCacheSearch({ tab: 'try', chosen: 'x', prefetch: 1 })).toEqual({});
  expect(readSort('-ttl')).toEqual({ by: 'ttl', descending: true });
  expect(readSort('x')).toEqual(NEWEST_FIRST);
  expect(sortText(NEWEST_FIRST)).toBeUndefined();
});
