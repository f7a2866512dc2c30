import { describe, expect, it } from 'vitest';
import { clustersOf, monthsAfter, SPAN_MS } from '../../../src/parts/chart/timeline-layout.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 1, 12);
const after = (days: number) => ({ name: `${days}`, at: NOW + days * DAY_MS });

describe('the marks of a timeline', () => {
  it('put what is near together, what is over into one, and nothing after twelve months', () => {
    const marks = clustersOf([after(200), after(-3), after(4), after(1), after(-40), after(9), after(366)], NOW);
    expect(marks.map(({ items, urgency }) => [items.map(({ name }) => name), urgency])).toEqual([
      [['-3', '-40'], 'past'],
      [['1', '4'], 'soon'],
      [['9'], 'soon'],
      [['200'], 'later'],
    ]);
    expect(clustersOf([], NOW)).toEqual([]);
  });

  it('stand between the months that begin within the year', () => {
    const months = monthsAfter(NOW);
    expect(months[0]?.title).toBe('Jul');
    expect(months.every(({ at }) => at > NOW && at <= NOW + SPAN_MS)).toBe(true);
    // The first of the next June lies within, unless it would stand under the word for today.
    expect(months).toHaveLength(12);
  });
});
