/** Waiting for the server only as long as the caller wants. */
import { MissingReceipt } from './failures.ts';
import { type Platform, pause } from './platform.ts';
import type { AbortSignalLike } from './types/connection.ts';

export interface WaitLimit {
  readonly waitMs: number;
  readonly signal?: AbortSignalLike;
  /** Idempotency key of what is waited for; null where it is more than one entry. */
  readonly key: string | null;
}

/** Waits for a promise within a limit. Rejects with MissingReceipt, `waiting` or `aborted`, where it is reached; the work itself goes on. */
export async function within<T>(
  platform: Pick<Platform, 'after'>,
  promise: Promise<T>,
  { waitMs, signal, key }: WaitLimit,
): Promise<T> {
  let isAnswered = false;
  const ended = new AbortController();
  const answered = promise.finally(() => {
    isAnswered = true;
    ended.abort();
  });
  const givenUp = pause(platform, waitMs, [signal, ended.signal]).then((): T | Promise<T> => {
    if (isAnswered) return answered;
    if (signal?.aborted === true) {
      throw new MissingReceipt('aborted', 'The caller gave up. What was asked is still delivered.', { key });
    }
    throw new MissingReceipt('waiting', 'The server did not answer in time. What was asked is still delivered.', {
      key,
    });
  });
  return Promise.race([answered, givenUp]);
}
