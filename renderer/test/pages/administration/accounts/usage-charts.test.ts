import { PLANS } from '@touchstone/core/api/plans.ts';
import { describe, expect, it } from 'vitest';
import { groupName, unitsChart, usageChart } from '../../../../src/pages/administration/accounts/usage-charts.ts';
import type { UsageEntry } from '../../../../src/pages/administration/accounts/usage-rows.ts';

/** A quarter of the day is over. */
const NOW = Date.parse('2026-03-10T06:00:00.000Z');

function entry(day: string, operation: string, calls: number, units: number): UsageEntry {
  return { account_id: 'acc_1', day, operation, calls, units };
}

const ENTRIES = [
  entry('2026-03-08', 'crypto.shield.store', 2, 6),
  entry('2026-03-10', 'crypto.shield.rotate', 1, 15),
  entry('2026-03-10', 'receipts.receipts.create', 4, 4),
  entry('2026-03-10', 'platform.cache.read', 40, 0),
];

describe('usage by day', () => {
  it('stacks groups of operations, the largest first, and says what the day will come to', () => {
    const { series, summary, points } = usageChart(ENTRIES, 'units', PLANS.pro, 3, NOW);
    expect(points.map(({ id }) => id)).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
    expect(series.map(({ name, values }) => [name, values])).toEqual([
      ['secrets', [6, 0, 15]],
      ['receipts', [0, 0, 4]],
      ['expected by midnight UTC', [null, null, 57]],
    ]);
    expect(summary).toContain('25 in total, at most 19 on');
    expect(summary).toContain('About 76 expected today');
  });

  it('shows the limit of a plan beside the calls that it is about', () => {
    const platform = usageChart(ENTRIES, 'platform', PLANS.free, 3, NOW);
    expect(platform.limit).toEqual({ name: 'Limit of the plan', value: 10_000 });
    expect(platform.series.map(({ name }) => name)).toEqual(['cache', 'expected by midnight UTC']);
    expect(usageChart(ENTRIES, 'calls', PLANS.free, 3, NOW).limit).toBeNull();
    expect(usageChart(ENTRIES, 'platform', PLANS.enterprise, 3, NOW).limit).toBeNull();
  });

  it('puts the small groups together', () => {
    const many = ['shield', 'key', 'vault', 'hybrid', 'zkp', 'health', 'ai'].map((segment, index) =>
      entry('2026-03-09', `crypto.${segment}.x`, 1, 10 - index),
    );
    const { series } = usageChart(many, 'units', PLANS.pro, 3, NOW);
    expect(series).toHaveLength(5);
    expect(series[4]).toMatchObject({ name: 'other operations', values: [0, 6 + 5 + 4, 0] });
  });

  it('expects nothing of a day that has only begun', () => {
    const early = usageChart(ENTRIES, 'units', PLANS.pro, 3, Date.parse('2026-03-10T01:00:00.000Z'));
    expect(early.series).toHaveLength(2);
    expect(usageChart([], 'units', PLANS.pro, 3, NOW)).toMatchObject({ series: [], summary: 'None in this period.' });
  });
});

describe('units spent', () => {
  it('go up to what was spent, and on at the pace of the last days to what was granted', () => {
    const { series, limit, summary, points } = unitsChart(ENTRIES, { spent: 100, granted: 110, credits: 10 }, 6, NOW);
    expect(series[0]?.values).toEqual([75, 75, 75, 81, 81, 100, null, null]);
    expect(series[1]?.values).toEqual([null, null, null, null, null, 100, 100 + 25 / 6, 100 + 50 / 6]);
    expect(points).toHaveLength(8);
    expect(limit?.value).toBe(110);
    expect(summary).toMatch(/^10 units left\. At the pace of the last 7 days \(4\.2 a day\), they last until .*12/);
  });

  it('have no forecast where nothing was used, and say it where none are left', () => {
    const idle = unitsChart([], { spent: 5, granted: 10, credits: 5 }, 30, NOW);
    expect(idle.series).toHaveLength(1);
    expect(idle.summary).toBe('5 units left. None were used in the last 7 days.');
    expect(unitsChart(ENTRIES, { spent: 10, granted: 10, credits: 0 }, 7, NOW).summary).toBe('No units are left.');
  });
});

it('an operation that nobody named is of the group of its segment', () => {
  expect(groupName('crypto.shield.store')).toBe('secrets');
  expect(groupName('crypto.unheard.of')).toBe('unheard');
});
