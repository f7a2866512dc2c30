/**
 * `code_grade/v1`: six committed scores of 0 to 100 whose weighted sum, a half rounded up, and whose security posture give the
 * public letter, and the public score where there is one. That the scores are those of the files is not proven (S17).
 */

import type { JsonObject } from '../../../canonical-json.ts';
import { current, type Expression, minus, plus, times } from '../../air.ts';
import { type AirBuilder, airBuilder } from '../../air-builder.ts';
import { demandOpening, type Opening } from '../../opening/air.ts';
import { demandRange } from '../../range/air.ts';
import { defineStatement } from '../statement.ts';
import { type Region, regionsOf } from './regions.ts';
import { DIMENSIONS, type Dimension, LETTERS, WEIGHTS } from './scoring.ts';

export const TAG = 10;
const ID = 'code_grade/v1';
export const SCORE_BITS = 7;
const BEST_SCORE = 100;
const SECURITY = DIMENSIONS.indexOf('security_posture');
/** The dimensions but security posture, whose two columns are its distances to the ends of the region. */
export const PLAIN_DIMENSIONS: readonly Dimension[] = DIMENSIONS.filter((_, i) => i !== SECURITY);
export const COLUMNS = {
  isSecond: 32,
  scores: 33,
  below: 38,
  securityAbove: 43,
  securityBelow: 44,
  scoreAbove: 45,
  scoreBelow: 46,
  remainder: 47,
  remainderBelow: 48,
} as const;

/** Holds no score: its ends are the wrong way round. */
const NOWHERE: Region = { score: [BEST_SCORE, 0], security: [BEST_SCORE, 0] };

interface Ends {
  readonly least: Expression;
  readonly most: Expression;
}

/** The ends of the region that the trace chose: of the first one plus, where the bit is set, the distance to the second. */
function chosenEnds(
  values: readonly Expression[],
  isSecond: Expression,
): { readonly score: Ends; readonly security: Ends } {
  const ends = [0, 1, 2, 3].map((i) => {
    const end = values[i] ?? 0;
    return plus(end, times(isSecond, minus(values[i + 4] ?? 0, end)));
  }) as [Expression, Expression, Expression, Expression];
  const [leastScore, mostScore, leastSecurity, mostSecurity] = ends;
  return { score: { least: leastScore, most: mostScore }, security: { least: leastSecurity, most: mostSecurity } };
}

/** Range-checks a number's distances to two ends; returns the number, made from the first distance. */
function demandBetween(builder: AirBuilder, name: string, { first, notLast }: Opening, ends: Ends): Expression {
  const above = current(demandRange(builder, `${name}.above`, SCORE_BITS, notLast));
  const below = current(demandRange(builder, `${name}.below`, SCORE_BITS, notLast));
  const number = plus(above, ends.least);
  builder.demand(`${name}.between`, times(first, minus(minus(ends.most, number), below)));
  return number;
}

function build() {
  const builder = airBuilder(ID, 32);
  const opening = demandOpening(builder, TAG, 1);
  const { first, notLast, limbs } = opening;
  const values = builder.publicValues(8);
  const isSecond = current(builder.column());
  const range = (name: string) => current(demandRange(builder, name, SCORE_BITS, notLast));
  const plain = PLAIN_DIMENSIONS.map((dimension) => range(dimension));
  const below = PLAIN_DIMENSIONS.map((dimension) => range(`${dimension}.below`));
  const ends = chosenEnds(values, isSecond);
  const security = demandBetween(builder, 'security_posture', opening, ends.security);
  const score = demandBetween(builder, 'score', opening, ends.score);
  const remainder = range('remainder');
  const remainderBelow = range('remainder.below');

  for (const [i, dimension] of PLAIN_DIMENSIONS.entries()) {
    const rest = minus(BEST_SCORE, plain[i] ?? 0);
    builder.demand(`${dimension}.at-most-100`, times(first, minus(rest, below[i] ?? 0)));
  }
  // 1 or 0 on the first row, 0 on all others.
  builder.demand('region.bit', times(isSecond, minus(isSecond, first)));
  const scores = [...plain.slice(0, SECURITY), security, ...plain.slice(SECURITY)];
  for (const [i, limb] of limbs.entries()) {
    const packed = scores.slice(3 * i, 3 * i + 3).map((one, at) => times(2 ** (SCORE_BITS * at), one));
    builder.demand(`scores.${i}.committed`, times(first, minus(limb, plus(...packed))));
  }
  const hundredths = plus(...scores.map((one, i) => times(WEIGHTS[DIMENSIONS[i] ?? 'compliance'], one)));
  builder.demand('score.rounded', times(first, minus(plus(hundredths, 50), plus(times(100, score), remainder))));
  builder.demand('remainder.at-most-99', times(first, minus(minus(99, remainder), remainderBelow)));
  return builder.finish();
}

function cut({ score: [least, most], security }: Region, score: number | undefined): Region {
  return score === undefined
    ? { score: [least, most], security }
    : { score: [Math.max(least, score), Math.min(most, score)], security };
}

/** The one or two regions that letter and score leave, the second one impossible where there is one only; null for none. */
function regionsIn({ grade, score }: JsonObject): readonly [Region, Region] | null {
  const letter = LETTERS.find((one) => one === grade);
  if (letter === undefined) return null;
  if (score !== undefined && !(typeof score === 'number' && Number.isInteger(score))) return null;
  const [region, other = NOWHERE] = regionsOf(letter)
    .map((one) => cut(one, score))
    .filter(({ score: [least, most] }) => least <= most);
  return region === undefined ? null : [region, other];
}

export const codeGrade = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const regions = regionsIn(publicInputs);
    return regions === null ? null : { values: regions.flatMap(({ score, security }) => [...score, ...security]) };
  },
});
