/**
 * Bodies that are megabytes of base64 and little else. As text they would be read character by character and leave four times
 * their size for V8 to collect, which took longer than encrypted computation itself. So long base64 is decoded from the bytes,
 * and a short text stands in its place while the rest is read as every other body.
 */
import { randomBytes } from 'node:crypto';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { joined, type Pieces } from '../frame/body.ts';
import { readBody } from '../frame/contract.ts';
import { ApiError } from '../frame/errors.ts';
import { untilJobEnds } from './spent-bytes.ts';

/** Shorter texts stay where they are. */
const LONG = 4_096;
const QUOTE = 0x22;
const MINUS = 0x2d;
const EQUALS = 0x3d;
const UNDERSCORE = 0x5f;
const STAND_IN_BYTES = 15;

/**
 * The members of a body that keeps the contract. Those that are long base64 come as bytes. Throws INVALID_REQUEST for what
 * `readBody` refuses, in its words.
 */
export function readLongBody(operation: Endpoint, pieces: Pieces): Readonly<Record<string, unknown>> {
  const bytes = untilJobEnds(joined(pieces));
  const { short, taken } = withoutLongBase64(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  let body: object;
  try {
    body = readBody(operation, short) as object;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The place that a refusal names is one in the whole body.
    return readBody(operation, bytes) as Readonly<Record<string, unknown>>;
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, taken.get(value) ?? value]));
}

/**
 * What is taken out stands between two quotation marks and is base64, which holds none: in valid JSON that is a text as a whole,
 * or the rest of one that does not end up as a stand-in alone.
 */
function withoutLongBase64(bytes: Buffer): {
  readonly short: Uint8Array;
  readonly taken: ReadonlyMap<unknown, Uint8Array>;
} {
  const taken = new Map<unknown, Uint8Array>();
  const kept: Uint8Array[] = [];
  let keptTo = 0;
  for (let from = bytes.indexOf(QUOTE) + 1; from > 0; ) {
    const to = bytes.indexOf(QUOTE, from);
    if (to < 0) break;
    const decoded = to - from < LONG ? null : decodedBase64(bytes.subarray(from, to));
    if (decoded !== null) {
      // Nobody can guess one, and send it as a text of their own.
      const standIn = randomBytes(STAND_IN_BYTES).toString('base64');
      taken.set(standIn, untilJobEnds(decoded));
      kept.push(bytes.subarray(keptTo, from), Buffer.from(standIn));
      keptTo = to;
    }
    from = to + 1;
  }
  kept.push(bytes.subarray(keptTo));
  return { short: taken.size === 0 ? bytes : Buffer.concat(kept), taken };
}

/** As the contract's format has it: one spelling for each value. */
function decodedBase64(bytes: Buffer): Uint8Array | null {
  // What is no base64 shows that early, but for hostile bytes.
  if (!/^[A-Za-z0-9+/]*$/.test(bytes.toString('latin1', 0, 64))) return null;
  // Node reads base64url as well, stops at padding, and skips what it does not know: then the length is not the one expected.
  if (bytes.length % 4 !== 0 || bytes.includes(MINUS) || bytes.includes(UNDERSCORE)) return null;
  const padding = bytes.at(-2) === EQUALS ? 2 : bytes.at(-1) === EQUALS ? 1 : 0;
  const length = (bytes.length / 4) * 3 - padding;
  const decoded = plainBytes(Buffer.from(bytes.toString('latin1'), 'base64'));
  if (decoded.length !== length) return null;
  // Bits behind the last byte stand in the last four letters.
  const end = Buffer.from(decoded.subarray(length - (3 - padding))).toString('base64');
  return end === bytes.toString('latin1', bytes.length - 4) ? decoded : null;
}

/** The same bytes: SEAL takes no Buffer. */
export function plainBytes({ buffer, byteOffset, byteLength }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
