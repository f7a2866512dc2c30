/** Readers of JSON that came from outside: exactly these members, in these forms, else `Unreadable` that names the member. */
import { fromBase64, fromHex } from './bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './canonical-json.ts';
import { memberPath } from './text/member-path.ts';
import { parseIsoTime } from './time.ts';

/** Thrown by the readers and caught where a document is read; `field` is the member, empty for the document itself. */
export class Unreadable extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type Value = JsonValue | undefined;

/** An object with exactly the members `names`; those of `optional` may be there too. */
export function exactly(
  value: Value,
  field: string,
  names: readonly string[],
  optional: readonly string[] = [],
): JsonObject {
  if (!isJsonObject(value)) throw new Unreadable(field, 'It is no JSON object.');
  const missing = names.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) throw new Unreadable(memberPath(field, missing), 'It is missing.');
  const foreign = Object.keys(value).find((name) => !names.includes(name) && !optional.includes(name));
  if (foreign !== undefined) throw new Unreadable(memberPath(field, foreign), 'It is not part of the format.');
  return value;
}

/** Any JSON object. */
export function anyMembers(value: Value, field: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Unreadable(field, 'It is no JSON object.');
}

export function listOf<T>(value: Value, field: string, read: (item: JsonValue, field: string) => T): T[] {
  if (!Array.isArray(value)) throw new Unreadable(field, 'It is no list.');
  return value.map((item: JsonValue, index) => read(item, `${field}[${index}]`));
}

/** null, or what `read` makes of the value. */
export function orNull<T>(value: Value, field: string, read: (value: Value, field: string) => T): T | null {
  return value === null ? null : read(value, field);
}

/** Text that is not empty. */
export function text(value: Value, field: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Unreadable(field, 'It is no text.');
}

/** Text that may be empty. */
export function anyText(value: Value, field: string): string {
  if (typeof value === 'string') return value;
  throw new Unreadable(field, 'It is no text.');
}

export function oneOf<T extends string>(value: Value, field: string, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found !== undefined) return found;
  throw new Unreadable(field, `It is none of ${known.join(', ')}.`);
}

/** 32 bytes in hexadecimal, as text. */
export function hash(value: Value, field: string): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value;
  throw new Unreadable(field, 'It is not 64 lower-case hex digits.');
}

/** 32 bytes in hexadecimal, as bytes. */
export function hashBytes(value: Value, field: string): Uint8Array {
  const bytes = fromHex(hash(value, field));
  if (bytes === null) throw new TypeError('internal: hexadecimal digits have bytes');
  return bytes;
}

/** Base64 of any bytes, as text in its one spelling. */
export function base64(value: Value, field: string): string {
  base64Bytes(value, field);
  return value as string;
}

/** The same as bytes. */
export function base64Bytes(value: Value, field: string): Uint8Array {
  const bytes = typeof value === 'string' ? fromBase64(value) : null;
  if (bytes === null) throw new Unreadable(field, 'It is no base64 (RFC 4648 section 4, padded).');
  return bytes;
}

/** A whole number that a double holds, from `least` on. */
export function count(value: Value, field: string, least: number): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Unreadable(field, `It is no whole number from ${least} on.`);
}

export function boolean(value: Value, field: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Unreadable(field, 'It is no boolean.');
}

/** An ISO 8601 date-time with its zone, as text. */
export function time(value: Value, field: string): string {
  if (typeof value === 'string' && parseIsoTime(value) !== null) return value;
  throw new Unreadable(field, 'It is no ISO 8601 time.');
}

/** The same in milliseconds since 1970. */
export function instant(value: Value, field: string): number {
  return parseIsoTime(time(value, field)) ?? Number.NaN;
}
