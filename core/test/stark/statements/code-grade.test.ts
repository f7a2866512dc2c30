import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inverse, P } from '../../../src/stark/field.ts';
import { setCell, type Trace } from '../../../src/stark/opening/trace.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { COLUMNS, PLAIN_DIMENSIONS } from '../../../src/stark/statements/code-grade/air.ts';
import { regionsOf } from '../../../src/stark/statements/code-grade/regions.ts';
import {
  DIMENSIONS,
  type Dimension,
  type Dimensions,
  LETTERS,
  letterOf,
  scoreOf,
} from '../../../src/stark/statements/code-grade/scoring.ts';
import { CLAIMS, expectedLetter, expectedScore } from './claims.ts';
import { WAYS_OUT } from './forge.ts';
import { type Attack, testStatement } from './suite.ts';

const SECURITY = DIMENSIONS.indexOf('security_posture');

function scoresOf(list: readonly number[]): Dimensions {
  const [
    code_quality = 0,
    security_posture = 0,
    architecture = 0,
    performance = 0,
    compliance = 0,
    maintenance_risk = 0,
  ] = list;
  return { code_quality, security_posture, architecture, performance, compliance, maintenance_risk };
}

const six = (score: number) => Array<number>(6).fill(score);
const sample = (grade: string, list: readonly number[], score?: number) =>
  [score === undefined ? { grade } : { grade, score }, { scores: scoresOf(list) }] as const;

/** Cells of the first row, as a cheat would have them. */
interface Cells {
  readonly grade: string;
  readonly scores: readonly number[];
  readonly score: number;
  /** The region: lowest and highest score, lowest and highest security posture. */
  readonly ends: readonly [number, number, number, number];
  readonly isSecond?: number;
}

function cells(grade: string, scores: readonly number[], score = expectedScore(scores)): Cells {
  const [region] = regionsOf(LETTERS.find((letter) => letter === grade) ?? 'F');
  const [least = 0, most = 0] = region?.score ?? [];
  const [lowest = 0, highest = 0] = region?.security ?? [];
  return { grade, scores, score, ends: [least, most, lowest, highest] };
}

function fillCells(trace: Trace, { scores, score, ends, isSecond = 0 }: Cells): void {
  const plain = scores.filter((_, i) => i !== SECURITY);
  for (const [i, one] of plain.entries()) {
    fillRange(trace, COLUMNS.scores + i, one);
    fillRange(trace, COLUMNS.below + i, 100 - one);
  }
  const security = scores[SECURITY] ?? 0;
  setCell(trace, COLUMNS.isSecond, 0, isSecond);
  fillRange(trace, COLUMNS.scoreAbove, score - ends[0]);
  fillRange(trace, COLUMNS.scoreBelow, ends[1] - score);
  fillRange(trace, COLUMNS.securityAbove, security - ends[2]);
  fillRange(trace, COLUMNS.securityBelow, ends[3] - security);
  const hundredths = scores.reduce((sum, one, i) => sum + one * ([20, 25, 15, 15, 15, 10][i] ?? 0), 0);
  const remainder = hundredths + 50 - 100 * score;
  fillRange(trace, COLUMNS.remainder, remainder);
  fillRange(trace, COLUMNS.remainderBelow, 99 - remainder);
}

function pack(scores: readonly number[]): number {
  const [a = 0, b = 0, c = 0] = scores;
  return (((a + 128 * b + 16_384 * c) % P) + P) % P;
}

function attack(constraint: string, forged: Cells, then: (trace: Trace) => void, committed = forged.scores): Attack {
  return {
    constraint,
    limits: { grade: forged.grade },
    opened: { limbs: [pack(committed.slice(0, 3)), pack(committed.slice(3))], lanes: [] },
    fill(trace) {
      fillCells(trace, forged);
      then(trace);
    },
  };
}

const nothing = () => {};
/** 90 everywhere but for one dimension. */
const with90 = (i: number, score: number) => six(90).map((other, at) => (at === i ? score : other));
const indexOf = (dimension: Dimension) => DIMENSIONS.indexOf(dimension);
const letterFor = (scores: readonly number[]) => expectedLetter(expectedScore(scores), scores[SECURITY] ?? 0);
const forgedBy = (scores: readonly number[]) => cells(letterFor(scores), scores);
/** 89.40 and 89.55: near the end of a letter, on both sides. */
const ALMOST = [90, 90, 90, 90, 86, 90];
const JUST = [90, 90, 90, 90, 87, 90];

