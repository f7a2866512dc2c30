import { expect, test } from 'vitest';
import { ageAt, isCalendarDay } from '../../src/privacy/age.ts';

test.each([
  ['2000-02-29', '2018-02-28T23:59:59.999Z', 17],
  ['2000-02-29', '2018-03-01T00:00:00.000Z', 18],
  ['2000-02-29', '2020-02-29T00:00:00.000Z', 20],
  ['2008-11-24', '2026-11-23T23:59:59.999Z', 17],
  ['2008-11-24', '2026-11-24T00:00:00.000Z', 18],
  ['2026-11-24', '2026-11-24T12:00:00.000Z', 0],
  ['2026-11-25', '2026-11-24T12:00:00.000Z', -1],
  ['0001-01-01', '2026-11-24T12:00:00.000Z', 2025],
])('decisions 8: born %s, at %s the age is %i whole years', (born, at, age) => {
  expect(ageAt(born, Date.parse(at))).toBe(age);
});

test.each(['2023-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-01-00'])('%s is no day', (text) => {
  expect(isCalendarDay(text)).toBe(false);
});

test.each(['2024-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isCalendarDay(text)).toBe(true);
});
