/** Forgeries of an order of two amounts, which three statements have in common. */
import type { Instance } from '../../../src/stark/air.ts';
import type { AmountColumns } from '../../../src/stark/amount/air.ts';
import { fillAmount } from '../../../src/stark/amount/trace.ts';
import type { Trace } from '../../../src/stark/opening/trace.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { WAYS_OUT } from './forge.ts';

/** How the two columns of a difference are filled so that a false order breaks one constraint alone. */
export interface OrderForgery {
  readonly constraint: string;
  /** The lesser number claimed to be the greater one, and the greater one, in millionths. */
  readonly low: number;
  readonly high: number;
  readonly fill: (trace: Trace, instance: Instance) => void;
}

/** Low limbs 50 and 100 with equal high limbs; then 5 with a high limb of 1 above it. */
export function orderForgeries(name: string, columns: AmountColumns): OrderForgery[] {
  return [
    ...WAYS_OUT.flatMap(([way, fill]): OrderForgery[] => [
      {
        constraint: `${name}.low.${way}`,
        low: 50,
        high: 100,
        fill(trace) {
          fill(trace, columns.low, -50);
          fillRange(trace, columns.high, 0);
        },
      },
      {
        constraint: `${name}.high.${way}`,
        low: 5,
        high: 2 ** 28,
        fill(trace) {
          fillRange(trace, columns.low, 5);
          fill(trace, columns.high, -1);
        },
      },
    ]),
    {
      // A borrow of −7 wraps: −50 − 7·2²⁸ is 2²⁷ − 49 modulo p = 7.5·2²⁸ + 1.
      constraint: `${name}.borrow`,
      low: 50,
      high: 100,
      fill(trace) {
        fillRange(trace, columns.low, 2 ** 27 - 49);
        fillRange(trace, columns.high, 7);
      },
    },
    {
      constraint: `${name}.difference`,
      low: 50,
      high: 100,
      fill: (trace) => fillAmount(trace, columns, 0),
    },
  ];
}
