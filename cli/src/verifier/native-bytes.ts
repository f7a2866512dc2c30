/**
 * The functions of `core/src/bytes.ts`, base64 read by Node: a signature may have 40,000 characters. The bundle of pq-verify
 * puts this module in that one's place; a test compares the two.
 */
export * from '@touchstone/core/bytes.ts';

/** Reads padded base64 (RFC 4648 section 4), one spelling only: no white space, zero trailing bits; else `null`. */
export function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  // Node passes over what is no base64, and no two texts are the one spelling of the same bytes.
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : null;
}
