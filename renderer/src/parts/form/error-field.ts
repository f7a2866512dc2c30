import { ApiFailure } from '@touchstone/core/api/client.ts';

/** Which of a form's fields a refusal is about, as `X-Error-Field` names it. Null where it is about none of them. */
export function errorField<F extends string>(error: unknown, fields: readonly F[]): F | null {
  if (!(error instanceof ApiFailure)) return null;
  const named = error.field.split('.')[0];
  return fields.find((field) => field === named) ?? null;
}
