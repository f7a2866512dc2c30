/** What kind a failure of a request is. What a person reads of it is in `parts/work/error-sentence.ts`. */
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';

export function isOffline(error: unknown): boolean {
  return error instanceof ConnectionFailure;
}

/** Whether opening the console anew, with a fresh start token, is what helps. */
export function needsSession(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}

/** Whether what was read before still stands: the server did not answer this time, or could not, and has said nothing against it. */
export function stillStands(error: unknown): boolean {
  return (
    error === null || isOffline(error) || (error instanceof ApiFailure && (error.status === 429 || error.status >= 500))
  );
}
