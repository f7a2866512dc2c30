import { describe, expect, it } from 'vitest';
import {
  type CacheItem,
  cacheCsv,
  cacheView,
  durationText,
  itemHitRate,
} from '../../../../src/pages/administration/cache/cache-items.ts';
import { keyFault, readValue, ttlFault } from '../../../../src/pages/administration/cache/entry-draft.ts';
import {
  type Analytics,
  addSample,
  hitRateOf,
  latencyOf,
  MOST_SAMPLES,
  millisecondsText,
  percentText,
  type Sample,
} from '../../../../src/pages/administration/cache/samples.ts';
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

describe('samples', () => {
  const analytics = (operations: number, hitRate = 0.5): Analytics => ({
    metrics: { hitRate, missRate: hitRate === 0 ? 0 : 1 - hitRate, avgLatency: 1, p95Latency: 2, p99Latency: 3 },
    ai: { patternsDetected: 0, prefetchAccuracy: 0, optimizationsSuggested: 0, projectedSavings: 0 },
    usage: { operations, dataTransferred: '0 B', uniqueKeys: 0 },
  });

  it('are kept for half an hour and begin anew after a restart of the server', () => {
    let samples: readonly Sample[] = [];
    for (let i = 0; i < MOST_SAMPLES + 5; i++) samples = addSample(samples, { at: i * 5_000, analytics: analytics(i) });
    expect(samples).toHaveLength(MOST_SAMPLES);
    expect(samples[0]?.at).toBe(25_000);
    expect(addSample(samples, { at: 1e9, analytics: analytics(0) })).toHaveLength(1);
  });

  it('within a second are one', () => {
    const first = addSample([], { at: 0, analytics: analytics(1) });
    expect(addSample(first, { at: 500, analytics: analytics(2) }).map(({ at }) => at)).toEqual([500]);
    expect(addSample(first, { at: 1_500, analytics: analytics(2) })).toHaveLength(2);
  });

  it('say nothing before the first read', () => {
    expect(hitRateOf(analytics(1, 0))).toBeNull();
    expect(latencyOf(analytics(1, 0), 'p99Latency')).toBeNull();
    expect(hitRateOf({ ...analytics(1), metrics: { ...analytics(1).metrics, hitRate: 0, missRate: 1 } })).toBe(0);
    expect(latencyOf(analytics(1), 'p99Latency')).toBe(3);
  });

  it('are written for people', () => {
    expect([0, 0.0004, 0.0421, 12.34].map(millisecondsText)).toEqual(['0 ms', '< 0.001 ms', '0.042 ms', '12.3 ms']);
    expect(percentText(0.875)).toBe('87.5%');
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
