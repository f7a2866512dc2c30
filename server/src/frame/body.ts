/** Request bodies before they are read: bytes in shared memory, so that a worker can read a large one without a copy. */

/**
 * From here on a body is parsed in a worker. Measured: parsing, validating, hashing and building takes about 0.15 ms for
 * each KiB, so that what stays on the event loop holds it for less than 10 ms.
 */
export const LARGE_BODY_BYTES = 32 * 1024;

export type Pieces = readonly Uint8Array<SharedArrayBuffer>[];

/** One copy of all pieces, in memory of its own. */
export function joined(pieces: Pieces): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** What a body has to bring in each of these spans, so that nobody holds memory for the asking (S37). */
export interface Pace {
  readonly spanMs: number;
  readonly bytesPerSecond: number;
}

/** How many bytes of request bodies are held at once (S37). */
export interface BodyLimits {
  readonly inAll: number;
  readonly perAccount: number;
  /** All who have no key, and all accounts of the free plan, together. */
  readonly strangers: number;
  /** Of `inAll`, what only console and administrator may use. */
  readonly kept: number;
}
