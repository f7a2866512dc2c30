/** What the cache measured since the server started, and how it is written. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { cache } from '@touchstone/core/api/platform/cache.ts';

export type Analytics = OutputOf<typeof cache.analytics>;

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

/** How durations up to `mostMs` are written, all in one unit: `540 µs`, else `1.24 ms`, `12.3 ms`. */
export function durationFormat(mostMs: number): (milliseconds: number) => string {
  if (mostMs < 1) return (milliseconds) => `${Math.round(milliseconds * 1_000)} µs`;
  const decimals = mostMs < 10 ? 2 : 1;
  return (milliseconds) => `${milliseconds === 0 ? '0' : milliseconds.toFixed(decimals)} ms`;
}
