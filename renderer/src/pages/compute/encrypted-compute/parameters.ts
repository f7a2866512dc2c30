/** The parameters of a key, and how they are written. */
import { type FheParameters, MAX_DEPTH, PARAMETERS } from '@touchstone/core/fhe/params.ts';
import { formatCount } from '../../../lib/format.ts';
import type { KeyItem } from './key-items.ts';

export const mostDepth = MAX_DEPTH;

export function parametersOf({ profile }: Pick<KeyItem, 'profile'>): FheParameters {
  return profile === null ? PARAMETERS.ckks : PARAMETERS[`bfv-${profile}`];
}

/** The largest value: as a number, or as a power of two. */
export function rangeText({ range }: Pick<FheParameters, 'range'>): string {
  const power = Math.log2(range);
  return Number.isInteger(power) ? `2^${power}` : formatCount(range);
}
