/**
 * The part of CBOR (RFC 8949) that authenticators write (CTAP2 canonical form): definite lengths, the shortest form of
 * every number, no floating point, no tags.
 */
import { fromUtf8 } from '../bytes.ts';

export type CborValue =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborValue[]
  | ReadonlyMap<string | number, CborValue>;

export interface CborItem {
  readonly value: CborValue;
  /** Where the next item begins. */
  readonly end: number;
}

/** CTAP2 needs four levels; certificates in attestation statements no more. */
const MAX_DEPTH = 8;

/** Reads the item that begins at `start`; null where it is no item of this form, or not whole. */
export function readCborItem(bytes: Uint8Array, start: number): CborItem | null {
  return readItem(bytes, start, MAX_DEPTH);
}

function readItem(bytes: Uint8Array, start: number, depth: number): CborItem | null {
  const first = bytes[start];
  if (first === undefined || depth === 0) return null;
  const major = first >> 5;
  if (major === 7) return readSimple(first, start + 1);
  const head = readArgument(bytes, start + 1, first & 31);
  if (head === null) return null;
  const { argument, at } = head;
  switch (major) {
    case 0:
      return { value: argument, end: at };
    case 1:
      return { value: -1 - argument, end: at };
    case 2:
    case 3:
      return readString(bytes, at, argument, major === 3);
    case 4:
      return readArray(bytes, at, argument, depth - 1);
    case 5:
      return readMap(bytes, at, argument, depth - 1);
    default:
      return null;
  }
}

/** RFC 8949 section 3.3. */
function readSimple(first: number, end: number): CborItem | null {
  if (first === 0xf4 || first === 0xf5) return { value: first === 0xf5, end };
  return first === 0xf6 ? { value: null, end } : null;
}

/** RFC 8949 section 3: the argument in 0, 1, 2 or 4 bytes; null where it would have fitted into fewer. */
function readArgument(bytes: Uint8Array, at: number, info: number): { argument: number; at: number } | null {
  if (info < 24) return { argument: info, at };
  const length = [1, 2, 4][info - 24];
  if (length === undefined || at + length > bytes.length) return null;
  const argument = bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  const least = length === 1 ? 24 : 256 ** (length / 2);
  return argument < least ? null : { argument, at: at + length };
}

function readString(bytes: Uint8Array, at: number, length: number, isText: boolean): CborItem | null {
  const end = at + length;
  if (end > bytes.length) return null;
  const content = bytes.slice(at, end);
  const value = isText ? fromUtf8(content) : content;
  return value === null ? null : { value, end };
}

function readArray(bytes: Uint8Array, start: number, length: number, depth: number): CborItem | null {
  const value: CborValue[] = [];
  let at = start;
  while (value.length < length) {
    const item = readItem(bytes, at, depth);
    if (item === null) return null;
    value.push(item.value);
    at = item.end;
  }
  return { value, end: at };
}

/** Names are text or whole numbers, each once. */
function readMap(bytes: Uint8Array, start: number, length: number, depth: number): CborItem | null {
  const value = new Map<string | number, CborValue>();
  let at = start;
  while (value.size < length) {
    const name = readItem(bytes, at, depth);
    if (name === null || (typeof name.value !== 'string' && typeof name.value !== 'number')) return null;
    const item = readItem(bytes, name.end, depth);
    if (item === null || value.has(name.value)) return null;
    value.set(name.value, item.value);
    at = item.end;
  }
  return { value, end: at };
}
