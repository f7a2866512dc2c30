/**
 * Hashes of payloads: SHA-256 over RFC 8785 canonical JSON. Payloads never leave the process.
 *
 * What JSON holds is hashed as it is, so that everybody comes to the same hash. As in `JSON.stringify`, members that are
 * undefined are left out, an object with `toJSON` (Date, URL) counts as what that answers, and an object of a class
 * counts as its own enumerable members. Everything else becomes a marked object, and the value is then hashed under the
 * tag `svc-agent-value/v1`, with `$` put before member names that begin with it: no such value has the hash of plain
 * JSON, and two marked values have the same hash only where the table says that the content is not covered.
 *
 *   undefined (in a list, or alone)   {"$undefined": true}
 *   NaN, infinities                   {"$number": "NaN"}
 *   bigint                            {"$bigint": "123"}
 *   text with a lone surrogate        {"$utf16": hex of its UTF-16BE code units}
 *   Uint8Array, Buffer, ArrayBuffer   {"$bytes": base64}
 *   other views of buffers            {"$view": "Float32Array", "bytes": base64 of its bytes}
 *   Map, Set                          {"$map": [[key, value], …]}, {"$set": […]}, in their own order
 *   Error                             {"$error": {"name", "message"}}
 *   a reference to an enclosing value {"$cycle": levels up}
 *   functions, symbols, objects of a class without own members (Promise, RegExp, streams):
 *                                     {"$opaque": "function" | "symbol" | class name}; the content is not covered
 */
import { concat, toBase64, toHex, utf8 } from '../../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../../canonical-json.ts';
import { sha256, tagged } from '../../hash.ts';
import type { Message } from './types/acts.ts';

/** Deeper values are refused: nobody sends them, and a stack that is too deep would end the process. */
const MOST_LEVELS = 500;
/**
 * What is referred to twice is read twice, so that a few objects that refer to each other can unfold into more values than
 * any memory holds.
 */
const MOST_VALUES = 1_000_000;
const TOO_MANY_VALUES = 'the value unfolds into more than a million values';

interface HashingState {
  /** Objects that enclose the value at hand, the outermost first. */
  readonly path: object[];
  isMarked: boolean;
  /** Values read so far: members that are left out and holes of arrays too. */
  values: number;
}

function newWalk(): HashingState {
  return { path: [], isMarked: false, values: 0 };
}

/**
 * SHA-256 of a payload as 64 lower-case hexadecimal digits. Throws TypeError where the value cannot be read: a getter
 * or `toJSON` that throws, a member name with a lone surrogate, more than 500 levels, more than a million values.
 */
export function hashOf(value: unknown): string {
  return toHex(sha256(payloadBytes(value)));
}

/** The bytes that `hashOf` hashes. Throws TypeError as it does. */
export function payloadBytes(value: unknown): Uint8Array {
  try {
    const walk = newWalk();
    const plain = jsonOf(value, walk, false);
    if (!walk.isMarked) return canonicalBytes(plain);
    return tagged('agent-value', canonicalBytes(jsonOf(value, newWalk(), true)));
  } catch (error) {
    // What any other error says may hold a part of the payload.
    throw error instanceof Unhashable ? error : new TypeError('the value could not be read');
  }
}

/** Stands for a payload that could not be read: no value has it. */
export const UNHASHABLE_HASH = toHex(sha256(tagged('agent-value', canonicalBytes({ $unhashable: true }))));

/** An object that travels as JSON, as `JSON.stringify` would write it. Throws TypeError where it holds what JSON cannot. */
export function plainObjectOf(value: object): JsonObject {
  const walk = newWalk();
  const plain = jsonOf(value, walk, false);
  if (walk.isMarked || !isJsonObject(plain)) throw new TypeError('the value holds something that JSON cannot');
  return plain;
}

/** SHA-256 over the messages in order as `role:content`, joined by newline (document 3, client rule 3). Throws TypeError as `hashOf`. */
export function contextHash(messages: readonly Message[]): string {
  const lines = messages.map(({ role, content }) => {
    const text = typeof content === 'string' && content.isWellFormed() ? utf8(content) : payloadBytes(content);
    return concat(utf8(`${role}:`), text);
  });
  const newline = utf8('\n');
  return toHex(sha256(concat(...lines.flatMap((line, i) => (i === 0 ? [line] : [newline, line])))));
}

