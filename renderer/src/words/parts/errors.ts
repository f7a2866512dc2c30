import type { ConnectionFailure } from '@touchstone/core/api/client.ts';
import type { ErrorCode } from '@touchstone/core/api/errors.ts';

/** What a person reads when a request fails: what happened and what to do. Exhaustive by type. */
export const words = {
  codes: {
    INVALID_REQUEST: 'The server did not accept the input.',
    INVALID_CIPHERTEXT: 'The ciphertext is malformed or was encrypted with a different key.',
    NOISE_BUDGET_EXHAUSTED: 'The computation is too deep for this ciphertext. Refresh it or choose larger parameters.',
    INVALID_PROOF: 'The proof could not be decoded.',
    UNAUTHORIZED: 'This window is not signed in to the embedded server.',
    INVALID_KEY: 'The session has ended, probably because the server was restarted.',
    INSUFFICIENT_CREDITS: 'The account does not have enough units for this operation.',
    INVALID_SCOPE: 'This session does not have permission for that.',
    FORBIDDEN_ORIGIN:
      'The server refuses requests from this address. Open the console at the address that the server printed.',
    KEY_REVOKED: 'The key is revoked.',
    KEY_EXPIRED: 'The key has expired.',
    BAA_REQUIRED: 'The user must accept the business-associate agreement first.',
    NOT_FOUND: 'Nothing was found under this name. It may have been removed.',
    METHOD_NOT_ALLOWED:
      'The server does not know this operation. The console and the server may have different versions.',
    CONFLICT: 'This contradicts what the server already holds.',
    SESSION_CONFLICT: 'Another session is open. End that session first.',
    SESSION_EXPIRED: 'The session has expired. Start a new one.',
    REQUEST_TIMEOUT: 'The input arrived too slowly. Try again.',
    PAYLOAD_TOO_LARGE: 'The input is larger than the server accepts.',
    UNSUPPORTED_MEDIA_TYPE: 'The server accepts only JSON.',
    MISDIRECTED_REQUEST:
      'The server does not answer under this host name. Open the console at the address that the server printed.',
    RATE_LIMITED: 'Too many requests in a short time. Wait a moment and try again.',
    INTERNAL: 'The server had an internal error. The server log has the details.',
    NOT_IMPLEMENTED: 'This operation is not available in this version.',
    UPSTREAM_FAILED: 'The other service could not be reached or gave no usable answer.',
    OVERLOADED: 'The server is busy. Wait a moment and try again.',
    LOCKED: 'The server is locked. Unlock it with the passphrase.',
    ROLLED_BACK: 'The database is older than before. The server does not use it until somebody decides what to do.',
    INSUFFICIENT_STORAGE: 'The disk of the server is full. Nothing was changed. Free some space and try again.',
    UNKNOWN: 'The server gave an answer that this console does not understand.',
  } satisfies Record<ErrorCode | 'UNKNOWN', string>,
  connection: {
    unreachable: 'The embedded server cannot be reached. Verification works without it.',
    timeout: 'The embedded server did not answer in time.',
    aborted: 'The request was cancelled.',
  } satisfies Record<ConnectionFailure['kind'], string>,
  /** How a window without a session gets one: in the desktop application, in a browser. */
  signIn: {
    desktop: 'Close the application and start it again.',
    browser: 'Open the console from its start file, open-console.html in the data folder.',
  },
  page: 'Something went wrong in this page.',
} as const;
