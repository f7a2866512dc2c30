import fc from 'fast-check';
import { fillAmount } from '../../../src/stark/amount/trace.ts';
import { amountLimbs } from '../../../src/stark/encoding.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { COLUMNS } from '../../../src/stark/statements/balance-range/air.ts';
import { CLAIMS } from './claims.ts';
import { WAYS_OUT } from './forge.ts';
import { orderForgeries } from './orders.ts';
import { type Attack, testStatement } from './suite.ts';

const between = (min: unknown, max: unknown) => ({
  bounds: { token_mint: 'USDC', min_balance: min as number, max_balance: max as number },
});
const LARGEST = 2 ** 53 - 1;
/** The largest amount that a double and millionths below 2⁵³ have in common. */
const LARGEST_BOUND = 9007199254.74099;
const HIGHEST_LOW = 2 ** 28 - 1;
/** A low limb of 2²⁸ + 5 beside a high limb of 0 is the number 2²⁸ + 5 in a second form. */
const SECOND_FORM: readonly [number, number] = [2 ** 28 + 5, 0];

function inSecondForm(constraint: string, fillLow: Attack['fill']): Attack {
  return {
    constraint,
    limits: between(0.00001, 268.435556),
    opened: { limbs: SECOND_FORM, lanes: [] },
    fill(trace, instance) {
      fillLow(trace, instance);
      fillRange(trace, COLUMNS.above.low, 2 ** 28 - 5);
      fillRange(trace, COLUMNS.above.high, 0);
      fillAmount(trace, COLUMNS.below, 95);
    },
  };
}

testStatement({
  claim: CLAIMS.balance_range,
  digest: '2361281be6cbf660e0ae3ce09689167246dbff235cee4687a11fffd95ee5a757',
  shape: { rows: 32, width: 37 },
  holds: [
    [between(1, 10_000), { balanceUnits: 2_500_000_000 }],
    [between(0, 0), { balanceUnits: 0 }],
    [between(0, LARGEST_BOUND), { balanceUnits: 0 }],
    [between(0, LARGEST_BOUND), { balanceUnits: LARGEST - 1 }],
    [between(1, 1), { balanceUnits: 1_000_000 }],
    [between(0.1, 0.3), { balanceUnits: 300_000 }],
    [between(0, 4294.967295), { balanceUnits: 2 ** 32 - 1 }],
    [between(268.435455, 268.435456), { balanceUnits: 2 ** 28 }],
    [between(268.435455, 268.435456), { balanceUnits: HIGHEST_LOW }],
  ],
  fails: [
    [between(1, 10_000), { balanceUnits: 999_999 }],
    [between(1, 10_000), { balanceUnits: 10_000_000_001 }],
    [between(0, LARGEST_BOUND), { balanceUnits: LARGEST }],
    [between(0, 0), { balanceUnits: LARGEST }],
    [between(268.435456, 268.435456), { balanceUnits: HIGHEST_LOW }],
    [between(0, 268.435455), { balanceUnits: 2 ** 28 }],
  ],
  foreign: [
    between(2, 1),
    between(-1, 1),
    between(0, 2 ** 53),
    between(0, 9_007_199_254.740_992),
    between(0.0000001, 1),
    between('1', 2),
    { bounds: { ...between(1, 2).bounds, token_mint: '' } },
    { bounds: { min_balance: 1, max_balance: 2 } },
    {},
  ],
  any: fc
    .tuple(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), fc.maxSafeNat(), fc.constantFrom(1, 0))
    .map(([one, other, any, isNear]) => {
      const [low = 0, high = 0] = [one, other].sort((a, b) => a - b);
      const balanceUnits = isNear === 1 ? Math.max(0, low + (any % 3) - 1) : any;
      return [between(low / 1e6, high / 1e6), { balanceUnits }] as const;
    }),
  attacks: [
    ...WAYS_OUT.map(([way, fill]) =>
      inSecondForm(`balance.low.${way}`, (trace) => fill(trace, COLUMNS.low, SECOND_FORM[0])),
    ),
    inSecondForm('balance.low.is', (trace) => fillRange(trace, COLUMNS.low, 5)),
    ...orderForgeries('above', COLUMNS.above).map(
      ({ constraint, low, high, fill }): Attack => ({
        constraint,
        limits: between(high / 1e6, 1000),
        opened: { limbs: amountLimbs(low), lanes: [] },
        fill(trace, instance) {
          fillRange(trace, COLUMNS.low, amountLimbs(low)[0]);
          fillAmount(trace, COLUMNS.below, 1_000_000_000 - low);
          fill(trace, instance);
        },
      }),
    ),
    ...orderForgeries('below', COLUMNS.below).map(
      ({ constraint, low, high, fill }): Attack => ({
        constraint,
        limits: between(0, low / 1e6),
        opened: { limbs: amountLimbs(high), lanes: [] },
        fill(trace, instance) {
          fillRange(trace, COLUMNS.low, amountLimbs(high)[0]);
          fillAmount(trace, COLUMNS.above, high);
          fill(trace, instance);
        },
      }),
    ),
  ],
});
