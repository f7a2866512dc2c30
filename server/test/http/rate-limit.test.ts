import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDayCalls } from '../../src/accounts/day-calls.ts';
import type { Caller } from '../../src/frame/caller.ts';
import { createRateLimiter, type RateLimiter, requireToken, UNLIMITED } from '../../src/http/rate-limit.ts';
import type { Db } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

const MAIN = { envelope: 'crypto' } as const;
const PLATFORM = { envelope: 'platform' } as const;

let now: number;
let folder: string;
let db: Db;
let rates: RateLimiter;
beforeEach(async () => {
  now = Date.UTC(2026, 3, 1, 12);
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  db = openDatabase(join(folder, 'a.db'));
  rates = createRateLimiter(() => now, await openDayCalls(db, () => now));
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

function caller(plan: PlanSlug, accountId = 'acc_1', projectId = 'prj_1'): Caller {
  return { kind: 'key', accountId, projectId, keyId: 'ak_1', plan, scopes: new Set() };
}

/** How many requests in a row are granted. */
function granted(take: () => { retryAfterSeconds: number | null }, most = 100_000): number {
  let count = 0;
  while (count < most && take().retryAfterSeconds === null) count++;
  return count;
}

test('document 2: burst at once, then the rate', () => {
  const take = () => rates.take(MAIN, caller('free'), '');
  expect(granted(take)).toBe(10);
  const refused = take();
  expect(refused).toMatchObject({ limit: 10, remaining: 0, retryAfterSeconds: 1 });
  expect(refused.resetAt).toBe(now / 1000 + 2);
  expect(() => requireToken(refused)).toThrow('Too many requests');
  now += 1_000;
  expect(granted(take)).toBe(5);
  now += 3_600_000;
  expect(granted(take)).toBe(10);
});

test('the bucket belongs to the account, whatever key or project asks', () => {
  expect(granted(() => rates.take(MAIN, caller('starter', 'acc_1', 'prj_1'), ''))).toBe(20);
  expect(granted(() => rates.take(MAIN, caller('starter', 'acc_1', 'prj_2'), ''))).toBe(0);
  expect(granted(() => rates.take(MAIN, caller('starter', 'acc_2'), ''))).toBe(20);
});

test('console and administrator spend no calls of the account that they act for', () => {
  for (const kind of ['console', 'administrator'] as const) {
    const acting: Caller = { ...caller('free'), kind, keyId: null };
    for (const service of [MAIN, PLATFORM]) {
      expect(granted(() => rates.take(service, acting, ''), 200)).toBe(200);
      now += 3_600_000;
      expect(rates.take(service, caller('free'), '').remaining).toBe(9);
      expect(granted(() => rates.take(service, caller('free'), ''))).toBe(9);
      expect(granted(() => rates.take(service, acting, ''), 200)).toBe(200);
    }
  }
  for (let count = 0; count < 10_000; count++)
    rates.take(PLATFORM, { ...caller('free'), kind: 'console', keyId: null }, '');
  now += 60_000;
  expect(rates.take(PLATFORM, caller('free'), '').retryAfterSeconds).toBeNull();
});

test('S2: without a key, one Pro bucket for each peer address', () => {
  expect(granted(() => rates.take(MAIN, null, '127.0.0.1'))).toBe(100);
  expect(granted(() => rates.take(MAIN, null, '127.0.0.2'))).toBe(100);
});

test('Enterprise+ is unlimited', () => {
  expect(granted(() => rates.take(MAIN, caller('enterprise_plus'), ''), 30_000)).toBe(30_000);
  expect(rates.take(MAIN, caller('enterprise_plus'), '')).toMatchObject({ limit: UNLIMITED, remaining: UNLIMITED });
});

test('document 3: rate of its own and a daily quota that resets at 00:00 UTC', () => {
  const take = () => rates.take(PLATFORM, caller('free'), '');
  expect(granted(take)).toBe(10);
  expect(granted(() => rates.take(MAIN, caller('free'), ''))).toBe(10);
  // Ten were granted; refused ones do not count.
  let calls = 10;
  for (now += 1_000; take().retryAfterSeconds === null; calls++) now += 100;
  expect(calls).toBe(10_000);
  const refused = take();
  const midnight = Date.UTC(2026, 3, 2);
  expect(refused).toMatchObject({ limit: 10_000, remaining: 0, resetAt: midnight / 1000 });
  expect(refused.retryAfterSeconds).toBe(Math.ceil((midnight - now) / 1000));
  now = midnight;
  expect(take().retryAfterSeconds).toBeNull();
});

test('a clock that steps back refuses nobody for long', () => {
  const take = () => rates.take(MAIN, caller('free'), '');
  take();
  now -= 3_600_000;
  expect(take().retryAfterSeconds).toBeNull();
  now += 1_000;
  expect(take().retryAfterSeconds).toBeNull();
});

test('S37: signing in and asking for the health have buckets apart, for each peer address', () => {
  granted(() => rates.take(MAIN, null, '127.0.0.1'));
  for (const purpose of ['sign-in', 'health'] as const) {
    expect(granted(() => rates.takeApart(purpose, '127.0.0.1'))).toBe(100);
    expect(granted(() => rates.takeApart(purpose, '127.0.0.2'))).toBe(100);
  }
  now += 10_000;
  expect(granted(() => rates.take(MAIN, null, '127.0.0.1'))).toBe(100);
});
