import { expect, test } from 'vitest';
import { type AccessPattern, afterRead, EMPTY_PATTERN } from '../../src/cache/pattern.ts';
import { cameTrue, isOver, predictNextRead, prefetchAdvice } from '../../src/cache/prediction.ts';

function readAt(times: readonly number[]): AccessPattern {
  return times.reduce<AccessPattern>((pattern, time) => afterRead(pattern, true, time), EMPTY_PATTERN);
}

test('a rhythm predicts the next read at the middle pause', () => {
  const prediction = predictNextRead(readAt([0, 1_000, 2_010, 3_000, 3_990, 5_000]));
  expect(prediction).toEqual({ at: 6_000, toleranceMs: 250 });
});

test('no rhythm, too little seen, or noise predict nothing', () => {
  expect(predictNextRead(EMPTY_PATTERN)).toBeNull();
  expect(predictNextRead(readAt([0, 1_000, 2_000, 3_000, 4_000]))).toBeNull();
  expect(predictNextRead(readAt([0, 10, 5_000, 5_300, 90_000, 90_001, 200_000]))).toBeNull();
  expect(predictNextRead(readAt([0, 1, 2, 3, 4, 5, 6]))).toBeNull();
});

test('one odd pause does not end a rhythm', () => {
  expect(predictNextRead(readAt([0, 1_000, 2_000, 3_000, 90_000, 91_000, 92_000]))).toMatchObject({ at: 93_000 });
});

test('a read comes when predicted within the tolerance, both ends included', () => {
  const prediction = { at: 1_000, toleranceMs: 100 };
  expect([899, 900, 1_100, 1_101].map((time) => cameTrue(prediction, time))).toEqual([false, true, true, false]);
  expect([1_100, 1_101].map((time) => isOver(prediction, time))).toEqual([false, true]);
});

test('advice: fetch ahead what lives, write anew what ends before, nothing where the time is over', () => {
  const prediction = { at: 1_000, toleranceMs: 100 };
  expect(prefetchAdvice(prediction, 1_001, 500)).toBe('keep');
  expect(prefetchAdvice(prediction, 1_000, 500)).toBe('refresh');
  expect(prefetchAdvice(prediction, 2_000, 1_101)).toBeNull();
  expect(prefetchAdvice(null, 2_000, 0)).toBeNull();
});
