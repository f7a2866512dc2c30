import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseLifetime,
  fixedLifetime,
  isLearned,
  LIFETIME,
  LIFETIME_LIMITS,
  LIFETIME_RULES,
  lifetimeReason,
} from '../../src/cache/lifetime.ts';
import {
  type AccessPattern,
  afterRead,
  afterWrite,
  EMPTY_PATTERN,
  READ_GAPS_KEPT,
  REWRITE_GAPS_KEPT,
} from '../../src/cache/pattern.ts';
import { quantile } from '../../src/cache/quantile.ts';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 3, 1);

/** Reads at these times after a first write. */
function readAt(times: readonly number[], pattern = afterWrite(EMPTY_PATTERN, T0, 3_600)): AccessPattern {
  return times.reduce((before, time) => afterRead(before, true, T0 + time), pattern);
}
const every = (pause: number, count: number) => Array.from({ length: count }, (_, index) => (index + 1) * pause);

describe('what the policy does', () => {
  test('a key that is read every minute lives for eight minutes', () => {
    const pattern = readAt(every(MINUTE, 10));
    expect(chooseLifetime(pattern, null)).toEqual({ ttlSeconds: 480, rule: 'reads', basis: MINUTE, limit: null });
    expect(chooseLifetime(pattern, 600).ttlSeconds).toBe(480);
  });

  test('a stated lifetime is never exceeded', () => {
    const pattern = readAt(every(MINUTE, 10));
    expect(chooseLifetime(pattern, 100)).toEqual({ ttlSeconds: 100, rule: 'reads', basis: MINUTE, limit: 'stated' });
    expect(chooseLifetime(pattern, 1).ttlSeconds).toBe(1);
  });

  test('bursts: the value lives through a burst and not through the silence between two', () => {
    const burst = (begin: number) => every(5_000, 20).map((time) => begin + time);
    const pattern = readAt([...burst(0), ...burst(60 * MINUTE)]);
    expect(pattern.readGapsMs).toHaveLength(READ_GAPS_KEPT);
    expect(chooseLifetime(pattern, null)).toMatchObject({ ttlSeconds: 40, rule: 'reads', basis: 5_000 });
  });

  test('a single odd pause moves nothing', () => {
    const steady = every(MINUTE, 20);
    const odd = [...steady.slice(0, 19), 40 * 60 * MINUTE];
    expect(chooseLifetime(readAt(odd), null)).toEqual(chooseLifetime(readAt(steady), null));
  });

  test('values that nobody asks for: the fourth lives as short as allowed, until somebody asks', () => {
    let pattern: AccessPattern = EMPTY_PATTERN;
    for (let i = 0; i < 3; i++) {
      expect(chooseLifetime(pattern, null)).toMatchObject({ ttlSeconds: LIFETIME.initial, rule: 'learning' });
      pattern = afterWrite(pattern, T0 + i * 10 * 3_600_000, 3_600);
    }
    expect(chooseLifetime(pattern, null)).toMatchObject({ ttlSeconds: 30, rule: 'unread', basis: 3, limit: 'least' });
    expect(chooseLifetime(pattern, 10)).toMatchObject({ ttlSeconds: 10, limit: 'stated' });
    // A read that finds nothing any more counts as asking.
    expect(chooseLifetime(afterRead(pattern, false, T0 + 31 * 3_600_000), null).rule).toBe('learning');
  });

  test('a key read once for each value keeps the default while too little was seen', () => {
    const pattern = readAt(every(MINUTE, 5));
    expect(pattern.readGapsMs).toHaveLength(4);
    expect(chooseLifetime(pattern, null)).toEqual({ ...fixedLifetime(null), rule: 'learning' });
    expect(chooseLifetime(pattern, 77)).toEqual({ ttlSeconds: 77, rule: 'learning', basis: null, limit: null });
  });

  test('a value that its owner replaces while it lives goes soon after the owner stops', () => {
    let pattern: AccessPattern = EMPTY_PATTERN;
    for (let i = 0; i < 6; i++) {
      pattern = afterWrite(pattern, T0 + i * 5 * MINUTE, 3_600);
      pattern = afterRead(pattern, true, T0 + i * 5 * MINUTE + 1_000 * (i + 1));
    }
    expect(chooseLifetime(pattern, null)).toEqual({
      ttlSeconds: 600,
      rule: 'rewrites',
      basis: 5 * MINUTE,
      limit: null,
    });
  });

  test('a value that is written anew because it had ended says nothing about rewrites', () => {
    let pattern: AccessPattern = EMPTY_PATTERN;
    for (let i = 0; i < 8; i++) {
      pattern = afterWrite(pattern, T0 + i * 2 * MINUTE, 60);
      pattern = afterRead(pattern, true, T0 + i * 2 * MINUTE + 1_000);
    }
    expect(pattern.rewriteGapsMs).toEqual([]);
    expect(chooseLifetime(pattern, null)).toMatchObject({ rule: 'reads', ttlSeconds: 960 });
    // Its last millisecond belongs to the life of a value; the next does not.
    const once = afterWrite(EMPTY_PATTERN, T0, 60);
    expect(afterWrite(once, T0 + 59_999, 60).rewriteGapsMs).toEqual([59_999]);
    expect(afterWrite(once, T0 + 60_000, 60).rewriteGapsMs).toEqual([]);
  });

  test('the bounds: not below 30 s, not above 7 days', () => {
    expect(chooseLifetime(readAt(every(100, 10)), null)).toMatchObject({ ttlSeconds: 30, limit: 'least' });
    expect(chooseLifetime(readAt(every(48 * 60 * MINUTE, 10)), null)).toMatchObject({
      ttlSeconds: 7 * 86_400,
      limit: 'most',
    });
  });

  test('a clock that was set back makes no negative pause', () => {
    expect(readAt([10_000, 5_000]).readGapsMs).toEqual([0]);
    expect(afterWrite(afterWrite(EMPTY_PATTERN, T0, 60), T0 - 5, 60).rewriteGapsMs).toEqual([0]);
  });
});

