/** The last hour of the cache, as the server kept it, as charts. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';
import { formatClock, formatCount, formatTime } from '../../../lib/format.ts';
import type { ChartData, ChartPoint } from '../../../parts/chart/series.ts';
import { words } from '../../../words/administration/cache.ts';
import { percentText } from './analytics.ts';

export type History = OutputOf<typeof cache.history>;
type Interval = History['intervals'][number];

const { measured: texts } = words;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A server that has just started fills not the whole width with its first moments. */
const LEAST_SHOWN_MS = 10 * MINUTE_MS;

/** Spans of the same length up to now, each with what was measured in it. */
interface Span {
  readonly at: number;
  readonly intervals: readonly Interval[];
}

function spansOf({ since, intervals }: History, lengthMs: number, now: number): readonly Span[] {
  const shown = Math.min(HOUR_MS, Math.max(LEAST_SHOWN_MS, now - Date.parse(since)));
  const last = Math.floor(now / lengthMs);
  const count = Math.ceil(shown / lengthMs);
  const bySpan = Map.groupBy(intervals, ({ at }) => Math.floor(Date.parse(at) / lengthMs));
  return Array.from({ length: count }, (_, index) => {
    const span = last - count + 1 + index;
    return { at: span * lengthMs, intervals: bySpan.get(span) ?? [] };
  });
}

function pointOf({ at }: Span): ChartPoint {
  const time = formatTime(at);
  return { id: time?.iso ?? '', label: formatClock(at), title: time?.local ?? '' };
}

function sum(intervals: readonly Interval[], member: 'hits' | 'misses' | 'writes'): number {
  return intervals.reduce((total, interval) => total + interval[member], 0);
}

/** The share of reads that found a value; null where there were none. */
function rateOf(intervals: readonly Interval[]): number | null {
  const hits = sum(intervals, 'hits');
  const reads = hits + sum(intervals, 'misses');
  return reads === 0 ? null : hits / reads;
}

/** The hit rate of each minute. */
export function hitRateChart(history: History, now: number): ChartData {
  const spans = spansOf(history, MINUTE_MS, now);
  const rate = rateOf(spans.flatMap(({ intervals }) => intervals));
  return {
    title: texts.hitRate,
    summary: rate === null ? texts.noReads : texts.rateOf(percentText(rate)),
    points: spans.map(pointOf),
    pointTitle: texts.time,
    series: [
      { id: 'rate', name: texts.hitRateLine, kind: 'line', values: spans.map(({ intervals }) => rateOf(intervals)) },
    ],
    format: percentText,
  };
}

/** How often the cache was asked and written in each minute. */
export function trafficChart(history: History, now: number): ChartData {
  const spans = spansOf(history, MINUTE_MS, now);
  const all = spans.flatMap(({ intervals }) => intervals);
  return {
    title: texts.traffic,
    summary: texts.trafficOf(sum(all, 'hits'), sum(all, 'misses'), sum(all, 'writes')),
    points: spans.map(pointOf),
    pointTitle: texts.time,
    series: (['hits', 'misses', 'writes'] as const).map((member) => ({
      id: member,
      name: texts.counts[member],
      kind: 'bar',
      values: spans.map(({ intervals }) => sum(intervals, member)),
    })),
    format: formatCount,
  };
}

const LATENCIES = ['avgLatency', 'p95Latency', 'p99Latency'] as const;

/** How long reads took in each interval that the server measured: quantiles of several cannot be put together. */
export function latencyChart(history: History, format: (milliseconds: number) => string, now: number): ChartData {
  const spans = spansOf(history, history.interval_seconds * 1_000, now);
  const latencyIn = ({ intervals: [interval] }: Span, member: (typeof LATENCIES)[number]) =>
    interval === undefined || interval.hits + interval.misses === 0 ? null : interval[member];
  const last = spans.findLast((span) => latencyIn(span, 'avgLatency') !== null);
  return {
    title: texts.latency,
    summary:
      last === undefined
        ? texts.noReads
        : texts.lastLatency(
            LATENCIES.map((member) => `${texts.lines[member]} ${format(latencyIn(last, member) ?? 0)}`),
          ),
    points: spans.map(pointOf),
    pointTitle: texts.time,
    series: LATENCIES.map((member) => ({
      id: member,
      name: texts.lines[member],
      kind: 'line',
      values: spans.map((span) => latencyIn(span, member)),
    })),
    format,
  };
}

/** The longest that is shown, which decides on the unit. */
export function longestLatency({ intervals }: History): number {
  return Math.max(0, ...intervals.map(({ p99Latency }) => p99Latency));
}
