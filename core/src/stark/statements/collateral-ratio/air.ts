/**
 * `collateral_ratio/v1`: the committed debt is above 0, and the committed collateral divided by it is at least
 * `bounds.min_ratio`: collateral·10⁶ − debt·ratio ≥ 0, with all three in millionths. The products are taken on limbs of 14
 * bits, place by place with carries, since a product of two 16-bit limbs would wrap modulo p.
 */
import { current, type Expression, minus, next, plus, times } from '../../air.ts';
import { type AirBuilder, airBuilder } from '../../air-builder.ts';
import { productLimbs, UNITS_PER_ONE, unitsOf } from '../../encoding.ts';
import { demandOpening, type Opening } from '../../opening/air.ts';
import { demandRange } from '../../range/air.ts';
import { boundsOf, defineStatement, isPlainText } from '../statement.ts';

export const TAG = 8;
const ID = 'collateral_ratio/v1';
/** Columns of the two halves of the debt on every row, then of limbs, lowest first. */
export const COLUMNS = { debtHalves: 32, collateral: 34, debt: 38, rest: 42, carries: 48, inverse: 54 } as const;

/** 14 + 14 and 14 + 11 bits. */
const LIMB_BITS = [14, 14, 14, 11];
export const BASE = 2 ** 14;
/** 10⁶ in that base. */
export const SCALE = [UNITS_PER_ONE % BASE, Math.floor(UNITS_PER_ONE / BASE)];
/** The difference is below 2⁷³. */
const REST_LIMBS = 6;
/** A product of two amounts has places 0 to 6. */
export const PLACES = 7;
/** A carry is between −49,155 and 638. What is range-checked is OFFSET − carry. */
export const OFFSET = 1024;
const CARRY_BITS = 16;

function ranges(builder: AirBuilder, name: string, bits: readonly number[], notLast: Expression): Expression[] {
  return bits.map((limbBits, i) => current(demandRange(builder, `${name}.${i}`, limbBits, notLast)));
}

/** The half of an amount that two limbs make. */
function half(limbs: readonly Expression[], i: number): Expression {
  return plus(limbs[2 * i] ?? 0, times(BASE, limbs[2 * i + 1] ?? 0));
}

/**
 * The second block holds the debt and zeros. Two columns bring it to the first row, where the products are.
 */
function demandDebt(
  builder: AirBuilder,
  { first, second, lanes }: Opening,
  halves: readonly number[],
  debt: Expression[],
) {
  for (const [i, lane] of lanes.entries()) {
    const column = halves[i];
    if (column === undefined) {
      builder.demand(`debt.lane.${i}`, times(second, lane));
      continue;
    }
    builder.demand(`debt.half.${i}.committed`, times(second, minus(lane, current(column))));
    builder.demand(`debt.half.${i}.constant`, minus(next(column), current(column)));
    builder.demand(`debt.half.${i}.is`, times(first, minus(current(column), half(debt, i))));
  }
}

function build() {
  const builder = airBuilder(ID, 64);
  const opening = demandOpening(builder, TAG, 2);
  const { first, notLast, limbs } = opening;
  const ratio = builder.publicValues(LIMB_BITS.length);
  const halves = [builder.column(), builder.column()];
  const collateral = ranges(builder, 'collateral', LIMB_BITS, notLast);
  const debt = ranges(builder, 'debt', LIMB_BITS, notLast);
  const rest = ranges(
    builder,
    'rest',
    Array.from({ length: REST_LIMBS }, () => 14),
    notLast,
  );
  const carries = ranges(
    builder,
    'carry',
    Array.from({ length: PLACES - 1 }, () => CARRY_BITS),
    notLast,
  ).map((cell) => minus(OFFSET, cell));
  const inverse = current(builder.column());

  for (const [i, limb] of limbs.entries()) {
    builder.demand(`collateral.half.${i}.is`, times(first, minus(limb, half(collateral, i))));
  }
  demandDebt(builder, opening, halves, debt);
  const someDebt = plus(...debt);
  builder.demand('debt.positive', minus(times(inverse, plus(times(first, minus(someDebt, 1)), 1)), first));

  for (let place = 0; place < PLACES; place++) {
    const scaled = SCALE.map((factor, i) => times(factor, collateral[place - i] ?? 0));
    const owed = debt.map((limb, i) => times(ratio[place - i] ?? 0, limb));
    const sum = minus(plus(...scaled, carries[place - 1] ?? 0), plus(...owed));
    const left = plus(rest[place] ?? 0, times(BASE, carries[place] ?? 0));
    builder.demand(`place.${place}`, times(first, minus(sum, left)));
  }
  return builder.finish();
}

export const collateralRatio = defineStatement({
  id: ID,
  build,
  read(publicInputs) {
    const bounds = boundsOf(publicInputs, ['protocol', 'min_ratio']);
    const ratio = unitsOf(bounds?.min_ratio);
    return isPlainText(bounds?.protocol) && ratio !== null ? { values: productLimbs(ratio) } : null;
  },
});
