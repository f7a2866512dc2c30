/** Ciphertexts that somebody else made: looked at before SEAL computes on them, and whatever SEAL says of them is said as this (S28). */
import { type FheContext, isWellFormed, refusedBySeal } from '@touchstone/core/fhe/context.ts';
import type { SchemeParameters } from '@touchstone/core/fhe/params.ts';
import { invalidCiphertext } from '../frame/errors.ts';

export interface Foreign {
  /** The member in which it came. */
  readonly field: string;
  readonly body: Uint8Array;
}

/** Runs an action on such ciphertexts, of which there may be none. Throws INVALID_CIPHERTEXT for what SEAL does not write or refuses. */
export function withForeign<T>(context: FheContext<SchemeParameters>, foreign: readonly Foreign[], action: () => T): T {
  const wrong = foreign.find(({ body }) => !isWellFormed(context, body));
  if (wrong !== undefined) throw invalidCiphertext(wrong.field);
  try {
    return action();
  } catch (error) {
    const last = foreign.at(-1);
    // A result without any encryption, as of two that cancel out.
    if (last !== undefined && refusedBySeal(error)) throw invalidCiphertext(last.field);
    throw error;
  }
}
