/** What kind a failure of a request is. What a person reads of it is in `parts/work/error-sentence.ts`. */
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';

export function isOffline(error: unknown): boolean {
  return error instanceof ConnectionFailure;
}

/** Whether opening the console anew, with a fresh start token, is what helps. */
export function needsSession(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
