/** Ciphertexts that somebody else made: looked at before SEAL reads them, and whatever SEAL says of them is said as this (S28). */
import { type FheContext, hasGenuinePrefix, isSealRefusal } from '@touchstone/core/fhe/context.ts';
import type { SchemeParameters } from '@touchstone/core/fhe/params.ts';
import { ApiError } from '../frame/errors.ts';

/**
 * SEAL refuses by an exception of C++ that leaves WebAssembly through JavaScript, and each leaves its share of the stack behind:
 * after about 4,000 of them SEAL calls whatever it finds there. Measured with node-seal 7.
 */
export const MOST_REFUSALS = 500;

let refusals = 0;

/** Whether this thread has to be replaced for what refusals have left on its stack. */
export function isStackSpent(): boolean {
  return refusals >= MOST_REFUSALS;
}

/** Runs an action on these ciphertexts, of which there may be none. Throws INVALID_CIPHERTEXT for what SEAL does not write or refuses. */
export function withForeign<T>(
  context: FheContext<SchemeParameters>,
  foreign: readonly Uint8Array[],
  action: () => T,
): T {
  if (foreign.some((body) => !hasGenuinePrefix(context, body))) throw new ApiError('INVALID_CIPHERTEXT');
  try {
    return action();
  } catch (error) {
    if (foreign.length === 0 || !isSealRefusal(error)) throw error;
    refusals++;
    throw new ApiError('INVALID_CIPHERTEXT');
  }
}
