import { expect, it } from 'vitest';
import { wholeNumber, wholeNumbers } from '../../../../src/pages/compute/joint-computation/whole-number.ts';

it('reads whole numbers as people write them, and nothing else', () => {
  expect(['42', ' 1 000 ', '-7', '−7', '+3', '0'].map(wholeNumber)).toEqual([42, 1000, -7, -7, 3, 0]);
  expect(['', '1.5', '1e3', '0x10', '--1', '9007199254740993', 'seven'].map(wholeNumber)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
  expect(wholeNumbers('1, -2,3')).toEqual([1, -2, 3]);
  expect([wholeNumbers(''), wholeNumbers('1,,2')]).toEqual([null, null]);
});