class Unhashable extends TypeError {}

function count(walk: HashingState): void {
  walk.values++;
  if (walk.values > MOST_VALUES) throw new Unhashable(TOO_MANY_VALUES);
}

function jsonOf(value: unknown, walk: HashingState, escapes: boolean): JsonValue {
  count(walk);
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value.isWellFormed() ? value : marked(walk, '$utf16', utf16Hex(value));
    case 'number':
      return Number.isFinite(value) ? value : marked(walk, '$number', String(value));
    case 'bigint':
      return marked(walk, '$bigint', String(value));
    case 'undefined':
      return marked(walk, '$undefined', true);
    case 'function':
    case 'symbol':
      return marked(walk, '$opaque', typeof value);
    default:
      return isObject(value) ? objectOf(value, walk, escapes) : null;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function objectOf(value: object, walk: HashingState, escapes: boolean): JsonValue {
  const enclosing = walk.path.lastIndexOf(value);
  if (enclosing >= 0) return marked(walk, '$cycle', walk.path.length - enclosing);
  if (walk.path.length === MOST_LEVELS) throw new Unhashable(`the value has more than ${MOST_LEVELS} levels`);
  walk.path.push(value);
  try {
    if (Array.isArray(value)) {
      // Holes are not walked through to find that there are too many.
      if (value.length > MOST_VALUES) throw new Unhashable(TOO_MANY_VALUES);
      return Array.from(value, (item) => jsonOf(item, walk, escapes));
    }
    const bytes = bytesOf(value);
    if (bytes !== null) {
      const text = toBase64(bytes);
      const isPlain = value instanceof ArrayBuffer || value instanceof Uint8Array;
      return isPlain ? marked(walk, '$bytes', text) : marked(walk, '$view', classOf(value), { bytes: text });
    }
    if (value instanceof Map) {
      const pairs = Array.from(value, ([key, item]) => [jsonOf(key, walk, escapes), jsonOf(item, walk, escapes)]);
      return marked(walk, '$map', pairs);
    }
    if (value instanceof Set)
      return marked(
        walk,
        '$set',
        Array.from(value, (item) => jsonOf(item, walk, escapes)),
      );
    if (value instanceof Error) {
      const { name, message } = value;
      return marked(walk, '$error', { name: jsonOf(name, walk, escapes), message: jsonOf(message, walk, escapes) });
    }
    const toJson: unknown = Reflect.get(value, 'toJSON');
    if (typeof toJson === 'function') return jsonOf(toJson.call(value, ''), walk, escapes);
    return membersOf(value, walk, escapes);
  } finally {
    walk.path.pop();
  }
}

function membersOf(value: object, walk: HashingState, escapes: boolean): JsonValue {
  const names = Object.keys(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (names.length === 0 && !isPlain) return marked(walk, '$opaque', classOf(value));
  const members: [string, JsonValue][] = [];
  for (const name of names) {
    if (!name.isWellFormed()) throw new Unhashable('a member name has a lone surrogate');
    const item: unknown = Reflect.get(value, name);
    if (item === undefined) {
      count(walk);
      continue;
    }
    members.push([escapes && name.startsWith('$') ? `$${name}` : name, jsonOf(item, walk, escapes)]);
  }
  return Object.fromEntries(members);
}

function marked(walk: HashingState, mark: string, content: JsonValue, more: Record<string, JsonValue> = {}): JsonValue {
  walk.isMarked = true;
  return { [mark]: content, ...more };
}

function bytesOf(value: object): Uint8Array | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return null;
}

function classOf(value: object): string {
  const name: unknown = value.constructor?.name;
  return typeof name === 'string' && name.isWellFormed() ? name : '';
}

function utf16Hex(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i++) hex += text.charCodeAt(i).toString(16).padStart(4, '0');
  return hex;
}
