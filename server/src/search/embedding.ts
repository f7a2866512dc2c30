/** Vectors as they come: base64 of little-endian floats of 32 bits (decisions, section 7). */

import { bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';

const LEAST_VALUES = 64;
const MOST_VALUES = 1_024;
const FLOAT_BYTES = 4;

/** A vector of length 1 in the direction of the one that is given. Throws INVALID_REQUEST for what is none. */
export function unitVector(field: string, text: string): Float64Array {
  const bytes = bytesIn(field, text);
  const count = bytes.length / FLOAT_BYTES;
  if (!Number.isInteger(count) || count < LEAST_VALUES || count > MOST_VALUES) {
    throw invalid(field, `\`${field}\` must be base64 of ${LEAST_VALUES} to ${MOST_VALUES} floats of 32 bits.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const values = Float64Array.from({ length: count }, (_, at) => view.getFloat32(FLOAT_BYTES * at, true));
  const length = Math.hypot(...values);
  if (!Number.isFinite(length)) throw invalid(field, `\`${field}\` must hold numbers: no infinity and no NaN.`);
  if (length === 0) throw invalid(field, `\`${field}\` must not be zero everywhere: such a vector has no direction.`);
  return values.map((value) => value / length);
}
