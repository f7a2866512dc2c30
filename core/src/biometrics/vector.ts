/** Feature vectors of a recogniser, as they are compared: of length 1, and rounded (crypto, section 3). */

/** Values of a vector. */
export const LEAST_DIMENSIONS = 64;
export const MOST_DIMENSIONS = 1024;

/**
 * Length that a vector has when it is rounded. With it every inner product lies within half of t = 1032193, whatever the
 * vectors: rounding adds at most 16 to the length. Each value moves by half at most, so a vector of n values turns by an angle
 * whose sine is √n/1400 at most, and the cosine of two by less than √n/700, where both are made for it.
 */
const SCALE = 700;

export interface QuantisedVector {
  readonly values: Int16Array;
  /** Its inner product with itself. */
  readonly square: number;
}

/** Reads little-endian 32-bit floats; null where they are no vector with a direction, or not 64 to 1,024 finite numbers. */
export function quantisedVector(bytes: Uint8Array): QuantisedVector | null {
  const count = bytes.length / 4;
  if (!Number.isInteger(count) || count < LEAST_DIMENSIONS || count > MOST_DIMENSIONS) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const floats = Float64Array.from({ length: count }, (_, at) => view.getFloat32(4 * at, true));
  const length = Math.sqrt(floats.reduce((sum, value) => sum + value * value, 0));
  if (!Number.isFinite(length) || length === 0) return null;
  const values = Int16Array.from(floats, (value) => Math.round((value / length) * SCALE));
  floats.fill(0);
  return { values, square: values.reduce((sum, value) => sum + value * value, 0) };
}

/** The cosine of two rounded vectors, from their inner product. */
export function cosineOf(product: number, squareA: number, squareB: number): number {
  return Math.max(-1, Math.min(1, product / Math.sqrt(squareA * squareB)));
}
