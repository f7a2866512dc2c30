/** How the cache of a project was used in the last hour, by minute: in memory, and only the minutes in which it was used. */
import { createHistogram, type Histogram } from '@touchstone/core/cache/histogram.ts';

/** An interval, and for how long they are kept. */
export const INTERVAL_MS = 60_000;
const KEPT_MS = 3_600_000;

export interface CacheInterval {
  /** When it begins, milliseconds since 1970. */
  readonly at: number;
  readonly hits: number;
  readonly misses: number;
  readonly writes: number;
  /** Of its reads, milliseconds. */
  readonly meanLatencyMs: number;
  readonly p95LatencyMs: number;
  readonly p99LatencyMs: number;
}

export interface CacheHistory {
  read(at: number, found: boolean, latencyMs: number): void;
  written(at: number): void;
  /** The intervals of the last hour in which something was read or written, the oldest first; the last may still go on. */
  intervals(now: number): readonly CacheInterval[];
}

interface Open {
  readonly at: number;
  hits: number;
  misses: number;
  writes: number;
  readonly latency: Histogram;
}

export function createCacheHistory(): CacheHistory {
  /** The oldest first, of an hour at most. */
  let closed: CacheInterval[] = [];
  let open: Open | null = null;

  function turnTo(at: number): Open {
    const start = Math.floor(at / INTERVAL_MS) * INTERVAL_MS;
    // A clock that is put back goes on with the interval that it was in.
    if (open !== null && start <= open.at) return open;
    if (open !== null) closed = [...closed.filter((each) => isKept(each, at)), closedOf(open)];
    open = { at: start, hits: 0, misses: 0, writes: 0, latency: createHistogram() };
    return open;
  }

  return {
    read(at, found, latencyMs) {
      const interval = turnTo(at);
      if (found) interval.hits++;
      else interval.misses++;
      interval.latency.add(latencyMs);
    },

    written(at) {
      turnTo(at).writes++;
    },

    intervals(now) {
      return [...closed, ...(open === null ? [] : [closedOf(open)])].filter((each) => isKept(each, now));
    },
  };
}

function isKept({ at }: CacheInterval, now: number): boolean {
  return at + INTERVAL_MS > now - KEPT_MS;
}

function closedOf({ latency, ...counts }: Open): CacheInterval {
  return {
    ...counts,
    meanLatencyMs: latency.mean,
    p95LatencyMs: latency.quantile(0.95),
    p99LatencyMs: latency.quantile(0.99),
  };
}
