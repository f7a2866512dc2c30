import { ERRORS, type ErrorCode } from '@touchstone/core/api/errors.ts';

/** A refusal as plain data, for the way out of a worker. */
export interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  readonly field: string;
}

/** What a handler throws to refuse: a code of the catalogue, and what to say beyond it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  /** The member that is wrong, as a path such as `subject.name`; empty where no single one is. */
  readonly field: string;
  /** Seconds, for RATE_LIMITED. */
  readonly retryAfterSeconds: number | null;
  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    extra: { readonly field?: string; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.field = extra.field ?? '';
    this.retryAfterSeconds = extra.retryAfterSeconds ?? null;
  }
}

/** INVALID_REQUEST that names the member. `sentence` begins with it: "`data` must be …". */
export function invalid(field: string, sentence: string): ApiError {
  return new ApiError('INVALID_REQUEST', sentence, { field });
}

/** INVALID_CIPHERTEXT that names the member. */
export function invalidCiphertext(field: string): ApiError {
  return new ApiError('INVALID_CIPHERTEXT', undefined, { field });
}
