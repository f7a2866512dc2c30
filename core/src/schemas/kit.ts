/**
 * What the schemas of the formats are made of (ADR 0037): TypeBox, whose values are JSON Schema already, by the names of
 * `strict-members.ts`. Nothing of the product imports these files: readers judge, schemas describe.
 */
import Type, { type TProperties, type TSchema } from 'typebox';

/** A schema for each member that a type names, so that a member more or less is no longer of this type. */
export type MembersOf<T> = { readonly [K in keyof T as string extends K ? never : K]-?: TSchema };

/** An object with exactly these members. */
export function exactly(members: TProperties, description?: string) {
  return Type.Object(members, { additionalProperties: false, ...about(description) });
}

/** An object with these members and perhaps others, which a reader accepts. */
export function atLeast(members: TProperties, description?: string) {
  return Type.Object(members, about(description));
}

export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}

/** An object whose names are not the format's. */
export function record(values: TSchema, description?: string, most: { readonly minProperties?: number } = {}) {
  return Type.Object({}, { additionalProperties: values, ...most, ...about(description) });
}

export function anyObject(description: string) {
  return Type.Object({}, { description });
}

interface ListLimits {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export function list(items: TSchema, description?: string, limits: ListLimits = {}) {
  return Type.Array(items, { ...limits, ...about(description) });
}

export function orNull(schema: TSchema, description?: string) {
  return Type.Union([schema, Type.Null()], about(description));
}

export function either(schemas: readonly TSchema[], description?: string) {
  return Type.Union([...schemas], about(description));
}

/** Text that is not empty. */
export function text(description?: string) {
  return Type.String({ minLength: 1, ...about(description) });
}

export function anyText(description?: string) {
  return Type.String(about(description));
}

export function matching(pattern: RegExp, description?: string) {
  return Type.String({ pattern: pattern.source, ...about(description) });
}

export function oneOf(words: readonly string[], description?: string) {
  return Type.Enum([...words], { type: 'string', ...about(description) });
}

/** Exactly this value. */
export function fixed(value: boolean | number | string | readonly string[], description?: string) {
  return Type.Unsafe({ const: value, ...about(description) });
}

export function boolean(description?: string) {
  return Type.Boolean(about(description));
}

export function number(least: number, description?: string) {
  return Type.Number({ minimum: least, ...about(description) });
}

/** A whole number that a double holds. */
export function count(least: number, description?: string, most = Number.MAX_SAFE_INTEGER) {
  return Type.Integer({ minimum: least, maximum: most, ...about(description) });
}

/** Lower-case hexadecimal of so many bytes. */
export function hex(bytes: number, description?: string) {
  return Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$`, ...about(description) });
}

/** 32 bytes. */
export function hash(description?: string) {
  return hex(32, description);
}

/** Without `\d`, which some engines take for the digits of every script. */
const DAY = '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])';
const CLOCK = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]';

/** An ISO 8601 date-time with its zone. That the day exists is said by `format`, which validators may leave unchecked. */
export function time(description?: string) {
  const pattern = `^${DAY}T${CLOCK}(?:\\.[0-9]{1,9})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])$`;
  return Type.String({ format: 'date-time', pattern, ...about(description) });
}

export function date(description?: string) {
  return Type.String({ format: 'date', pattern: `^${DAY}$`, ...about(description) });
}

/** Unused bits are zeros, so that there is one spelling of each value. */
const PADDED = '(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?';

/** Base64 with padding (RFC 4648 section 4) of any bytes, in the one spelling that readers accept. */
export function base64(description?: string, least: 0 | 1 = 0) {
  const limits = least === 0 ? {} : { minLength: 4 };
  return Type.String({ contentEncoding: 'base64', pattern: `^${PADDED}$`, ...limits, ...about(description) });
}

/** The same of so many bytes. The length stands beside the pattern: many engines refuse large counts in it. */
export function base64Of(bytes: number, description?: string) {
  const length = 4 * Math.ceil(bytes / 3);
  return Type.String({
    contentEncoding: 'base64',
    minLength: length,
    maxLength: length,
    pattern: `^${lastOf(bytes, '[A-Za-z0-9+/]', '=')}$`,
    ...about(description),
  });
}

/** Base64url without padding (RFC 4648 section 5) of so many bytes. */
export function base64UrlOf(bytes: number, description?: string) {
  const length = Math.ceil((4 * bytes) / 3);
  return Type.String({
    contentEncoding: 'base64url',
    minLength: length,
    maxLength: length,
    pattern: `^${lastOf(bytes, '[A-Za-z0-9_-]', '')}$`,
    ...about(description),
  });
}

function lastOf(bytes: number, any: string, pad: string): string {
  if (bytes % 3 === 0) return `${any}*`;
  return bytes % 3 === 1 ? `${any}*[AQgw]${pad}${pad}` : `${any}*[AEIMQUYcgkosw048]${pad}`;
}

/** `3key:` and three signatures in base64. */
export function threeKey(description?: string) {
  return Type.String({ pattern: `^3key:${PADDED}:${PADDED}:${PADDED}$`, ...about(description) });
}

/** A box of an ML-KEM key: `kem1:` and base64. */
export function sealedBox(description?: string) {
  return Type.String({ pattern: `^kem1:${PADDED}$`, minLength: 9, ...about(description) });
}

/** A part that a document has once under `$defs`, however often it is used. */
export function named<S extends TSchema>(name: string, schema: S): S {
  return { ...schema, $id: name };
}

function about(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}
