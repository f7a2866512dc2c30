import { ApiFailure } from '@touchstone/core/api/client.ts';

/**
 * Which of a form's fields a refusal is about: the server names the member first, in backticks. Null where the refusal
 * is about none of them.
 */
export function errorField<F extends string>(error: unknown, fields: readonly F[]): F | null {
  if (!(error instanceof ApiFailure)) return null;
  const named = /`([^`]+)`/.exec(error.message)?.[1]?.split('.')[0];
  return fields.find((field) => field === named) ?? null;
}
