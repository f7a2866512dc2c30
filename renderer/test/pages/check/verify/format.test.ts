import { expect, test } from 'vitest';
import { durationText } from '../../../../src/pages/check/verify/format.ts';

test('durations are read in the unit that fits', () => {
  const times = [0.04, 9.94, 9.96, 999.4, 999.6, 59_940, 59_960, 125_400, 3_600_000];
  expect(times.map(durationText)).toEqual([
    '0.0 ms',
    '9.9 ms',
    '10 ms',
    '999 ms',
    '1.0 s',
    '59.9 s',
    '1 min 00 s',
    '2 min 05 s',
    '1 h 00 min',
  ]);
});
