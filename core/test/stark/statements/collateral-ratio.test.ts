import fc from 'fast-check';
import { productLimbs } from '../../../src/stark/encoding.ts';
import { add, inverse, multiply, P, subtract } from '../../../src/stark/field.ts';
import { setCell, type Trace } from '../../../src/stark/opening/trace.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { BASE, COLUMNS, OFFSET, SCALE } from '../../../src/stark/statements/collateral-ratio/air.ts';
import { CLAIMS } from './claims.ts';
import { WAYS_OUT } from './forge.ts';
import { type Attack, testStatement } from './suite.ts';

const ratioOf = (ratio: unknown) => ({ bounds: { protocol: 'lending', min_ratio: ratio as number } });
const LARGEST = 2 ** 53 - 1;
const PLACES = [0, 1, 2, 3, 4, 5];

/** Cells of the first row, from which a trace is filled as they are: nothing here makes them fit. */
interface Cells {
  readonly collateral: readonly number[];
  readonly debt: readonly number[];
  readonly ratio: number;
  /** Rests and carries that are not what the places give, by place. */
  readonly rests?: Readonly<Record<number, number>>;
  readonly carries?: Readonly<Record<number, number>>;
}

const modulo = (value: number) => ((value % P) + P) % P;

/** The sum of one place, modulo p. */
function placeSum({ collateral, debt, ratio }: Cells, place: number, carry: number): number {
  const limbs = productLimbs(ratio);
  let sum = carry;
  for (const [i, factor] of SCALE.entries()) sum = add(sum, multiply(factor, modulo(collateral[place - i] ?? 0)));
  for (const [i, limb] of debt.entries()) sum = subtract(sum, multiply(modulo(limb), limbs[place - i] ?? 0));
  return sum;
}

/** Rests and carries for these limbs, where a place's sum modulo p is taken as the integer nearest to 0. */
function solve(cells: Cells): { rests: number[]; carries: number[] } {
  const rests: number[] = [];
  const carries: number[] = [];
  for (const place of PLACES) {
    const sum = placeSum(cells, place, modulo(carries[place - 1] ?? 0));
    const near = sum > 2 ** 25 ? sum - P : sum;
    const carry = cells.carries?.[place] ?? Math.floor((near - (cells.rests?.[place] ?? 0)) / BASE);
    carries.push(carry);
    rests.push(cells.rests?.[place] ?? near - carry * BASE);
  }
  return { rests, carries };
}

function half(limbs: readonly number[], i: number): number {
  return modulo((limbs[2 * i] ?? 0) + BASE * (limbs[2 * i + 1] ?? 0));
}

function fillCells(trace: Trace, cells: Cells): void {
  const { rests, carries } = solve(cells);
  for (const [i, limb] of cells.collateral.entries()) fillRange(trace, COLUMNS.collateral + i, limb);
  for (const [i, limb] of cells.debt.entries()) fillRange(trace, COLUMNS.debt + i, limb);
  for (const [i, rest] of rests.entries()) fillRange(trace, COLUMNS.rest + i, rest);
  for (const [i, carry] of carries.entries()) fillRange(trace, COLUMNS.carries + i, OFFSET - carry);
  for (const i of [0, 1]) trace[COLUMNS.debtHalves + i]?.fill(half(cells.debt, i));
  const someDebt = modulo(cells.debt.reduce((sum, limb) => sum + limb, 0));
  if (someDebt !== 0) setCell(trace, COLUMNS.inverse, 0, inverse(someDebt));
}

function attack(
  constraint: string,
  cells: Cells,
  then: (trace: Trace) => void,
  committed: Partial<Cells> = {},
): Attack {
  const { collateral, debt } = { ...cells, ...committed };
  return {
    constraint,
    limits: ratioOf(cells.ratio / 1e6),
    opened: {
      limbs: [half(collateral, 0), half(collateral, 1)],
      lanes: [half(debt, 0), half(debt, 1), 0, 0, 0, 0, 0, 0],
    },
    fill(trace) {
      fillCells(trace, cells);
      then(trace);
    },
  };
}

