/** RFC 8785 (JSON Canonicalization Scheme): the one encoding that is hashed and signed. */
import { utf8 } from './bytes.ts';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/** Whether a JSON value is an object: not null, not an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Canonical text of a value: members sorted by UTF-16 code units, no white space, numbers as ECMAScript prints them.
 * Throws TypeError for what JSON cannot hold (undefined, NaN, infinities, lone surrogates, functions, objects with a
 * class): such a value is our own mistake, since everything from outside went through `parseStrictJson`.
 */
export function canonicalJson(value: JsonValue): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'string':
      return canonicalString(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
      return `${value}`;
    case 'object':
      break;
    default:
      throw new TypeError(`a ${typeof value} has no JSON form`);
  }
  if (value === null) return 'null';
  let text = '';
  if (isArray(value)) {
    for (const item of value) text += text === '' ? canonicalJson(item) : `,${canonicalJson(item)}`;
    return `[${text}]`;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) throw new TypeError('only plain objects have a JSON form');
  for (const name of Object.keys(value).sort()) {
    const member = `${canonicalString(name)}:${canonicalJson(value[name] as JsonValue)}`;
    text += text === '' ? member : `,${member}`;
  }
  return `{${text}}`;
}

/** What JSON writes with an escape, or not at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON strings must not hold
const NEEDS_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Almost all strings stand as they are: looking for what does not is faster than `JSON.stringify`. */
function canonicalString(value: string): string {
  if (!NEEDS_ESCAPE.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new TypeError('a lone surrogate has no canonical form');
  return JSON.stringify(value);
}

/** UTF-8 bytes of the canonical text. */
export function canonicalBytes(value: JsonValue): Uint8Array {
  return utf8(canonicalJson(value));
}

/** Array.isArray does not narrow readonly arrays. */
function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
