import { expect, it } from 'vitest';
import { isInReach, labelPlaces, ticksTo } from '../../../src/parts/chart/scale.ts';

it('an axis has a few round marks and holds the largest value', () => {
  expect(ticksTo(41, true)).toEqual([0, 10, 20, 30, 40, 50]);
  expect(ticksTo(12, true)).toEqual([0, 5, 10, 15]);
  expect(ticksTo(100, true)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksTo(1, false)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  expect(ticksTo(0.00054, false)).toEqual([0, 0.0002, 0.0004, 0.0006]);
  expect(ticksTo(10_000, true)).toEqual([0, 2_500, 5_000, 7_500, 10_000]);
});

it('whole values have whole marks, and nothing has an axis too', () => {
  for (const most of [1, 2, 3, 4, 7, 9, 11, 99, 1_234]) {
    const ticks = ticksTo(most, true);
    expect(ticks.every(Number.isInteger), String(most)).toBe(true);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(7);
  }
  expect(ticksTo(0, true)).toEqual([0, 1]);
  expect(ticksTo(Number.NaN, false)).toEqual([0, 1]);
});

it('labels stand evenly, at both ends too', () => {
  expect(labelPlaces(3, 5)).toEqual([0, 1, 2]);
  expect(labelPlaces(90, 5)).toEqual([0, 22, 45, 67, 89]);
  expect(labelPlaces(0, 5)).toEqual([]);
});

it('a limit far above the values is not drawn', () => {
  expect(isInReach(400, 50)).toBe(true);
  expect(isInReach(10_000, 41)).toBe(false);
});
