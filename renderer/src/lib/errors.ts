import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import type { ErrorCode } from '@touchstone/core/api/errors.ts';
import { bridge } from './shell/live-bridge.ts';

/** How a window without a session gets one. */
export const SIGN_IN_HINT = bridge.capabilities.signIn
  ? 'Close the application and start it again.'
  : 'Open the console from its start file, open-console.html in the data folder.';

/** What a person reads for each code: what happened and what can be done. Exhaustive by type. */
const SENTENCES: Record<ErrorCode | 'UNKNOWN', string> = {
  INVALID_REQUEST: 'The server did not accept the input.',
  INVALID_CIPHERTEXT: 'The ciphertext is malformed or was encrypted with a different key.',
  NOISE_BUDGET_EXHAUSTED: 'The computation is too deep for this ciphertext. Refresh it or choose larger parameters.',
  INVALID_PROOF: 'The proof could not be decoded.',
  UNAUTHORIZED: `This window is not signed in to the embedded server. ${SIGN_IN_HINT}`,
  INVALID_KEY: `The session has ended, probably because the server was restarted. ${SIGN_IN_HINT}`,
  INSUFFICIENT_CREDITS: 'The account does not have enough units for this operation.',
  INVALID_SCOPE: 'This session may not do that.',
  FORBIDDEN_ORIGIN: 'The server refuses requests from this address. Open the console at the address that it printed.',
  KEY_REVOKED: 'The key is revoked.',
  KEY_EXPIRED: 'The key has expired.',
  BAA_REQUIRED: 'The business-associate agreement must be accepted first.',
  NOT_FOUND: 'Nothing is found under this name. It may have been removed.',
  METHOD_NOT_ALLOWED: 'The server does not know this operation. Console and server may have different versions.',
  CONFLICT: 'This contradicts what the server holds already.',
  SESSION_CONFLICT: 'Another session is open. End it first.',
  SESSION_EXPIRED: 'The session has expired. Begin a new one.',
  REQUEST_TIMEOUT: 'The input arrived too slowly. Try again.',
  PAYLOAD_TOO_LARGE: 'The input is larger than the server takes.',
  UNSUPPORTED_MEDIA_TYPE: 'The server takes JSON only.',
  MISDIRECTED_REQUEST: 'The server does not answer under this host name. Open the address that it printed.',
  RATE_LIMITED: 'Too many requests in a short time. Wait a moment and try again.',
  INTERNAL: 'The server met an internal error. Its log says more.',
  NOT_IMPLEMENTED: 'This operation is not available in this version.',
  UPSTREAM_FAILED: 'The other service could not be reached, or did not give a usable answer.',
  OVERLOADED: 'The server is busy. Wait a moment and try again.',
  LOCKED: 'The server is locked. Unlock it with its passphrase.',
  ROLLED_BACK: 'The database is older than it was. The server does not serve it until somebody decides.',
  INSUFFICIENT_STORAGE: 'The disk of the server is full. Nothing was changed. Free some space and try again.',
  UNKNOWN: 'The server gave an answer that this console does not understand.',
};

const CONNECTION: Record<ConnectionFailure['kind'], string> = {
  unreachable: 'The embedded server cannot be reached. Verification works without it.',
  timeout: 'The embedded server did not answer in time.',
  aborted: 'The request was given up.',
};

/** One or two sentences for a failed request; the server's own words are added where they say more. */
export function sentenceFor(error: unknown): string {
  if (error instanceof ConnectionFailure) return CONNECTION[error.kind];
  if (error instanceof ApiFailure) {
    const saysMore =
      error.code === 'INVALID_REQUEST' ||
      error.code === 'CONFLICT' ||
      error.code === 'UPSTREAM_FAILED' ||
      error.code === 'UNKNOWN';
    return saysMore ? `${SENTENCES[error.code]} ${error.message}` : SENTENCES[error.code];
  }
  return 'Something went wrong in this page.';
}

export function isOffline(error: unknown): boolean {
  return error instanceof ConnectionFailure;
}

/** Whether opening the console anew, with a fresh start token, is what helps. */
export function needsSession(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
