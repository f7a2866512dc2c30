import { expect, test } from 'vitest';
import { formatResult } from '../../../../src/pages/compute/joint-computation/session-items.ts';

test('whole results are exact, others without the noise of the last digits', () => {
  expect(formatResult(-3_209_877)).toBe('-3,209,877');
  expect(formatResult(9_007_199_254_740_991)).toBe('9,007,199,254,740,991');
  expect(formatResult(161_750 / 3)).toBe('53,916.6666667');
  expect(formatResult(0.0004)).toBe('0.0004');
});
