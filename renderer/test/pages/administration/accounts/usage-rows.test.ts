import { describe, expect, it } from 'vitest';
import {
  daysOf,
  groupUsage,
  type UsageEntry,
  usageCsv,
  usageView,
} from '../../../../src/pages/administration/accounts/usage-rows.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.parse('2026-03-01T00:30:00.000Z');

function entry(day: string, operation: string, calls: number, units: number): UsageEntry {
  return { account_id: 'acc_1', day, operation, calls, units };
}

const ENTRIES = [
  entry('2026-02-28', 'sign', 2, 6),
  entry('2026-03-01', 'sign', 1, 3),
  entry('2026-03-01', 'read', 40, 0),
];

describe('groupUsage', () => {
  it('sums over days or operations', () => {
    expect(groupUsage(ENTRIES, 'both')).toHaveLength(3);
    expect(groupUsage(ENTRIES, 'operation')).toMatchObject([
      { day: null, operation: 'sign', calls: 3, units: 9 },
      { day: null, operation: 'read', calls: 40, units: 0 },
    ]);
    expect(groupUsage(ENTRIES, 'day')).toMatchObject([
      { day: '2026-02-28', operation: null, calls: 2, units: 6 },
      { day: '2026-03-01', operation: null, calls: 41, units: 3 },
    ]);
    expect(groupUsage([], 'day')).toEqual([]);
  });
});

describe('daysOf', () => {
  it('has a value for every day up to today, across the end of a month', () => {
    expect(daysOf(ENTRIES, 'units', 3, NOW)).toEqual([
      { day: '2026-02-27', value: 0 },
      { day: '2026-02-28', value: 6 },
      { day: '2026-03-01', value: 3 },
    ]);
    expect(daysOf(ENTRIES, 'calls', 1, NOW)).toEqual([{ day: '2026-03-01', value: 41 }]);
  });
});

it('orders and exports lines', () => {
  const rows = orderList(groupUsage(ENTRIES, 'operation'), usageView('calls', true, ''));
  expect(usageCsv(rows)).toBe('day_utc,operation,calls,units\r\n"all","read",40,0\r\n"all","sign",3,9\r\n');
  expect(orderList(groupUsage(ENTRIES, 'both'), usageView('day', true, '02-28'))).toHaveLength(1);
});
