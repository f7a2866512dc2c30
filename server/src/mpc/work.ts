/** What the contract's schema cannot say of the body that opens a session. */
import { api } from '@touchstone/core/api/api.ts';
import { MOST_WEIGHT, type Task } from '@touchstone/core/mpc/computations.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { invalid } from '../frame/errors.ts';
import type { BodyOf } from '../frame/work.ts';

export type InitBody = BodyOf<typeof api.crypto.mpc.init>;

/** What is to be computed. Throws INVALID_REQUEST for a body that no state of the server would make valid. */
export function taskIn({ participants, threshold, computation, custom }: InitBody): Task {
  if (threshold > participants) throw invalid('threshold', '`threshold` must be at most `participants`.');
  if (computation !== 'custom') {
    if (custom !== undefined) throw invalid('custom', '`custom` belongs to the computation custom only.');
    return computation;
  }
  if (custom === undefined) throw invalid('custom', '`custom` must say what is computed.');
  const { kind, weights, threshold: bound } = custom;
  if (kind !== 'weighted_sum' && weights !== undefined) {
    throw invalid('custom.weights', '`custom.weights` belongs to weighted_sum only.');
  }
  if (kind !== 'count_above' && bound !== undefined) {
    throw invalid('custom.threshold', '`custom.threshold` belongs to count_above only.');
  }
  if (kind === 'variance') return { kind };
  if (kind === 'count_above') {
    if (bound === undefined) throw invalid('custom.threshold', '`custom.threshold` must say above what is counted.');
    return { kind, threshold: bound };
  }
  if (weights?.length !== participants) {
    throw invalid('custom.weights', '`custom.weights` must have one weight for each participant.');
  }
  const zero = weights.indexOf(0);
  if (zero >= 0) throw invalid(`custom.weights.${zero}`, `\`custom.weights.${zero}\` must not be zero.`);
  if (weights.reduce((sum, weight) => sum + Math.abs(weight), 0) > MOST_WEIGHT) {
    throw invalid('custom.weights', `\`custom.weights\` must have sizes of at most ${MOST_WEIGHT} together.`);
  }
  return { kind, weights };
}

export const checks = [bodyCheck(api.crypto.mpc.init, (body) => void taskIn(body))] as const;
