import { ApiFailure } from '@touchstone/core/api/client.ts';
import { useState } from 'react';
import type { WorkState } from '../work/use-work.ts';
import { errorField } from './error-field.ts';

export type FieldErrors<F extends string> = Partial<Readonly<Record<F, string>>>;

export interface FieldErrorView<F extends string> {
  /** The sentence at a field; empty where nothing is wrong with it. */
  readonly at: (field: F) => string;
  /** Takes over what this page found; true where that is nothing, so that the request may be sent. */
  readonly check: (found: FieldErrors<F>) => boolean;
  /** The field has changed: what was wrong with it is out of date. */
  readonly changed: (field: F) => void;
}

/** What is wrong with a form's fields: found by the page before it asks, or by the server, which names the member. */
export function useFieldErrors<F extends string>(
  state: WorkState,
  fields: readonly F[],
  /** The field that names something which the server has to know: NOT_FOUND is about it. */
  naming?: F,
): FieldErrorView<F> {
  const [own, setOwn] = useState<FieldErrors<F>>({});
  const [seen, setSeen] = useState<readonly F[]>([]);
  const refusal = state.status === 'failed' && state.error instanceof ApiFailure ? state.error : null;
  const refused = refusal?.code === 'NOT_FOUND' ? naming : errorField(refusal, fields);
  return {
    at(field) {
      const found = own[field];
      if (found !== undefined) return found;
      return field === refused && refusal !== null && !seen.includes(field) ? refusal.message : '';
    },
    check(found) {
      setOwn(found);
      setSeen([]);
      return Object.keys(found).length === 0;
    },
    changed(field) {
      setOwn(({ [field]: _outdated, ...rest }) => rest as FieldErrors<F>);
      setSeen((before) => [...before, field]);
    },
  };
}
