/**
 * Takes a long list or object out of a JSON document, so that its items can be parsed one by one: a document of hundreds of megabytes
 * fits no string. Nothing is judged here: what is taken out and what is left are both given to the strict parser.
 */
import { concat } from './bytes.ts';

export interface SplitDocument {
  /** The document with an empty list or object in place of the one that was taken out. */
  readonly frame: Uint8Array;
  /** The texts between its commas, parts of the document's own bytes. None where it was not found. */
  readonly items: readonly Uint8Array[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Takes out the list that is the member `name` (ASCII, spelled without escapes) of the object on top. A document without it,
 * or with something else in its place, is left as it is.
 */
export function splitList(document: Uint8Array, name: string): SplitDocument {
  return takeOut(document, name, OPEN_LIST);
}

/** Takes out the members of the object that is the member `name`, as `splitList` does: each text is a name with its value. */
export function splitMembers(document: Uint8Array, name: string): SplitDocument {
  return takeOut(document, name, OPEN_OBJECT);
}

function takeOut(document: Uint8Array, name: string, opening: number): SplitDocument {
  const start = startOf(document, name, opening);
  if (start === null) return { frame: document, items: [] };
  const items: Uint8Array[] = [];
  let from = start;
  let depth = 0;
  let at = start;
  for (; at < document.length; at++) {
    const byte = document[at];
    if (byte === QUOTE) at = stringEnd(document, at);
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (depth === 0) break;
      depth--;
    } else if (byte === COMMA && depth === 0) {
      items.push(document.subarray(from, at));
      from = at + 1;
    }
  }
  const last = document.subarray(from, at);
  if (items.length > 0 || !isBlank(last)) items.push(last);
  return { frame: concat(document.subarray(0, start), document.subarray(at)), items };
}

/** Where the value of the member begins, behind its bracket; null where it has none or another. */
function startOf(document: Uint8Array, name: string, opening: number): number | null {
  let depth = 0;
  for (let at = 0; at < document.length; at++) {
    const byte = document[at];
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === QUOTE) {
      const end = stringEnd(document, at);
      const colon = skipBlank(document, end + 1);
      if (depth === 1 && document[colon] === COLON && isText(document, at + 1, end, name)) {
        const value = skipBlank(document, colon + 1);
        return document[value] === opening ? value + 1 : null;
      }
      at = end;
    }
  }
  return null;
}

/** The closing quote of the string that begins at `start`; the end of the document where there is none. */
function stringEnd(document: Uint8Array, start: number): number {
  let at = document.indexOf(QUOTE, start + 1);
  while (at !== -1 && isEscaped(document, at)) at = document.indexOf(QUOTE, at + 1);
  return at === -1 ? document.length : at;
}

/** Whether an odd number of backslashes stands before. Inside a string only, whose own quote ends the count. */
function isEscaped(document: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (document[before] === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

function skipBlank(document: Uint8Array, from: number): number {
  let at = from;
  while (isBlankByte(document[at])) at++;
  return at;
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(isBlankByte);
}

function isBlankByte(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isText(document: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (document[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
