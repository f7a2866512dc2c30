/** Times of receipts, in the zone of this machine: receipts may well follow each other within a second. */
import { formatSpan } from '../../../../lib/format.ts';
import { words } from '../../../../words/record/agents-session-outcomes.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** `14:03:07.120`; the whole time is in the receipt. */
export function clockText(time: number): string {
  if (Number.isNaN(time)) return words.noTime;
  const date = new Date(time);
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${milliseconds}`;
}

const ZONE = new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' });

/** The short name of this machine's zone at a time, such as `CET`; empty where there is no time. */
export function zoneText(time: number): string {
  if (Number.isNaN(time)) return '';
  return ZONE.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const DAY = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: '2-digit' });

/** A moment with its day, its milliseconds and its zone. */
export function momentText(time: number): string {
  if (Number.isNaN(time)) return words.noTime;
  return `${DAY.format(new Date(time))}, ${clockText(time)} ${zoneText(time)}`;
}

/** How long something took: `240 ms`, `1.25 s`, `14.1 s`, `2 min 05 s`. */
export function durationText(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1_000) return `${whole} ms`;
  if (whole < 10_000) return `${(whole / 1_000).toFixed(2)} s`;
  if (whole < 60_000) return `${(whole / 1_000).toFixed(1)} s`;
  return formatSpan(Math.round(whole / 1_000));
}
