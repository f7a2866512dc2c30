import { RATE } from '../../commitment.ts';
import { setCell } from '../../opening/trace.ts';
import { fillRange } from '../../range/trace.ts';
import { defineProver } from '../prover.ts';
import { COLUMNS, codeGrade, PLAIN_DIMENSIONS } from './air.ts';
import { committedScores } from './committed-scores.ts';
import { DIMENSIONS, type Dimensions, scoreOf, WEIGHTS } from './scoring.ts';

export interface GradeWitness {
  /** Each a whole number from 0 to 100. */
  readonly scores: Dimensions;
}

export const codeGradeProver = defineProver<GradeWitness>({
  statement: codeGrade,
  encode: ({ scores }) => committedScores(scores),
  fill(trace, { scores }, { publicValues }) {
    for (const [i, dimension] of PLAIN_DIMENSIONS.entries()) {
      fillRange(trace, COLUMNS.scores + i, scores[dimension]);
      fillRange(trace, COLUMNS.below + i, 100 - scores[dimension]);
    }
    const score = scoreOf(scores);
    const security = scores.security_posture;
    const [first = [], second = []] = [publicValues.slice(RATE, RATE + 4), publicValues.slice(RATE + 4)];
    const holds = ([least = 0, most = 0, lowest = 0, highest = 0]: readonly number[]) =>
      score >= least && score <= most && security >= lowest && security <= highest;
    const isSecond = !holds(first) && holds(second);
    const [least = 0, most = 0, lowest = 0, highest = 0] = isSecond ? second : first;
    setCell(trace, COLUMNS.isSecond, 0, Number(isSecond));
    fillRange(trace, COLUMNS.scoreAbove, score - least);
    fillRange(trace, COLUMNS.scoreBelow, most - score);
    fillRange(trace, COLUMNS.securityAbove, security - lowest);
    fillRange(trace, COLUMNS.securityBelow, highest - security);
    const hundredths = DIMENSIONS.reduce((sum, dimension) => sum + WEIGHTS[dimension] * scores[dimension], 0);
    const remainder = hundredths + 50 - 100 * score;
    fillRange(trace, COLUMNS.remainder, remainder);
    fillRange(trace, COLUMNS.remainderBelow, 99 - remainder);
  },
});
