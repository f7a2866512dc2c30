/** What the cache measured, as this window saw it while the page was open; the server keeps no history. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';

export type Analytics = OutputOf<typeof cache.analytics>;

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly analytics: Analytics;
}

/** Half an hour at one sample in five seconds. */
export const MOST_SAMPLES = 360;
const LEAST_APART_MS = 1_000;

/** Adds a sample; the oldest goes where there are too many. Two within a second are one. A server that was restarted begins anew. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined) return [sample];
  if (sample.analytics.usage.operations < last.analytics.usage.operations) return [sample];
  if (sample.at - last.at < LEAST_APART_MS) return [...samples.slice(0, -1), sample];
  return [...samples.slice(1 - MOST_SAMPLES), sample];
}

/** Kept while the window lives, so that coming back to the page does not begin anew. */
let kept: readonly Sample[] = [];

/** All samples of this window, with one more where there is one. */
export function keepSample(sample: Sample | undefined): readonly Sample[] {
  if (sample !== undefined && kept.at(-1)?.at !== sample.at) kept = addSample(kept, sample);
  return kept;
}

/** The hit rate; null before the first read, when it says nothing. */
export function hitRateOf({ metrics }: Analytics): number | null {
  return metrics.hitRate === 0 && metrics.missRate === 0 ? null : metrics.hitRate;
}

/** A latency; null before the first read. */
export function latencyOf({ metrics }: Analytics, which: 'avgLatency' | 'p95Latency' | 'p99Latency'): number | null {
  return metrics.hitRate === 0 && metrics.missRate === 0 ? null : metrics[which];
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** `87.5%`. */
export function percentText(share: number): string {
  return PERCENT.format(share);
}

/** `0.042 ms`, `12.3 ms`. */
export function millisecondsText(milliseconds: number): string {
  if (milliseconds === 0) return '0 ms';
  if (milliseconds < 0.001) return '< 0.001 ms';
  return `${milliseconds < 10 ? milliseconds.toFixed(3) : milliseconds.toFixed(1)} ms`;
}
