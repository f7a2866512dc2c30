import { expect, test } from 'vitest';
import { clockText, durationText, momentText, zoneText } from '../../../../../src/pages/record/agents/data/clock.ts';

test('durations have the unit that tells most, and do not jump to a larger one too early', () => {
  expect([0, 1.4, 999, 1_000, 9_994, 10_000, 59_900].map(durationText)).toEqual([
    '0 ms',
    '1 ms',
    '999 ms',
    '1.00 s',
    '9.99 s',
    '10.0 s',
    '59.9 s',
  ]);
  expect([60_000, 3_723_000].map(durationText)).toEqual(['1 min 00 s', '1 h 02 min']);
});

test('times are those of this machine, with their milliseconds', () => {
  const time = new Date(2026, 10, 24, 9, 5, 7, 42).getTime();
  expect(clockText(time)).toBe('09:05:07.042');
  expect(momentText(time)).toContain('09:05:07.042');
  expect(momentText(time)).toContain(zoneText(time));
});

test('no time is said to be none', () => {
  expect(clockText(Number.NaN)).toBe('no time');
  expect(momentText(Number.NaN)).toBe('no time');
  expect(zoneText(Number.NaN)).toBe('');
});
