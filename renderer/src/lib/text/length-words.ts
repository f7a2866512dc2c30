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
