/** Members of a body that carry bytes. The contract has let through only well-formed base64. */
import { fromBase64 } from '@touchstone/core/bytes.ts';
import { invalid } from './errors.ts';

/** The bytes of a base64 member. */
export function bytesIn(field: string, text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === null) throw invalid(field, `\`${field}\` is not valid base64 (RFC 4648 section 4, padded).`);
  return bytes;
}

/** How many bytes a well-formed base64 text stands for, without decoding it. */
export function byteLengthOf(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}
