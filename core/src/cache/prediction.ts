/** When a key that is read at regular intervals will be read next. */
import { READ_GAPS_NEEDED } from './lifetime.ts';
import type { AccessPattern } from './pattern.ts';
import { quantile } from './quantile.ts';

export interface Prediction {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The read comes when predicted if it comes at most this much earlier or later, in milliseconds. */
  readonly toleranceMs: number;
}

/** Pauses scatter by at most this share of their middle, in the middle. */
const REGULAR_SCATTER = 0.25;
/** Below this a pause is noise of the network, not a rhythm. */
const LEAST_PAUSE_MS = 10;

/**
 * null where there is no rhythm: fewer than five pauses, or their median absolute deviation is more than a quarter of
 * their median. Else the last read and the median pause; the tolerance is a quarter of the pause.
 */
export function predictNextRead({ lastReadAt, readGapsMs }: AccessPattern): Prediction | null {
  if (lastReadAt === null || readGapsMs.length < READ_GAPS_NEEDED) return null;
  const pause = quantile(readGapsMs, 0.5);
  const scatter = quantile(
    readGapsMs.map((gap) => Math.abs(gap - pause)),
    0.5,
  );
  if (pause < LEAST_PAUSE_MS || scatter > pause * REGULAR_SCATTER) return null;
  return { at: lastReadAt + pause, toleranceMs: pause * REGULAR_SCATTER };
}

/** Whether a read at that time is the predicted one. */
export function cameTrue({ at, toleranceMs }: Prediction, readAt: number): boolean {
  return Math.abs(readAt - at) <= toleranceMs;
}

/** Whether the time of the predicted read is over. */
export function isOver({ at, toleranceMs }: Prediction, now: number): boolean {
  return now > at + toleranceMs;
}

/**
 * What is to be done for a predicted read: `keep` where the value lives until then, so that a client may fetch it ahead;
 * `refresh` where it ends before, so that it is better written anew by then; null where nothing is predicted any more.
 */
export function prefetchAdvice(
  prediction: Prediction | null,
  expiresAt: number,
  now: number,
): 'keep' | 'refresh' | null {
  if (prediction === null || isOver(prediction, now)) return null;
  return prediction.at < expiresAt ? 'keep' : 'refresh';
}
