/** The usage of an account: sums by operation and day, and a value for every day. */
import type { usage } from '@touchstone/core/api/admin/usage.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';

export type UsageEntry = OutputOf<typeof usage.list>['usage'][number];

export const GROUPINGS = ['both', 'operation', 'day'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** A line of the table; a column that is summed over is null. */
export interface UsageRow {
  readonly id: string;
  readonly day: string | null;
  readonly operation: string | null;
  readonly calls: number;
  readonly units: number;
}

export function groupUsage(entries: readonly UsageEntry[], grouping: Grouping): readonly UsageRow[] {
  const rows = new Map<string, UsageRow>();
  for (const entry of entries) {
    const day = grouping === 'operation' ? null : entry.day;
    const operation = grouping === 'day' ? null : entry.operation;
    const id = `${day ?? ''}~${operation ?? ''}`;
    const row = rows.get(id);
    const calls = (row?.calls ?? 0) + entry.calls;
    rows.set(id, { id, day, operation, calls, units: (row?.units ?? 0) + entry.units });
  }
  return [...rows.values()];
}

export interface DayValue {
  /** `2026-11-21`, UTC. */
  readonly day: string;
  readonly value: number;
}

const DAY_MS = 86_400_000;

/** The last `count` days up to today, oldest first; days without usage are there with 0. */
export function daysOf(
  entries: readonly UsageEntry[],
  measure: 'calls' | 'units',
  count: number,
  now: number,
): DayValue[] {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(entry.day, (sums.get(entry.day) ?? 0) + entry[measure]);
  return Array.from({ length: count }, (_, index) => {
    const day = dayText(now - (count - 1 - index) * DAY_MS);
    return { day, value: sums.get(day) ?? 0 };
  });
}

/** The UTC day of an instant. */
export function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export const USAGE_SORTS = ['day', 'operation', 'calls', 'units'] as const;
export type UsageSort = (typeof USAGE_SORTS)[number];

export function usageView(by: UsageSort, descending: boolean, text: string): ListView<UsageRow> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ day, operation }) => needle === '' || `${day ?? ''} ${operation ?? ''}`.toLowerCase().includes(needle),
    sortBy: (row) => row[by] ?? '',
    descending,
  };
}

export function usageCsv(rows: readonly UsageRow[]): string {
  return csvText(rows, [
    ['day_utc', ({ day }) => day ?? 'all'],
    ['operation', ({ operation }) => operation ?? 'all'],
    ['calls', ({ calls }) => calls],
    ['units', ({ units }) => units],
  ]);
}
