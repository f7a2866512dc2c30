/** Receives request bodies in shared memory, so that a worker can read a large one without a copy on the event loop. */
import type { Readable } from 'node:stream';
import type { Pace, Pieces } from '../frame/body.ts';
import { ApiError } from '../frame/errors.ts';
import { BODY_STEP, type BodyShare } from './body-budget.ts';

const PACE: Pace = { spanMs: 5_000, bytesPerSecond: 64 * 1024 };

/** Of a body that nobody limits. */
const UNLIMITED: BodyShare = { grow: () => undefined, release: () => undefined };

/** The bytes as they came, in their order. */
export class RequestBody {
  readonly length: number;
  #pieces: Pieces;
  readonly #share: BodyShare;
  constructor(pieces: Pieces, share: BodyShare = UNLIMITED) {
    this.#pieces = pieces;
    this.#share = share;
    this.length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  }

  get pieces(): Pieces {
    return this.#pieces;
  }

  /** Whether a handler works on it, which then releases it. */
  isTaken = false;

  /** Lets go of the bytes, and gives back what they took of the budget. */
  release(): void {
    this.#pieces = [];
    this.#share.release();
  }
}

/**
 * Reads a body of at most `limit` bytes. `stated` is the value of Content-Length; NaN without one. Throws
 * PAYLOAD_TOO_LARGE, INVALID_REQUEST where the length is not the stated one, OVERLOADED where `share` cannot grow, and
 * REQUEST_TIMEOUT where the bytes come too slowly. Memory grows with the bytes that come, not with the length that is stated.
 */
export async function receiveBody(
  stream: Readable,
  stated: number,
  limit: number,
  share: BodyShare = UNLIMITED,
  pace: Pace = PACE,
): Promise<RequestBody> {
  if (stated > limit) throw new ApiError('PAYLOAD_TOO_LARGE');
  try {
    return new RequestBody(await receivePieces(stream, stated, limit, share, pace), share);
  } catch (error) {
    share.release();
    throw error;
  }
}

/** From here on memory comes from the system and goes back to it, past the C library, which keeps blocks of this size. */
const OWN_PAGES_BYTES = 256 * 1024;

function shared(bytes: number): Uint8Array<SharedArrayBuffer> {
  if (bytes < OWN_PAGES_BYTES) return new Uint8Array(new SharedArrayBuffer(bytes));
  // One that could grow has pages of its own; this one never does.
  return new Uint8Array(new SharedArrayBuffer(bytes, { maxByteLength: bytes }), 0, bytes);
}

async function receivePieces(
  stream: Readable,
  stated: number,
  limit: number,
  share: BodyShare,
  pace: Pace,
): Promise<Pieces> {
  const pieces: Uint8Array<SharedArrayBuffer>[] = [];
  let received = 0;
  const nextPiece = () => {
    const bytes = Number.isNaN(stated) ? BODY_STEP : Math.min(BODY_STEP, stated - received);
    share.grow(bytes);
    return shared(bytes);
  };
  let piece = nextPiece();
  let used = 0;
  await new Promise<void>((resolve, reject) => {
    let before = 0;
    const hurry = setInterval(() => {
      // What has come while the event loop was busy counts too.
      setImmediate(() => {
        if ((received - before) * 1000 < pace.bytesPerSecond * pace.spanMs) finish(new ApiError('REQUEST_TIMEOUT'));
        before = received;
      });
    }, pace.spanMs);
    const finish = (error: Error | null) => {
      clearInterval(hurry);
      stream.off('data', take).off('end', ended).off('error', finish);
      if (error === null) resolve();
      else reject(error);
    };
    const take = (chunk: Uint8Array) => {
      const sum = received + chunk.length;
      if (sum > limit) return finish(new ApiError('PAYLOAD_TOO_LARGE'));
      if (sum > stated) return finish(new ApiError('INVALID_REQUEST', 'The body is not as long as stated.'));
      try {
        keep(chunk);
      } catch (error) {
        finish(error as ApiError);
      }
    };
    const keep = (chunk: Uint8Array) => {
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
        received += part.length;
      }
    };
    const ended = () => finish(null);
    stream.on('data', take).on('end', ended).on('error', finish);
    stream.resume();
  }).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw new ApiError('INVALID_REQUEST', 'The body could not be read completely.');
  });
  if (!Number.isNaN(stated) && received !== stated) {
    throw new ApiError('INVALID_REQUEST', 'The body is not as long as stated.');
  }
  pieces.push(piece.subarray(0, used));
  return pieces;
}
