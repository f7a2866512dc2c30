/** The schemas that several contracts share. Objects refuse unknown members. */
import Type, { type TObject, type TObjectOptions, type TProperties, type TSchema } from 'typebox';

/** A JSON object whose members are not ours to describe. */
export type JsonMembers = { readonly [name: string]: JsonItem };
export type JsonItem = null | boolean | number | string | readonly JsonItem[] | JsonMembers;

/** An object with exactly these members. */
export function object<P extends TProperties>(properties: P, options: TObjectOptions = {}): TObject<P> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Any JSON object. */
export function anyObject(description: string) {
  return Type.Unsafe<JsonMembers>(Type.Object({}, { description, additionalProperties: true }));
}

/** Any JSON value. */
export function anyJson(description: string) {
  return Type.Unsafe<JsonItem>(Type.Unknown({ description }));
}

/** The value, or null where there is none. */
export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export function listOf<S extends TSchema>(
  items: S,
  options: { readonly maxItems?: number; readonly description?: string } = {},
) {
  return Type.Array(items, options);
}

/** An object whose names are the caller's: one line of at most `nameLength` characters each. */
export function recordOf<S extends TSchema>(
  values: S,
  nameLength: number,
  description: string,
  options: { readonly maxProperties?: number } = {},
) {
  const name = Type.String({ pattern: `^.{1,${nameLength}}$` });
  const expected = { 'x-expects-names': `a name of 1 to ${nameLength} characters on one line` };
  return Type.Record(name, values, { ...options, additionalProperties: false, ...expected, description });
}

/** Text of at least one character. */
export function text(maxLength: number, description: string) {
  return Type.String({ minLength: 1, maxLength, description });
}

/** Text of at least one character on one line: without control characters. */
export function line(maxLength: number, description: string) {
  const pattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
  return Type.String({
    minLength: 1,
    maxLength,
    pattern,
    'x-expects': 'one line without control characters',
    description,
  });
}

/** Base64, RFC 4648 section 4, padded. The server refuses every other spelling with 400 before the handler runs. */
export function base64(description: string, options: { readonly maxLength?: number } = {}) {
  return Type.String({ format: BASE64_FORMAT, contentEncoding: 'base64', ...options, description });
}

/** The name under which the server registers its check of `base64`. */
export const BASE64_FORMAT = 'base64';

function hex(digits: number, description: string) {
  return Type.String({
    pattern: `^[0-9a-f]{${digits}}$`,
    'x-expects': `${digits} digits of lower-case hexadecimal`,
    description,
  });
}

export const Hex64 = hex(64, '32 bytes in lower-case hexadecimal.');
export const Hex96 = hex(96, '48 bytes in lower-case hexadecimal.');

/**
 * Any whole number of bytes in hexadecimal, for what verify operations are given: a value of wrong length is judged,
 * not refused (decisions, section 1).
 */
export const HexBytes = Type.String({
  pattern: '^(?:[0-9a-f]{2})*$',
  'x-expects': 'an even number of digits of lower-case hexadecimal',
  maxLength: 1024,
  description: 'Lower-case hexadecimal. A value of another length than expected is answered as not valid.',
});

/** The ten chains of document 1. */
export const CHAIN_NAMES = [
  'solana',
  'ethereum',
  'bitcoin',
  'polygon',
  'arbitrum',
  'optimism',
  'base',
  'avalanche',
  'zcash',
  'hyperliquid',
] as const;
export type ChainName = (typeof CHAIN_NAMES)[number];
export const ChainName = Type.Enum([...CHAIN_NAMES], { description: 'The chain that holds the anchor.' });

const ISO_TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,9})?(?:Z|[+-]\\d{2}:\\d{2})$';
export const IsoTime = Type.String({
  pattern: ISO_TIME,
  'x-expects': 'a time with its zone such as 2026-04-01T12:00:00Z',
  description: 'ISO 8601 date-time with its zone.',
});

/** `IsoTime` with words of its own. */
export function timeOf(description: string) {
  return Type.String({
    pattern: ISO_TIME,
    'x-expects': 'a time with its zone such as 2026-04-01T12:00:00Z',
    description,
  });
}

export const Count = Type.Integer({ minimum: 0 });

/** An identifier that begins with its prefix. Another prefix is refused; whether it names anything is asked later. */
export function prefixedId(prefix: string, description: string) {
  return Type.String({
    pattern: `^${prefix}_[A-Za-z0-9_-]{1,64}$`,
    'x-expects': `${prefix}_ and up to 64 letters, digits, _ and -`,
    description,
  });
}

export const LatencyUs = Type.Number({ minimum: 0, description: 'Measured duration in microseconds.' });
export const LatencyMs = Type.Number({ minimum: 0, description: 'Measured duration in milliseconds.' });

/** RFC 5321, section 4.1.2: dot-string, at most 64 characters. Quoted ones are in nobody's use. */
const LOCAL_PART = "(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}\\x7e-]+(?:\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}\\x7e-]+)*";
/** RFC 1035, section 2.3.1. */
const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
/** No number, so that no address of a machine is taken for a domain; `xn--…` is one in another script (RFC 5890). */
const TOP_LABEL = '(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{0,58}[A-Za-z0-9])';

/** Domains in other scripts come in their ASCII form. */
export const Email = Type.String({
  maxLength: 254,
  pattern: `^${LOCAL_PART}@(?:${DOMAIN_LABEL}\\.)+${TOP_LABEL}$`,
  'x-expects': 'an e-mail address such as ada@example.org',
  description: 'E-mail address.',
});

/** `?limit&cursor` of every list (decisions, section 1). */
export const ListQuery = object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'At most this many; 50 unless stated.' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`next_cursor` of the page before.' })),
});

/** `{items, next_cursor}`; the cursor is null on the last page. */
export function pageOf<S extends TSchema>(items: S) {
  return object({ items: Type.Array(items), next_cursor: Type.Union([Type.String(), Type.Null()]) });
}

const AkpKey = object({ kty: Type.Literal('AKP'), alg: Type.String(), kid: Type.String(), pub: Type.String() });
const OkpKey = object({ kty: Type.Literal('OKP'), crv: Type.Literal('Ed25519'), kid: Type.String(), x: Type.String() });

/** A `*.pqkeys.json` document (decisions, section 4). */
export const KeyUseName = Type.Enum(['artifact', '3key', 'receipt', 'service', 'release', 'agent', 'account', 'enc']);

export const KeySetDocument = object({
  keyset_id: Type.String(),
  issuer: Type.String(),
  principal: Type.String(),
  use: KeyUseName,
  serial: Type.Integer({ minimum: 1 }),
  not_before: IsoTime,
  not_after: IsoTime,
  demo: Type.Optional(Type.Literal(true)),
  keys: Type.Array(Type.Union([AkpKey, OkpKey])),
  endorsement: Type.Optional(object({ by: Hex64, signatures: Type.Record(Type.String(), Type.String()) })),
  fingerprint: Hex64,
});
