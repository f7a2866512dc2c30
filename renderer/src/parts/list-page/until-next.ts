import { parseIsoTime } from '@touchstone/core/time.ts';

/** After the time itself, so that the server's clock is there too. */
const SOONEST_MS = 500;
/** A machine that slept, or whose clock was set, is not waited for in vain. */
const LATEST_MS = 10 * 60_000;

/** Milliseconds until the next of these times, at which something changes by itself and is asked for; false where there is none. */
export function untilNext(times: readonly string[], now: number): number | false {
  let next = Number.POSITIVE_INFINITY;
  for (const time of times) next = Math.min(next, parseIsoTime(time) ?? next);
  if (next === Number.POSITIVE_INFINITY) return false;
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, next - now + SOONEST_MS));
}