test('nothing is chosen where nothing is left to choose', () => {
  expect(fixedLifetime(5)).toEqual({ ttlSeconds: 5, rule: 'stated', basis: null, limit: null });
  expect(fixedLifetime(null)).toEqual({ ttlSeconds: 3_600, rule: 'default', basis: null, limit: null });
  expect(isLearned(fixedLifetime(5))).toBe(false);
});

test('reasons are sentences, one for each rule, and name what limited it', () => {
  const seen = new Set<string>();
  for (const rule of LIFETIME_RULES) {
    for (const limit of [null, ...LIFETIME_LIMITS]) {
      const why = lifetimeReason({ rule, basis: 90_000, limit });
      expect(why).toMatch(/^[A-Z].*\.$/);
      seen.add(why);
    }
  }
  expect(seen.size).toBe(3 + 3 * 4);
  expect(lifetimeReason({ rule: 'reads', basis: 90_000, limit: null })).toContain('at most 90 s');
  expect(lifetimeReason({ rule: 'rewrites', basis: 3 * 3_600_000, limit: null })).toContain('every 3 h');
});

describe('properties', () => {
  const gaps = (most: number) => fc.array(fc.integer({ min: 0, max: 10 ** 10 }), { maxLength: most });
  const patterns: fc.Arbitrary<AccessPattern> = fc.record({
    hits: fc.nat(),
    misses: fc.nat(),
    writes: fc.nat(),
    unreadWrites: fc.nat({ max: 5 }),
    lastReadAt: fc.option(fc.nat()),
    lastWriteAt: fc.option(fc.nat()),
    ttlSeconds: fc.option(fc.integer({ min: 1, max: 31_536_000 })),
    readGapsMs: gaps(READ_GAPS_KEPT),
    rewriteGapsMs: gaps(REWRITE_GAPS_KEPT),
  });
  const stated = fc.option(fc.integer({ min: 1, max: 31_536_000 }));

  test('whole seconds within the bounds, never above what is stated, and equal for equal patterns', () => {
    fc.assert(
      fc.property(patterns, stated, (pattern, most) => {
        const chosen = chooseLifetime(pattern, most);
        expect(Number.isSafeInteger(chosen.ttlSeconds)).toBe(true);
        expect(chosen.ttlSeconds).toBeGreaterThanOrEqual(1);
        if (most !== null) expect(chosen.ttlSeconds).toBeLessThanOrEqual(most);
        if (isLearned(chosen)) {
          expect(chosen.ttlSeconds).toBeLessThanOrEqual(LIFETIME.most);
          expect(chosen.ttlSeconds).toBeGreaterThanOrEqual(Math.min(LIFETIME.least, most ?? LIFETIME.least));
        } else {
          expect(chosen.ttlSeconds).toBe(most ?? LIFETIME.initial);
        }
        expect(chooseLifetime(structuredClone(pattern), most)).toEqual(chosen);
      }),
    );
  });

  test('longer pauses never shorten it, and the order of pauses does not matter', () => {
    fc.assert(
      fc.property(patterns, stated, fc.array(fc.nat({ max: 10 ** 9 })), (pattern, most, more) => {
        const chosen = chooseLifetime(pattern, most).ttlSeconds;
        const longer = (list: readonly number[]) => list.map((gap, index) => gap + (more[index] ?? 0));
        const { readGapsMs, rewriteGapsMs } = pattern;
        const slower = { ...pattern, readGapsMs: longer(readGapsMs), rewriteGapsMs: longer(rewriteGapsMs) };
        expect(chooseLifetime(slower, most).ttlSeconds).toBeGreaterThanOrEqual(chosen);
        const turned = { ...pattern, readGapsMs: readGapsMs.toReversed(), rewriteGapsMs: rewriteGapsMs.toReversed() };
        expect(chooseLifetime(turned, most).ttlSeconds).toBe(chosen);
      }),
    );
  });

  test('what is allowed more never lives shorter', () => {
    fc.assert(
      fc.property(patterns, fc.integer({ min: 1, max: 10 ** 7 }), fc.nat({ max: 10 ** 7 }), (pattern, most, more) => {
        const [less, greater] = [chooseLifetime(pattern, most), chooseLifetime(pattern, most + more)];
        expect(greater.ttlSeconds).toBeGreaterThanOrEqual(less.ttlSeconds);
      }),
    );
  });

  test('no history makes more than is kept', () => {
    const step = fc.record({ read: fc.boolean(), found: fc.boolean(), pause: fc.nat({ max: 10 ** 6 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        let at = T0;
        let pattern: AccessPattern = EMPTY_PATTERN;
        for (const { read, found, pause } of steps) {
          at += pause;
          pattern = read ? afterRead(pattern, found, at) : afterWrite(pattern, at, 1_000);
        }
        expect(pattern.readGapsMs.length).toBeLessThanOrEqual(READ_GAPS_KEPT);
        expect(pattern.rewriteGapsMs.length).toBeLessThanOrEqual(REWRITE_GAPS_KEPT);
        expect(pattern.hits + pattern.misses + pattern.writes).toBe(steps.length);
      }),
    );
  });
});

test('quantile: nearest rank; no values and impossible shares are refused', () => {
  expect([quantile([3, 1, 2], 0), quantile([3, 1, 2], 0.5), quantile([3, 1, 2], 1)]).toEqual([1, 2, 3]);
  expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 100], 0.9)).toBe(9);
  expect(() => quantile([], 0.5)).toThrow(RangeError);
  for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => quantile([1], wrong)).toThrow(RangeError);
});
