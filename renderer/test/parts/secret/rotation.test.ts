import { expect, it } from 'vitest';
import { dueOf, dueWords } from '../../../src/parts/secret/rotation.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');
const due = (at: string | null) => ({ rotation_due_at: at });

it('is never due, later, soon or overdue, to the millisecond', () => {
  const times = ['2026-06-13T11:00:00.000Z', '2026-06-16T12:00:00.000Z', '2026-09-15T12:00:00.000Z', null];
  expect(times.map((at) => dueWords(dueOf(due(at), NOW)))).toEqual([
    'Overdue by 2 days',
    'Due in 1 day',
    'In 92 days',
    'No rotation set',
  ]);
  const now = due('2026-06-15T12:00:00.000Z');
  expect(dueOf(now, NOW).kind).toBe('overdue');
  expect(dueWords(dueOf(now, NOW - 1))).toBe('Due within a day');
  expect(dueOf(due('2026-06-29T12:00:00.000Z'), NOW).kind).toBe('later');
});