testStatement({
  claim: CLAIMS.code_grade,
  digest: '1643bf8f2f4a7c4d04138ba8333f254149bccc5f8faa2a3d8bde9bc6d232e23c',
  shape: { rows: 32, width: 49 },
  holds: [
    sample('A+', six(100), 100),
    sample('F', six(0), 0),
    sample('F', six(0)),
    sample('A', six(90)),
    sample('C+', [100, 69, 100, 100, 100, 100], 92),
    sample('C+', [100, 69, 100, 100, 100, 100]),
    sample(
      'C+',
      six(65).map((score, i) => (i === SECURITY ? 70 : score)),
    ),
    sample('F', [100, 49, 100, 100, 100, 100], 87),
    sample('D', six(50)),
    sample('C', six(60)),
    // 94.5 is rounded up, 94.45 down.
    sample('A+', [95, 95, 95, 95, 95, 90], 95),
    sample('A', [94, 95, 94, 94, 95, 93], 94),
  ],
  fails: [
    sample('A+', [100, 69, 100, 100, 100, 100]),
    sample('C+', [100, 70, 100, 100, 100, 100]),
    sample('F', six(50)),
    sample('D', six(49)),
    sample('A', six(90), 91),
    sample('A+', [94, 95, 94, 94, 95, 93]),
    sample('B-', [100, 50, 100, 100, 100, 100]),
  ],
  foreign: [
    { grade: 'E' },
    { grade: 'A', score: 80 },
    { grade: 'A', score: '90' },
    { grade: 'A', score: 90.5 },
    { grade: 'F', score: 101 },
    {},
  ],
  any: fc
    .tuple(
      fc.array(fc.oneof(fc.nat(100), fc.constantFrom(0, 49, 50, 69, 70, 100)), { minLength: 6, maxLength: 6 }),
      fc.constantFrom(...LETTERS),
      fc.nat(3),
    )
    .map(([list, letter, kind]) => {
      const score = expectedScore(list);
      const own = expectedLetter(score, list[SECURITY] ?? 0);
      const limits = kind === 0 ? { grade: letter } : kind === 1 ? { grade: own, score } : { grade: own };
      return [limits, { scores: scoresOf(list) }] as const;
    }),
  attacks: [
    ...WAYS_OUT.flatMap(([way, fill]) => [
      ...PLAIN_DIMENSIONS.flatMap((dimension, column) => [
        attack(`${dimension}.${way}`, forgedBy(with90(indexOf(dimension), -1)), (trace) =>
          fill(trace, COLUMNS.scores + column, -1),
        ),
        attack(`${dimension}.below.${way}`, forgedBy(with90(indexOf(dimension), 101)), (trace) =>
          fill(trace, COLUMNS.below + column, -1),
        ),
      ]),
      attack(`security_posture.above.${way}`, cells('B+', with90(SECURITY, 60)), (trace) =>
        fill(trace, COLUMNS.securityAbove, -10),
      ),
      attack(`security_posture.below.${way}`, forgedBy(with90(SECURITY, 101)), (trace) =>
        fill(trace, COLUMNS.securityBelow, -1),
      ),
      attack(`score.above.${way}`, cells('A+', six(90)), (trace) => fill(trace, COLUMNS.scoreAbove, -5)),
      attack(`score.below.${way}`, cells('B', six(90)), (trace) => fill(trace, COLUMNS.scoreBelow, -11)),
      attack(`remainder.${way}`, cells('A', ALMOST, 90), (trace) => fill(trace, COLUMNS.remainder, -10)),
      attack(`remainder.below.${way}`, cells('A-', JUST, 89), (trace) => fill(trace, COLUMNS.remainderBelow, -6)),
    ]),
    ...PLAIN_DIMENSIONS.map((dimension, column) =>
      attack(`${dimension}.at-most-100`, forgedBy(with90(indexOf(dimension), 101)), (trace) =>
        fillRange(trace, COLUMNS.below + column, 0),
      ),
    ),
    attack('security_posture.between', forgedBy(with90(SECURITY, 101)), (trace) =>
      fillRange(trace, COLUMNS.securityBelow, 0),
    ),
    attack('score.between', cells('B', six(90)), (trace) => fillRange(trace, COLUMNS.scoreBelow, 0)),
    attack('remainder.at-most-99', cells('A-', JUST, 89), (trace) => fillRange(trace, COLUMNS.remainderBelow, 0)),
    // A bit of 1/31 makes of the regions 65–69 and 65–100 one that ends at 70, with postures of up to 99.
    attack('region.bit', { ...cells('C+', six(70)), ends: [65, 70, 50, 99], isSecond: inverse(31) }, nothing),
    attack('scores.0.committed', forgedBy(six(90)), nothing, with90(0, 10)),
    attack('scores.1.committed', forgedBy(six(90)), nothing, with90(3, 10)),
    attack('score.rounded', cells('A+', six(90), 97), (trace) => {
      fillRange(trace, COLUMNS.remainder, 50);
      fillRange(trace, COLUMNS.remainderBelow, 49);
    }),
  ],
});

describe('the regions of the letters', () => {
  it('are what score and posture give, each pair in the regions of one letter', () => {
    for (let score = 0; score <= 100; score++) {
      for (let security = 0; security <= 100; security++) {
        const letters = LETTERS.filter((letter) =>
          regionsOf(letter).some(
            (region) =>
              score >= region.score[0] &&
              score <= region.score[1] &&
              security >= region.security[0] &&
              security <= region.security[1],
          ),
        );
        expect(letters).toEqual([letterOf(score, security)]);
        expect(letterOf(score, security)).toBe(expectedLetter(score, security));
      }
    }
  });

  it('belong to scores that are rounded half up', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100), { minLength: 6, maxLength: 6 }), (list) => {
        expect(scoreOf(scoresOf(list))).toBe(expectedScore(list));
      }),
    );
  });
});
