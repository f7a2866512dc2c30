/**
 * What the contract's schemas cannot say about a body and what needs nothing but the body. Handlers refuse such bodies
 * themselves; the checks let the frame say so first where the balance is short (order of refusal, decisions section 1).
 */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { BodyOf } from './work.ts';

export interface BodyCheck {
  readonly operation: Endpoint;
  /** Throws INVALID_REQUEST for a body that has passed its contract and that no state of the server would make valid. */
  readonly check: (body: unknown) => void;
}

/** Each room exports its own as `checks` of its `work.ts`; `workers/body-checks.ts` collects them. */
export function bodyCheck<const E extends Endpoint>(operation: E, check: (body: BodyOf<E>) => void): BodyCheck {
  // `readBody` has held the body against the contract from which the type comes.
  return { operation, check: check as (body: unknown) => void };
}
