/** Amounts below 2⁵³ as two limbs, and their order: a ≥ b holds if a − b is such an amount too. */
import { current, type Expression, minus, plus, times } from '../air.ts';
import type { AirBuilder } from '../air-builder.ts';
import { HIGH_BITS, LOW_BITS } from '../encoding.ts';
import type { Opening } from '../opening/air.ts';
import { demandRange } from '../range/air.ts';

/** A limb of 28 and one of 25 bits, as expressions on the first row. */
export interface Amount {
  readonly low: Expression;
  readonly high: Expression;
}

/** The two columns of an amount. */
export interface AmountColumns {
  readonly low: number;
  readonly high: number;
}

/** Demands that the limbs of the opening are one amount in its one form. */
export function demandAmount(builder: AirBuilder, name: string, { first, notLast, limbs }: Opening): AmountColumns {
  const low = demandRange(builder, `${name}.low`, LOW_BITS, notLast);
  const high = demandRange(builder, `${name}.high`, HIGH_BITS, notLast);
  builder.demand(`${name}.low.is`, times(first, minus(limbs[0], current(low))));
  builder.demand(`${name}.high.is`, times(first, minus(limbs[1], current(high))));
  return { low, high };
}

/**
 * Demands greater ≥ lesser by the two limbs of the difference. The borrow is what the high limbs leave over, so it needs no
 * cell; it must be 0 or 1.
 */
export function demandOrder(
  builder: AirBuilder,
  name: string,
  { first, notLast }: Opening,
  greater: Amount,
  lesser: Amount,
): AmountColumns {
  const low = demandRange(builder, `${name}.low`, LOW_BITS, notLast);
  const high = demandRange(builder, `${name}.high`, HIGH_BITS, notLast);
  const borrow = minus(minus(greater.high, lesser.high), current(high));
  builder.demand(`${name}.borrow`, times(first, borrow, minus(borrow, 1)));
  const lowest = plus(minus(greater.low, lesser.low), times(2 ** LOW_BITS, borrow));
  builder.demand(`${name}.difference`, times(first, minus(lowest, current(low))));
  return { low, high };
}
