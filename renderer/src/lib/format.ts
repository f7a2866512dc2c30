import { parseIsoTime } from '@touchstone/core/time.ts';

export interface FormattedTime {
  /** Local date and time with the zone's short name. */
  readonly local: string;
  /** The same instant in UTC. */
  readonly utc: string;
  readonly iso: string;
}

const LOCAL = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
});

/** An instant for people; null where the text is no ISO 8601 date-time with its zone. */
export function formatTime(time: string | number): FormattedTime | null {
  const instant = typeof time === 'number' ? time : parseIsoTime(time);
  if (instant === null || !Number.isFinite(instant)) return null;
  const date = new Date(instant);
  const iso = date.toISOString();
  return { local: LOCAL.format(date), utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`, iso };
}

/** An instant in a column whose title says UTC; as it is written where it is no time. */
export function formatUtcCell(time: string): string {
  return formatTime(time)?.utc.slice(0, -' UTC'.length) ?? time;
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** A size in binary units, at most one decimal: `1 byte`, `823 bytes`, `12.4 KiB`. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit] ?? 'bytes'}`;
}

const COUNT = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** A span of whole seconds: `45 s`, `14 min 05 s`, `2 h 10 min`, `3 d 4 h`. */
export function formatSpan(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours > 0) return `${hours} h ${two(minutes % 60)} min`;
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${two(seconds % 60)} s`;
}

const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

/** How far a time is from now, in the largest unit: `just now`, `12 min ago`, `in 3 days`; a date where it is months away. */
export function formatAgo(time: number, now: number): string {
  const seconds = Math.abs(now - time) / 1000;
  if (seconds < 60) return time > now ? 'in a moment' : 'just now';
  const days = Math.floor(seconds / 86_400);
  if (days > 60) return DAY.format(new Date(time));
  const hours = Math.floor(seconds / 3_600);
  const span =
    days > 0 ? (days === 1 ? '1 day' : `${days} days`) : hours > 0 ? `${hours} h` : `${Math.floor(seconds / 60)} min`;
  return time > now ? `in ${span}` : `${span} ago`;
}

const UTC_DAY = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', month: 'short', day: 'numeric' });
const UTC_DATE = new Intl.DateTimeFormat(undefined, {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
});

/** A day in UTC: `21 Nov` for an axis, and with its year. */
export function formatUtcDay(time: number): { readonly short: string; readonly long: string } {
  return { short: UTC_DAY.format(time), long: UTC_DATE.format(time) };
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The local time of day, for the axis of a few hours. */
export function formatClock(time: number): string {
  return CLOCK.format(time);
}