const nothing = () => {};
const ONE = [1, 0, 0, 0];

/** Limbs that are 0 but for one. */
function single(i: number, limb = 1): number[] {
  return [0, 1, 2, 3].map((at) => (at === i ? limb : 0));
}

/** Amounts in a second form: a half of 2²⁸ or more, or a high one of 2²⁵ or more. */
const SECOND_FORMS = [
  [2 ** 14 + 5, 2 ** 14 - 1, 0, 0],
  [5, 2 ** 14, 0, 0],
  [0, 0, 2 ** 14 + 5, 2 ** 11 - 1],
  [0, 0, 5, 2 ** 11],
];

/** A limb of debt and one of ratio whose product stands in this place: their claim lacks one unit there. */
function lackIn(place: number): Cells {
  const i = Math.min(3, place);
  return { collateral: single(0, 0), debt: single(i), ratio: 2 ** (14 * (place - i)) };
}

/** 2¹⁴·122,880 is −1 modulo p: a carry of 122,880 in place of −1 is what the two highest places could be cheated with. */
const WRAPPED = 122_880;
const NO_COLLATERAL = single(0, 0);

/**
 * A carry that is out of range and makes a false claim come out. In the lower places the claim lacks a little, and rests are
 * tried until the carry that goes with one modulo p is a small positive number, which the places above take in.
 */
function carryAttack(place: number): Cells {
  if (place === 5) {
    return {
      collateral: NO_COLLATERAL,
      debt: single(3, 480),
      ratio: 2 ** 50,
      rests: { 5: 1 },
      carries: { 5: WRAPPED },
    };
  }
  if (place === 4) {
    const debt = [0, 0, 14_336, 1];
    return { collateral: NO_COLLATERAL, debt, ratio: 2 ** 44, rests: { 4: 1 }, carries: { 4: WRAPPED } };
  }
  for (let lack = 1; lack < BASE; lack++) {
    const i = Math.min(3, place);
    const cells: Cells = { collateral: NO_COLLATERAL, debt: single(i, lack), ratio: 2 ** (14 * (place - i)) };
    for (let rest = 0; rest < BASE; rest++) {
      const carry = multiply(modulo(-lack - rest), inverse(BASE));
      if (carry > OFFSET && carry < OFFSET * BASE) {
        return { ...cells, rests: { [place]: rest }, carries: { [place]: carry } };
      }
    }
  }
  throw new TypeError(`no carry found for place ${place}`);
}

