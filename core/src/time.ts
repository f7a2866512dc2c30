/** A clock is an argument wherever time matters: milliseconds since 1970-01-01 UTC. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]\d{2}:\d{2})$/;

/** The text that was read last: a document's time is asked for by several checks in a row. */
let lastRead: { readonly text: string; readonly time: number | null } = { text: '', time: null };

/** Reads an RFC 3339 date-time with its zone; impossible dates (30 February, hour 24) are `null`. Milliseconds since 1970. */
export function parseIsoTime(text: string): number | null {
  if (text !== lastRead.text) lastRead = { text, time: readIsoTime(text) };
  return lastRead.time;
}

function readIsoTime(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const zone = match[8] ?? 'Z';
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null;
  if (day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  if (zone !== 'Z' && (Number(zone.slice(1, 3)) > 23 || Number(zone.slice(4)) > 59)) return null;
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** ISO 8601 in UTC with milliseconds, as every document of this project writes times. */
export function formatIsoTime(time: number): string {
  return new Date(time).toISOString();
}
