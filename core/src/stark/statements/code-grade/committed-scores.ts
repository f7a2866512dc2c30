/** What is committed of six scores: for whoever proves, and for whoever is given scores and salt and compares. */
import type { CommittedValue } from '../../commitment.ts';
import { SCORE_BITS, TAG } from './air.ts';
import { DIMENSIONS, type Dimensions } from './scoring.ts';

/** Throws RangeError where a score is none. */
export function committedScores(scores: Dimensions): CommittedValue {
  const all = DIMENSIONS.map((dimension) => scores[dimension]);
  if (!all.every(isScore)) throw new RangeError('a score is 0 to 100');
  return { tag: TAG, limbs: [pack(all.slice(0, 3)), pack(all.slice(3))], lanes: null };
}

function isScore(score: number): boolean {
  return Number.isInteger(score) && score >= 0 && score <= 100;
}

/** Three scores of seven bits in one limb. */
function pack(scores: readonly number[]): number {
  return scores.reduceRight((packed, score) => packed * 2 ** SCORE_BITS + score, 0);
}
