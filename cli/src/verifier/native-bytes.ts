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

function decode(text: string, encoding: 'base64' | 'base64url'): Uint8Array | null {
  const bytes = Buffer.from(text, encoding);
  // Node passes over what is not of the encoding, and no two texts are the one spelling of the same bytes.
  return bytes.toString(encoding) === text ? new Uint8Array(bytes) : null;
}

/** The same memory. */
function bufferOver({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
