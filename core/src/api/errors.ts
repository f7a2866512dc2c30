/** The one catalogue of errors and both envelopes (documents 2 and 3, "Errors"; decisions, section 1). Codes are never reused or renamed. */
import type { EnvelopeKind } from './services.ts';

export interface ErrorRow {
  readonly status: number;
  /** What the client reads unless the server has something more exact to say. */
  readonly message: string;
}

export const ERRORS = {
  INVALID_REQUEST: { status: 400, message: 'The request is not valid.' },
  INVALID_CIPHERTEXT: { status: 400, message: 'The ciphertext is malformed or was encrypted with a different key.' },
  NOISE_BUDGET_EXHAUSTED: {
    status: 400,
    message: 'The homomorphic noise budget is exhausted. Reduce the depth or refresh the ciphertext.',
  },
  INVALID_PROOF: { status: 400, message: 'The proof could not be decoded.' },
  UNAUTHORIZED: { status: 401, message: 'The Authorization header is missing or malformed.' },
  INVALID_KEY: { status: 401, message: 'The API key is invalid, expired or revoked.' },
  INSUFFICIENT_CREDITS: { status: 402, message: 'The credit balance is too low for this operation.' },
  INVALID_SCOPE: { status: 403, message: 'The key lacks permission for this operation.' },
  FORBIDDEN_ORIGIN: { status: 403, message: 'Requests from other web origins are refused.' },
  KEY_REVOKED: { status: 403, message: 'Key Revoked' },
  KEY_EXPIRED: { status: 403, message: 'The key has expired.' },
  BAA_REQUIRED: { status: 403, message: 'The business-associate agreement has not been accepted for this user.' },
  NOT_FOUND: { status: 404, message: 'Nothing was found at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support this method.' },
  CONFLICT: { status: 409, message: 'The request conflicts with the current state.' },
  SESSION_CONFLICT: { status: 409, message: 'Another session on this contract is open.' },
  SESSION_EXPIRED: { status: 410, message: 'The session has expired. Create a new one.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request body arrived too slowly.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Bodies must be sent as application/json.' },
  MISDIRECTED_REQUEST: { status: 421, message: 'The Host header does not name this server.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait for the number of seconds in Retry-After.' },
  INTERNAL: { status: 500, message: 'The server had an internal error.' },
  NOT_IMPLEMENTED: { status: 501, message: 'This operation is not available in this version.' },
  UPSTREAM_FAILED: { status: 502, message: 'The other service gave no usable answer.' },
  OVERLOADED: { status: 503, message: 'The server is busy. Wait for the number of seconds in Retry-After.' },
  LOCKED: { status: 503, message: 'The server is locked. Unlock it with the passphrase.' },
  ROLLED_BACK: { status: 503, message: 'The database is older than its mark, so the server does not use it.' },
  INSUFFICIENT_STORAGE: { status: 507, message: 'The disk of the server is full. Nothing was changed.' },
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERRORS, text);
}

export interface ErrorDetail {
  readonly code: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  /** The member that is wrong, as a path such as `subject.name`; empty where no single one is. */
  readonly field: string;
}

/** Document 2's error body. */
export interface CryptoErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly status: number;
    readonly request_id: string;
  };
}

/** Document 3's error body. */
export interface PlatformErrorBody {
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: { readonly field: string; readonly reason: string };
  };
  readonly requestId: string;
}

/** The error body as a service's clients expect it. */
export function errorBody(kind: EnvelopeKind, detail: ErrorDetail): CryptoErrorBody | PlatformErrorBody {
  const { code, message, requestId, field } = detail;
  if (kind === 'platform') return { error: { code, message, details: { field, reason: message } }, requestId };
  return { error: { code, message, status: ERRORS[code].status, request_id: requestId } };
}

/** Names the member that an error is about, in both envelopes (decisions 12.30): pages read this and no prose. */
export const ERROR_FIELD_HEADER = 'X-Error-Field';

/** Longer names are cut: what a client sent may be of any length, and no member of ours is as long. */
const LONGEST_FIELD = 200;

/**
 * The value of `X-Error-Field`: the path of a member, with every character but visible ASCII, and `%` itself, as the percent
 * encoding of its UTF-8 bytes; null where no single member is wrong.
 */
export function errorFieldHeader(field: string): string | null {
  let value = '';
  for (const character of field.toWellFormed()) {
    const encoded = /^[!-$&-~]$/.test(character) ? character : percentEncoded(character);
    if (value.length + encoded.length > LONGEST_FIELD) break;
    value += encoded;
  }
  return value === '' ? null : value;
}

/** The path that a value of `X-Error-Field` states; empty for none, or for what no server of ours sends. */
export function errorFieldOf(value: string | null): string {
  try {
    return decodeURIComponent(value ?? '');
  } catch {
    return '';
  }
}

/** `encodeURIComponent` leaves no character as it is that is not visible ASCII. */
function percentEncoded(character: string): string {
  return character === '%' ? '%25' : encodeURIComponent(character);
}
