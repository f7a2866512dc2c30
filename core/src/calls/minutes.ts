/** The minutes by which a call is charged. */
export const MINUTE_MS = 60_000;

/** Minutes that have begun between two times in milliseconds; the first begins at once. */
export function startedMinutes(from: number, until: number): number {
  return Math.max(1, Math.ceil((until - from) / MINUTE_MS));
}

/** The first millisecond at which so many minutes have begun. */
export function minuteBegins(minutes: number): number {
  return minutes === 1 ? 0 : (minutes - 1) * MINUTE_MS + 1;
}
