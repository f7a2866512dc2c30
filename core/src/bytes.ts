/**
 * Byte strings and their text forms. Every decoder accepts exactly one spelling of a value:
 * what it accepts re-encodes to the same text. Malformed text is a `null`, never an exception,
 * because it comes from outside.
 */

const HEX = '0123456789abcdef';

/** Lower-case hexadecimal, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX.charAt(byte >> 4) + HEX.charAt(byte & 15);
  return text;
}

/** Reads lower-case hexadecimal of even length; anything else is `null`. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_URL = `${BASE64.slice(0, 62)}-_`;
const PAD = '='.charCodeAt(0);

const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function encode64(bytes: Uint8Array, codes: Uint8Array, pad: boolean): string {
  const groups = Math.ceil(bytes.length / 3);
  const text = new Uint8Array(4 * groups).fill(PAD);
  for (let group = 0; group < groups; group++) {
    const [from, to] = [3 * group, 4 * group];
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    text[to] = codes[bits >> 18] ?? PAD;
    text[to + 1] = codes[(bits >> 12) & 63] ?? PAD;
    if (from + 1 < bytes.length) text[to + 2] = codes[(bits >> 6) & 63] ?? PAD;
    if (from + 2 < bytes.length) text[to + 3] = codes[bits & 63] ?? PAD;
  }
  return DECODER.decode(pad ? text : text.subarray(0, Math.ceil((4 * bytes.length) / 3)));
}

function reverse(alphabet: string): Int8Array {
  const table = new Int8Array(128).fill(-1);
  for (let i = 0; i < alphabet.length; i++) table[alphabet.charCodeAt(i)] = i;
  return table;
}

const BASE64_CODES = ENCODER.encode(BASE64);
const BASE64_URL_CODES = ENCODER.encode(BASE64_URL);
const BASE64_REVERSE = reverse(BASE64);
const BASE64_URL_REVERSE = reverse(BASE64_URL);

/** Decodes unpadded text; `null` for foreign characters, an impossible length or set trailing bits. */
function decode64(text: string, table: Int8Array): Uint8Array | null {
  const rest = text.length % 4;
  if (rest === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  const valueAt = (place: number) => table[text.charCodeAt(place)] ?? -1;
  const whole = text.length - rest;
  let at = 0;
  for (let i = 0; i < whole; i += 4) {
    // A foreign character is -1, which makes the whole negative.
    const bits = (valueAt(i) << 18) | (valueAt(i + 1) << 12) | (valueAt(i + 2) << 6) | valueAt(i + 3);
    if (bits < 0) return null;
    bytes[at++] = bits >> 16;
    bytes[at++] = bits >> 8;
    bytes[at++] = bits;
  }
  if (rest === 0) return bytes;
  const bits = (valueAt(whole) << 12) | (valueAt(whole + 1) << 6) | (rest === 3 ? valueAt(whole + 2) : 0);
  if (bits < 0) return null;
  bytes[at++] = bits >> 10;
  if (rest === 3) bytes[at++] = bits >> 2;
  // The bits that are left over are zeros, so that there is one spelling.
  return (bits & (rest === 3 ? 3 : 0x3ff)) === 0 ? bytes : null;
}

/** Base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
  return encode64(bytes, BASE64_CODES, true);
}

/** Reads padded base64 (RFC 4648 section 4), one spelling only: no white space, zero trailing bits; else `null`. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return decode64(text.slice(0, text.length - padding), BASE64_REVERSE);
}

/** Base64url without padding (RFC 4648 section 5), as JOSE writes keys. */
export function toBase64Url(bytes: Uint8Array): string {
  return encode64(bytes, BASE64_URL_CODES, false);
}

/** Reads unpadded base64url, one spelling only; else `null`. */
export function fromBase64Url(text: string): Uint8Array | null {
  return decode64(text, BASE64_URL_REVERSE);
}

/** UTF-8 bytes of a text. A lone surrogate has no UTF-8 form and throws a TypeError. */
export function utf8(text: string): Uint8Array {
  if (!text.isWellFormed()) throw new TypeError('text holds a lone surrogate');
  return ENCODER.encode(text);
}

/** Text of UTF-8 bytes, a leading byte order mark kept; `null` where the bytes are not valid UTF-8. */
export function fromUtf8(bytes: Uint8Array): string | null {
  try {
    return DECODER.decode(bytes);
  } catch {
    return null;
  }
}

/** Compares texts by their bytes in UTF-8, for sorting: where JavaScript's own order differs, a character takes two units. */
export function compareUtf8(a: string, b: string): number {
  const [left, right] = [utf8(a), utf8(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
}

/** One byte string out of several. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Unsigned 32-bit big-endian. Throws RangeError outside 0…2³²−1. */
export function uint32(value: number): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value > 0xffffffff) throw new RangeError('not an unsigned 32-bit value');
  return new Uint8Array([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
}

/** Whether two byte strings are equal; takes the same time wherever they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0);
  return difference === 0;
}

/** Overwrites secrets with zeros, as far as JavaScript lets us: engine copies are out of reach. */
export function wipe(...secrets: readonly (Uint8Array | undefined)[]): void {
  for (const secret of secrets) secret?.fill(0);
}
