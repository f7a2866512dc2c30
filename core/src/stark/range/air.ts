/**
 * Range checks: the value of the first row loses its lowest bit from row to row and is 0 after `bits` rows. One column shows
 * so that 0 ≤ value < 2^bits; with at most 29 bits, sums and differences of such values do not wrap modulo p.
 */
import { current, type Expression, minus, next, times } from '../air.ts';
import type { AirBuilder } from '../air-builder.ts';

const MOST_BITS = 29;

/** Adds the column of a range check and returns its number. Its value is the column's cell on the first row. */
export function demandRange(builder: AirBuilder, name: string, bits: number, notLast: Expression): number {
  if (bits > MOST_BITS || bits >= builder.rows) throw new RangeError(`${name}: ${bits} bits`);
  const column = builder.column();
  const ended = builder.fixed((row) => Number(row >= bits));
  const bit = minus(current(column), times(2, next(column)));
  builder.demand(`${name}.bits`, times(notLast, bit, minus(bit, 1)));
  builder.demand(`${name}.end`, times(ended, current(column)));
  return column;
}
