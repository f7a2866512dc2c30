import { ApiFailure } from '@touchstone/core/api/client.ts';

/**
 * Which of a form's fields a refusal is about, as `X-Error-Field` names it: the member itself, or else the one that holds
 * it. Null where it is about none of them.
 */
export function errorField<F extends string>(error: unknown, fields: readonly F[]): F | null {
  if (!(error instanceof ApiFailure)) return null;
  for (let path = error.field; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) return field;
  }
  return null;
}
