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
const HOUR_MS = 3_600_000;
/** A server that has just started does not fill the whole width with its first moments. */
const LEAST_SHOWN_MS = 600_000;

/** A stretch of time up to now; null where nothing was read or written in it. */
interface Span {
  readonly at: number;
  readonly measured: Interval | null;
}

function spansOf({ since, interval_seconds, intervals }: History, now: number): readonly Span[] {
  const lengthMs = interval_seconds * 1_000;
  const shown = Math.min(HOUR_MS, Math.max(LEAST_SHOWN_MS, now - Date.parse(since)));
  const count = Math.ceil(shown / lengthMs);
  const known = new Map(intervals.map((interval) => [Math.floor(Date.parse(interval.at) / lengthMs), interval]));
  const last = Math.max(Math.floor(now / lengthMs), ...known.keys());
  return Array.from({ length: count }, (_, index) => {
    const place = last - count + 1 + index;
    return { at: place * lengthMs, measured: known.get(place) ?? null };
  });
}

function pointOf({ at }: Span): ChartPoint {
  const time = formatTime(at);
  return { id: time?.iso ?? '', label: formatClock(at), title: time?.local ?? '' };
}

function sum(spans: readonly Span[], member: 'hits' | 'misses' | 'writes'): number {
  return spans.reduce((total, { measured }) => total + (measured?.[member] ?? 0), 0);
}

/** The share of reads that found a value; null where there were none. */
function rateOf(spans: readonly Span[]): number | null {
  const hits = sum(spans, 'hits');
  const reads = hits + sum(spans, 'misses');
  return reads === 0 ? null : hits / reads;
}

/** The hit rate of each minute. */
export function hitRateChart(history: History, now: number): ChartData {
  const spans = spansOf(history, now);
  const rate = rateOf(spans);
  return {
    title: texts.hitRate,
    summary: rate === null ? texts.noReads : texts.rateOf(percentText(rate)),
    points: spans.map(pointOf),
    pointTitle: texts.time,
    series: [{ id: 'rate', name: texts.hitRateLine, kind: 'line', values: spans.map((span) => rateOf([span])) }],
    format: percentText,
  };
}

/** How often the cache was asked and written in each minute. */
export function trafficChart(history: History, now: number): ChartData {
  const spans = spansOf(history, now);
  return {
    title: texts.traffic,
    summary: texts.trafficOf(sum(spans, 'hits'), sum(spans, 'misses'), sum(spans, 'writes')),
    points: spans.map(pointOf),
    pointTitle: texts.time,
    series: (['hits', 'misses', 'writes'] as const).map((member) => ({
      id: member,
      name: texts.counts[member],
      kind: 'bar',
      values: spans.map((span) => sum([span], member)),
    })),
    format: formatCount,
  };
}

const LATENCIES = ['avgLatency', 'p95Latency', 'p99Latency'] as const;

/** How long the reads of each minute took. */
export function latencyChart(history: History, format: (milliseconds: number) => string, now: number): ChartData {
  const spans = spansOf(history, now);
  const latencyIn = ({ measured }: Span, member: (typeof LATENCIES)[number]) =>
    measured === null || measured.hits + measured.misses === 0 ? null : measured[member];
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