testStatement({
  claim: CLAIMS.collateral_ratio,
  digest: 'e08cc4e7910f20335719fb0b78a1ab4166b0f88b83ddbc10e8599abf94c7e173',
  shape: { rows: 64, width: 55 },
  holds: [
    [ratioOf(1.5), { collateralUnits: 3_000_000, debtUnits: 2_000_000 }],
    [ratioOf(0), { collateralUnits: 0, debtUnits: 1 }],
    [ratioOf(0), { collateralUnits: 0, debtUnits: LARGEST }],
    [ratioOf(1), { collateralUnits: LARGEST, debtUnits: LARGEST }],
    [ratioOf(9007199254.74099), { collateralUnits: LARGEST, debtUnits: 1 }],
    [ratioOf(0.000001), { collateralUnits: 1, debtUnits: 1_000_000 }],
    [ratioOf(1.000001), { collateralUnits: 1_000_001, debtUnits: 1_000_000 }],
    [ratioOf(2.5), { collateralUnits: 2 ** 32 - 1, debtUnits: 1_717_986_918 }],
  ],
  fails: [
    [ratioOf(1.5), { collateralUnits: 2_999_999, debtUnits: 2_000_000 }],
    [ratioOf(0), { collateralUnits: 5, debtUnits: 0 }],
    [ratioOf(0), { collateralUnits: 0, debtUnits: 0 }],
    [ratioOf(1), { collateralUnits: LARGEST - 1, debtUnits: LARGEST }],
    [ratioOf(1.000001), { collateralUnits: 1_000_000, debtUnits: 1_000_000 }],
    [ratioOf(9007199254.74099), { collateralUnits: LARGEST, debtUnits: LARGEST }],
    [ratioOf(0.000001), { collateralUnits: 1, debtUnits: 1_000_001 }],
  ],
  foreign: [
    ratioOf(-1),
    ratioOf(1e-7),
    ratioOf('1'),
    { bounds: { protocol: 1, min_ratio: 1 } },
    { bounds: { min_ratio: 1 } },
    {},
  ],
  any: fc
    .tuple(fc.nat(20_000_000), fc.maxSafeNat(), fc.maxSafeNat(), fc.integer({ min: -1, max: 1 }))
    .map(([ratio, any, debt, near]) => {
      const exact = (BigInt(debt) * BigInt(ratio)) / 1_000_000n + BigInt(near);
      const isNear = exact >= 0n && exact <= BigInt(LARGEST);
      return [ratioOf(ratio / 1e6), { collateralUnits: isNear ? Number(exact) : any, debtUnits: debt }] as const;
    }),
  attacks: [
    ...WAYS_OUT.flatMap(([way, fill]) => [
      ...SECOND_FORMS.flatMap((limbs, i) => [
        attack(`collateral.${i}.${way}`, { collateral: limbs, debt: ONE, ratio: 1 }, (trace) =>
          fill(trace, COLUMNS.collateral + i, limbs[i] ?? 0),
        ),
        attack(`debt.${i}.${way}`, { collateral: single(3, 2 ** 11 - 1), debt: limbs, ratio: 1 }, (trace) =>
          fill(trace, COLUMNS.debt + i, limbs[i] ?? 0),
        ),
      ]),
      ...PLACES.flatMap((place) => [
        attack(`rest.${place}.${way}`, { ...lackIn(place), rests: { [place]: -1 }, carries: { [place]: 0 } }, (trace) =>
          fill(trace, COLUMNS.rest + place, -1),
        ),
        attack(`carry.${place}.${way}`, carryAttack(place), (trace) =>
          fill(trace, COLUMNS.carries + place, OFFSET - (carryAttack(place).carries?.[place] ?? 0)),
        ),
      ]),
    ]),
    ...PLACES.map((place) =>
      attack(`place.${place}`, { ...lackIn(place), rests: { [place]: 0 }, carries: { [place]: 0 } }, nothing),
    ),
    attack('place.6', { collateral: single(0, 0), debt: single(3), ratio: 2 ** 42 }, nothing),
    ...[0, 1].flatMap((i) => [
      attack(
        `collateral.half.${i}.is`,
        { collateral: single(2 * i, 9), debt: single(2 * i), ratio: 1_000_000 },
        nothing,
        {
          collateral: single(0, 0),
        },
      ),
      attack(`debt.half.${i}.committed`, { collateral: ONE, debt: ONE, ratio: 1_000_000 }, nothing, {
        debt: i === 0 ? single(0, 2) : [1, 0, 1, 0],
      }),
      attack(
        `debt.half.${i}.constant`,
        { collateral: ONE, debt: ONE, ratio: 1_000_000 },
        (trace) => trace[COLUMNS.debtHalves + i]?.fill(i === 0 ? 2 : 1, 1),
        { debt: i === 0 ? single(0, 2) : [1, 0, 1, 0] },
      ),
      attack(
        `debt.half.${i}.is`,
        { collateral: ONE, debt: ONE, ratio: 1_000_000 },
        (trace) => trace[COLUMNS.debtHalves + i]?.fill(i === 0 ? 2 : 1),
        { debt: i === 0 ? single(0, 2) : [1, 0, 1, 0] },
      ),
    ]),
    ...[2, 3, 4, 5, 6, 7].map((lane): Attack => {
      const plain = attack(`debt.lane.${lane}`, { collateral: ONE, debt: ONE, ratio: 1 }, nothing);
      return {
        ...plain,
        opened: { ...plain.opened, lanes: plain.opened.lanes.map((one, i) => (i === lane ? 1 : one)) },
      };
    }),
    attack('debt.positive', { collateral: ONE, debt: single(0, 0), ratio: 1 }, nothing),
  ],
});
