import { RATE } from '../../commitment.ts';
import { fillRange } from '../../range/trace.ts';
import { defineProver } from '../prover.ts';
import { ageThreshold, COLUMNS, HIGHEST_AGE, TAG } from './air.ts';

export interface AgeWitness {
  /** In whole years, 0 to 16,383. */
  readonly age: number;
}

export const ageThresholdProver = defineProver<AgeWitness>({
  statement: ageThreshold,
  encode({ age }) {
    if (!Number.isInteger(age) || age < 0 || age > HIGHEST_AGE) {
      throw new RangeError(`an age is 0 to ${HIGHEST_AGE}`);
    }
    return { tag: TAG, limbs: [age, 0], lanes: null };
  },
  fill(trace, { age }, { publicValues }) {
    fillRange(trace, COLUMNS.age, age);
    fillRange(trace, COLUMNS.above, age - (publicValues[RATE] ?? 0));
  },
});
