/** Receives request bodies in shared memory, so that a worker can read a large one without a copy on the event loop. */
import type { Readable } from 'node:stream';
import { ApiError } from '../errors.ts';

/**
 * From here on a body is parsed in a worker. Measured: parsing, validating, hashing and building takes about 0.15 ms for
 * each KiB, so that what stays on the event loop holds it for less than 10 ms.
 */
export const LARGE_BODY_BYTES = 32 * 1024;

/** Where the client does not state a length. */
const PIECE_BYTES = 1024 * 1024;

export type Pieces = readonly Uint8Array<SharedArrayBuffer>[];

/** The bytes as they came, in their order. */
export class RequestBody {
  readonly pieces: Pieces;
  readonly length: number;
  constructor(pieces: Pieces) {
    this.pieces = pieces;
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }
}

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

/**
 * Reads a body of at most `limit` bytes. `stated` is the value of Content-Length; NaN without one. Throws
 * PAYLOAD_TOO_LARGE, and INVALID_REQUEST where the length is not the stated one.
 */
export async function receiveBody(stream: Readable, stated: number, limit: number): Promise<RequestBody> {
  if (stated > limit) throw new ApiError('PAYLOAD_TOO_LARGE');
  const pieces: Uint8Array<SharedArrayBuffer>[] = [];
  const nextPiece = () => new Uint8Array(new SharedArrayBuffer(Number.isNaN(stated) ? PIECE_BYTES : stated));
  let piece = nextPiece();
  let used = 0;
  let received = 0;
  await new Promise<void>((resolve, reject) => {
    const finish = (error: Error | null) => {
      stream.off('data', take).off('end', ended).off('error', finish);
      if (error === null) resolve();
      else reject(error);
    };
    const take = (chunk: Uint8Array) => {
      received += chunk.length;
      if (received > limit) return finish(new ApiError('PAYLOAD_TOO_LARGE'));
      if (received > stated) return finish(new ApiError('INVALID_REQUEST', 'The body is not as long as stated.'));
      for (let at = 0; at < chunk.length; ) {
        if (used === piece.length) {
          pieces.push(piece);
          piece = nextPiece();
          used = 0;
        }
        const part = chunk.subarray(at, at + piece.length - used);
        piece.set(part, used);
        used += part.length;
        at += part.length;
      }
    };
    const ended = () => finish(null);
    stream.on('data', take).on('end', ended).on('error', finish);
    stream.resume();
  }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw new ApiError('INVALID_REQUEST', 'The body could not be read to its end.');
  });
  if (!Number.isNaN(stated) && received !== stated) {
    throw new ApiError('INVALID_REQUEST', 'The body is not as long as stated.');
  }
  pieces.push(piece.subarray(0, used));
  return new RequestBody(pieces);
}
