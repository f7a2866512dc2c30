import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../src/frame/errors.ts';
import { createTargetRates } from '../../src/gateway/rate.ts';

function refusal(action: () => void): ApiError | null {
  try {
    action();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

test('so many calls in a minute, then 429 with the seconds that help', () => {
  let now = 1_000_000;
  const rates = createTargetRates(() => now);
  const take = (target = 'a') => refusal(() => rates.take(target, 3));
  expect([take(), take()]).toEqual([null, null]);
  now += 30_000;
  expect(take()).toBe(null);
  const refused = take();
  expect([refused?.code, refused?.retryAfterSeconds]).toEqual(['RATE_LIMITED', 31]);
  expect(take('b')).toBe(null);
  now += 29_000;
  expect(take()?.code).toBe('RATE_LIMITED');
  now += 2_000;
  expect([take(), take(), take()?.code]).toEqual([null, null, 'RATE_LIMITED']);
});

test('no sliding minute has more, whenever calls come; and waiting as told helps', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(30_000), { maxLength: 60 }), (perMinute, gaps) => {
      let now = 0;
      const rates = createTargetRates(() => now);
      const taken: number[] = [];
      for (const gap of gaps) {
        now += gap;
        const refused = refusal(() => rates.take('t', perMinute));
        if (refused === null) taken.push(now);
        else {
          now += (refused.retryAfterSeconds ?? 0) * 1000;
          expect(refusal(() => rates.take('t', perMinute))).toBe(null);
          taken.push(now);
        }
      }
      for (const at of taken)
        expect(taken.filter((time) => time > at - 60_000 && time <= at).length).toBeLessThanOrEqual(perMinute);
    }),
  );
});

test('a clock that was set back locks nobody out', () => {
  let now = 10_000_000;
  const rates = createTargetRates(() => now);
  rates.take('a', 1);
  now = 5_000_000;
  expect(refusal(() => rates.take('a', 1))).toBe(null);
});
