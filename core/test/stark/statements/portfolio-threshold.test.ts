import fc from 'fast-check';
import { fillAmount } from '../../../src/stark/amount/trace.ts';
import { amountLimbs } from '../../../src/stark/encoding.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { COLUMNS } from '../../../src/stark/statements/portfolio-threshold/air.ts';
import { CLAIMS } from './claims.ts';
import { WAYS_OUT } from './forge.ts';
import { orderForgeries } from './orders.ts';
import { type Attack, testStatement } from './suite.ts';

const from = (minimum: unknown) => ({ bounds: { min_value_usd: minimum as number } });
const LARGEST = 2 ** 53 - 1;
/** Ten millionths. */
const SMALL = 0.00001;
const LARGE = 2_684_354.56;

/** A value in a second form, against which the limbs' own range checks stand. */
function inSecondForm(
  constraint: string,
  minimum: number,
  limbs: readonly [number, number],
  above: readonly [number, number],
  fillWorth: Attack['fill'],
): Attack {
  return {
    constraint,
    limits: from(minimum),
    opened: { limbs, lanes: [] },
    fill(trace, instance) {
      fillRange(trace, COLUMNS.above.low, above[0]);
      fillRange(trace, COLUMNS.above.high, above[1]);
      fillRange(trace, COLUMNS.worth.low, limbs[0]);
      fillRange(trace, COLUMNS.worth.high, limbs[1]);
      fillWorth(trace, instance);
    },
  };
}

testStatement({
  claim: CLAIMS.portfolio_threshold,
  digest: 'e34ac16919e1b4ef1f25142bfee6dac45bb2912dec58fd57f742a2e282cff6a2',
  shape: { rows: 32, width: 36 },
  holds: [
    [from(100), { worthUnits: 5_000_000_000 }],
    [from(0), { worthUnits: 0 }],
    [from(100), { worthUnits: 100_000_000 }],
    [from(0.000001), { worthUnits: 1 }],
    [from(9007199254.74099), { worthUnits: LARGEST }],
    [from(4294.967295), { worthUnits: 2 ** 32 - 1 }],
  ],
  fails: [
    [from(100), { worthUnits: 99_999_999 }],
    [from(0.000001), { worthUnits: 0 }],
    [from(4294.967296), { worthUnits: 2 ** 32 - 1 }],
    [from(9007199254.74099), { worthUnits: 0 }],
  ],
  foreign: [
    from(-0.5),
    from(1e-7),
    from(1e21),
    from(9007199254.740992),
    from(Number.NaN),
    from(null),
    { bounds: {} },
    {},
  ],
  any: fc
    .tuple(fc.nat(2 ** 31 - 1), fc.maxSafeNat(), fc.boolean())
    .map(([minimum, any, isNear]) => [
      from(minimum / 1e6),
      { worthUnits: isNear ? Math.max(0, minimum + (any % 3) - 1) : any },
    ]),
  attacks: [
    ...WAYS_OUT.flatMap(([way, fill]) => [
      inSecondForm(`worth.low.${way}`, SMALL, [2 ** 28 + 5, 0], [2 ** 28 - 5, 0], (trace) =>
        fill(trace, COLUMNS.worth.low, 2 ** 28 + 5),
      ),
      inSecondForm(`worth.high.${way}`, LARGE, [0, 2 ** 25], [0, 2 ** 25 - 10_000], (trace) =>
        fill(trace, COLUMNS.worth.high, 2 ** 25),
      ),
    ]),
    inSecondForm('worth.low.is', SMALL, [2 ** 28 + 5, 0], [2 ** 28 - 5, 0], (trace) =>
      fillRange(trace, COLUMNS.worth.low, 5),
    ),
    inSecondForm('worth.high.is', LARGE, [0, 2 ** 25], [0, 2 ** 25 - 10_000], (trace) =>
      fillRange(trace, COLUMNS.worth.high, 5),
    ),
    ...orderForgeries('above', COLUMNS.above).map(
      ({ constraint, low, high, fill }): Attack => ({
        constraint,
        limits: from(high / 1e6),
        opened: { limbs: amountLimbs(low), lanes: [] },
        fill(trace, instance) {
          fillAmount(trace, COLUMNS.worth, low);
          fill(trace, instance);
        },
      }),
    ),
  ],
});
