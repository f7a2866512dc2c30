const DAY_SECONDS = 86_400;

/** A whole length of time in its largest units: "1 day", "36 hours", "90 seconds". */
export function lengthWords(seconds: number): string {
  if (seconds === 0) return 'no time';
  const units = [
    [DAY_SECONDS, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const;
  const [size, name] = units.find(([length]) => seconds % length === 0) ?? [1, 'second'];
  const count = seconds / size;
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: DAY_SECONDS };

/** A length of time as typed, "36 hours", "90 min" or "2d", in seconds. Null where it is none, or has no unit. */
export function readLength(text: string): number | null {
  const [, count = '', unit = ''] =
    /^(\d{1,9})\s*(s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)$/i.exec(text.trim()) ?? [];
  const seconds = UNIT_SECONDS[unit.slice(0, 1).toLowerCase()];
  return seconds === undefined ? null : Number(count) * seconds;
}
