import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createHistogram } from '../../src/cache/histogram.ts';
import { quantile } from '../../src/cache/quantile.ts';

test('empty: all is 0', () => {
  const histogram = createHistogram();
  expect([histogram.count, histogram.mean, histogram.quantile(0.5), histogram.quantile(1)]).toEqual([0, 0, 0, 0]);
});

test('quantiles are right to within 5 %, the mean is exact', () => {
  const durations = fc.array(fc.double({ min: 0.001, max: 100_000, noNaN: true }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const histogram = createHistogram();
      for (const value of values) histogram.add(value);
      const exact = quantile(values, share);
      const found = histogram.quantile(share);
      expect(found).toBeGreaterThanOrEqual(exact * 0.999_999);
      expect(found).toBeLessThanOrEqual(exact * 1.050_001);
      expect(histogram.count).toBe(values.length);
      expect(histogram.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
    }),
  );
});

test('very short and very long durations are counted too', () => {
  const histogram = createHistogram();
  histogram.add(0);
  expect(histogram.quantile(1)).toBe(0);
  histogram.add(10 ** 9);
  expect(histogram.quantile(1)).toBe(10 ** 9);
});

test('what is no duration and no share is refused', () => {
  const histogram = createHistogram();
  for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => histogram.add(wrong)).toThrow(RangeError);
  for (const wrong of [-0.1, 1.1, Number.NaN]) expect(() => histogram.quantile(wrong)).toThrow(RangeError);
  expect(histogram.count).toBe(0);
});
