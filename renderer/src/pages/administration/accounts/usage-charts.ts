/** The usage of an account as charts: what each group of operations took by day, and how long the units last. */
import type { Plan } from '@touchstone/core/api/plans.ts';
import { formatCount, formatUtcDay } from '../../../lib/format.ts';
import { MOST_SERIES } from '../../../parts/chart/looks.tsx';
import type { ChartData, ChartPoint, ChartSeries } from '../../../parts/chart/series.ts';
import { words } from '../../../words/administration/accounts-usage.ts';
import type { AccountRead } from './account-items.ts';
import { daysOf, dayText, type UsageEntry } from './usage-rows.ts';

const { charts: texts } = words;
const DAY_MS = 86_400_000;

/** Units of all operations, calls of all, or the calls that a plan limits by day. */
export const MEASURES = ['units', 'calls', 'platform'] as const;
export type Measure = (typeof MEASURES)[number];

/** Less of a day is too little to say what the whole will be. */
const LEAST_OF_DAY = 0.1;
/** The pace is that of so many days. */
const PACE_DAYS = 7;
/** The last two looks are for what is left over and for what is estimated. */
const MOST_GROUPS = MOST_SERIES - 2;

/** A stack for each day, the largest groups of operations first, and what the present day will come to at its pace. */
export function usageChart(
  entries: readonly UsageEntry[],
  measure: Measure,
  { platformPerDay }: Pick<Plan, 'platformPerDay'>,
  count: number,
  now: number,
): ChartData {
  const member = measure === 'units' ? 'units' : 'calls';
  const counted =
    measure === 'platform' ? entries.filter(({ operation }) => operation.startsWith('platform.')) : entries;
  const days = daysOf(counted, member, count, now);
  const groups = largestGroups(counted, member);
  const series = groups.map(
    ({ id, name, entries: own }): ChartSeries => ({
      id,
      name,
      kind: 'bar',
      values: daysOf(own, member, count, now).map(({ value }) => value),
    }),
  );
  const expected = restOfToday(days.at(-1)?.value ?? 0, now);
  const limit = measure === 'platform' && platformPerDay !== null ? { name: texts.limit, value: platformPerDay } : null;
  return {
    title: texts.titles[measure],
    summary: dayWords(days, expected),
    points: days.map(({ day }) => pointOf(Date.parse(day))),
    pointTitle: words.columns.day,
    series: expected === null ? series : [...series, estimate(count, expected)],
    limit,
    format: formatCount,
  };
}

function pointOf(time: number): ChartPoint {
  const { short, long } = formatUtcDay(time);
  return { id: dayText(time), label: short, title: long };
}

function dayWords(days: readonly { readonly day: string; readonly value: number }[], expected: number | null): string {
  const sum = days.reduce((total, { value }) => total + value, 0);
  const most = days.reduce((top, day) => (day.value > top.value ? day : top), { day: '', value: 0 });
  if (sum === 0) return texts.nothing;
  const said = texts.sum(sum, most.value, formatUtcDay(Date.parse(most.day)).long);
  return expected === null ? said : `${said} ${texts.expected((days.at(-1)?.value ?? 0) + expected)}`;
}

/** What the rest of the day will bring at the pace of what is over; null where too little is over, or nothing was used. */
function restOfToday(used: number, now: number): number | null {
  const part = (now % DAY_MS) / DAY_MS;
  if (used === 0 || part < LEAST_OF_DAY) return null;
  return Math.round(used / part) - used;
}

function estimate(count: number, value: number): ChartSeries {
  const values = Array.from({ length: count }, (_, index) => (index === count - 1 ? value : null));
  return { id: 'estimate', name: texts.restOfDay, kind: 'estimatedBar', values };
}

interface Group {
  readonly id: string;
  readonly name: string;
  readonly entries: readonly UsageEntry[];
}

/** Operations by the first two parts of their ids, those that took most first; where there are many, the rest is one. */
function largestGroups(entries: readonly UsageEntry[], member: 'calls' | 'units'): readonly Group[] {
  const byName = Map.groupBy(entries, ({ operation }) => groupName(operation));
  const sum = (own: readonly UsageEntry[]) => own.reduce((total, entry) => total + entry[member], 0);
  const ordered = [...byName]
    .map(([name, own]) => ({ id: name, name, entries: own }))
    .filter(({ entries: own }) => sum(own) > 0)
    .sort((a, b) => sum(b.entries) - sum(a.entries));
  if (ordered.length <= MOST_GROUPS + 1) return ordered;
  const rest = ordered.slice(MOST_GROUPS).flatMap(({ entries: own }) => own);
  return [...ordered.slice(0, MOST_GROUPS), { id: 'others', name: texts.others, entries: rest }];
}

/** `crypto.shield.store` is of the group of secrets. */
export function groupName(operation: string): string {
  const [service = '', segment = ''] = operation.split('.');
  return texts.groups[`${service}.${segment}`] ?? segment;
}

/** What was spent, day by day, against what was granted, and when that will be used up at the pace of the last days. */
export function unitsChart(
  entries: readonly UsageEntry[],
  { spent, granted, credits }: Pick<AccountRead, 'spent' | 'granted' | 'credits'>,
  count: number,
  now: number,
): ChartData {
  const days = daysOf(entries, 'units', count, now);
  let later = 0;
  const past = days.toReversed().map(({ value }) => {
    const upToHere = spent - later;
    later += value;
    return upToHere;
  });
  const pace = days.slice(-PACE_DAYS).reduce((sum, { value }) => sum + value, 0) / Math.min(PACE_DAYS, count);
  const ahead = pace === 0 ? 0 : Math.ceil(count / 3);
  const coming = Array.from({ length: ahead }, (_, index) => Math.min(granted, spent + pace * (index + 1)));
  const nulls = (length: number): null[] => new Array<null>(length).fill(null);
  return {
    title: texts.spentTitle,
    summary: unitsWords(credits, pace, now),
    points: [
      ...days.map(({ day }) => pointOf(Date.parse(day))),
      ...coming.map((_, index) => pointOf(now + (index + 1) * DAY_MS)),
    ],
    pointTitle: words.columns.day,
    series: [
      { id: 'spent', name: texts.spent, kind: 'line', values: [...past.toReversed(), ...nulls(ahead)] },
      ...(ahead === 0
        ? []
        : [
            {
              id: 'pace',
              name: texts.atPace,
              kind: 'estimatedLine' as const,
              // It begins where the line ends.
              values: [...nulls(count - 1), spent, ...coming],
            },
          ]),
    ],
    limit: { name: texts.granted, value: granted },
    format: (value) => formatCount(Math.round(value)),
  };
}

/** Beyond this nobody plans, and no date is said. */
const MOST_DAYS = 3_650;

function unitsWords(credits: number, pace: number, now: number): string {
  if (credits === 0) return texts.noneLeft;
  if (pace === 0) return texts.leftIdle(credits, PACE_DAYS);
  const days = Math.floor(credits / pace);
  const until = days > MOST_DAYS ? null : formatUtcDay(now + days * DAY_MS).long;
  return texts.left(credits, pace, PACE_DAYS, until);
}
