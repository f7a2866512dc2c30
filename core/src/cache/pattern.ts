/** What is remembered of how one key of the cache is used. Pure: every function answers a new pattern. */

/** Pauses between reads that are kept, the newest last. */
export const READ_GAPS_KEPT = 32;
/** Pauses between rewrites that are kept. */
export const REWRITE_GAPS_KEPT = 16;

export interface AccessPattern {
  /** Reads that found a value. */
  readonly hits: number;
  /** Reads after the value's end. */
  readonly misses: number;
  readonly writes: number;
  /** Values in a row, up to the present one, that nobody has asked for. */
  readonly unreadWrites: number;
  /** Milliseconds since 1970; null before the first. */
  readonly lastReadAt: number | null;
  readonly lastWriteAt: number | null;
  /** Lifetime of the last value in seconds; null before the first. */
  readonly ttlSeconds: number | null;
  /** Milliseconds between reads, found or not. */
  readonly readGapsMs: readonly number[];
  /**
   * Milliseconds between a write and the next where the first value was still alive then: its owner had a newer one. A
   * value that is written anew because it had ended says nothing about how long it would have been right.
   */
  readonly rewriteGapsMs: readonly number[];
}

export const EMPTY_PATTERN: AccessPattern = {
  hits: 0,
  misses: 0,
  writes: 0,
  unreadWrites: 0,
  lastReadAt: null,
  lastWriteAt: null,
  ttlSeconds: null,
  readGapsMs: [],
  rewriteGapsMs: [],
};

/** After a read at a time in milliseconds, which counts as found or not. */
export function afterRead(pattern: AccessPattern, found: boolean, at: number): AccessPattern {
  const { lastReadAt, readGapsMs } = pattern;
  return {
    ...pattern,
    hits: pattern.hits + (found ? 1 : 0),
    misses: pattern.misses + (found ? 0 : 1),
    unreadWrites: 0,
    lastReadAt: at,
    readGapsMs: lastReadAt === null ? readGapsMs : withGap(readGapsMs, at - lastReadAt, READ_GAPS_KEPT),
  };
}

/** After a write whose value lives `ttlSeconds`. */
export function afterWrite(pattern: AccessPattern, at: number, ttlSeconds: number): AccessPattern {
  const { lastWriteAt, ttlSeconds: before, rewriteGapsMs } = pattern;
  const wasAlive = lastWriteAt !== null && before !== null && at < lastWriteAt + before * 1000;
  return {
    ...pattern,
    writes: pattern.writes + 1,
    unreadWrites: pattern.unreadWrites + 1,
    lastWriteAt: at,
    ttlSeconds,
    rewriteGapsMs: wasAlive ? withGap(rewriteGapsMs, at - lastWriteAt, REWRITE_GAPS_KEPT) : rewriteGapsMs,
  };
}

/** A clock that was set back makes no negative pause. */
function withGap(gaps: readonly number[], gap: number, kept: number): readonly number[] {
  return [...gaps, Math.max(0, gap)].slice(-kept);
}
