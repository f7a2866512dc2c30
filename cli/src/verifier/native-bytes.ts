/**
 * The functions of `core/src/bytes.ts`, base64 and hexadecimal by Node: a signature may have 40,000 characters. The bundle of
 * pq-verify puts this module in that one's place; a test compares the two.
 */
export * from '@touchstone/core/bytes.ts';

/** Lower-case hexadecimal, two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  return bufferOver(bytes).toString('hex');
}

/** Base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  return bufferOver(bytes).toString('base64url');
}

/** Reads padded base64 (RFC 4648 section 4), one spelling only: no white space, zero trailing bits; else `null`. */
export function fromBase64(text: string): Uint8Array | null {
  return decode(text, 'base64');
}

/** Reads unpadded base64url (RFC 4648 section 5), one spelling only; else `null`. */
export function fromBase64Url(text: string): Uint8Array | null {
  return decode(text, 'base64url');
}

/**
 * Node passes over what is not of the encoding and takes the digits of either alphabet. A text is the one spelling of its
 * bytes if it has their length, none of the other alphabet's digits, and the end that Node writes for them.
 */
function decode(text: string, encoding: 'base64' | 'base64url'): Uint8Array | null {
  const bytes = Buffer.from(text, encoding);
  const lastGroup = Math.max(0, Math.floor((bytes.length - 1) / 3));
  const end = bytes.toString(encoding, 3 * lastGroup);
  if (text.length !== 4 * lastGroup + end.length || !text.endsWith(end)) return null;
  return NOT_OF[encoding].some((digit) => text.includes(digit)) ? null : new Uint8Array(bytes);
}

const NOT_OF = { base64: ['-', '_'], base64url: ['+', '/'] } as const;

/** The same memory. */
function bufferOver({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
