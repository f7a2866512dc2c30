import fc from 'fast-check';
import type { Trace } from '../../../src/stark/opening/trace.ts';
import { fillRange } from '../../../src/stark/range/trace.ts';
import { COLUMNS } from '../../../src/stark/statements/age-threshold/air.ts';
import { CLAIMS } from './claims.ts';
import { WAYS_OUT } from './forge.ts';
import { type Attack, testStatement } from './suite.ts';

const from = (minimum: unknown) => ({ bounds: { minimum_age: minimum as number } });

function attack(
  constraint: string,
  minimum: number,
  limbs: readonly [number, number],
  fill: (trace: Trace) => void,
): Attack {
  return { constraint, limits: from(minimum), opened: { limbs, lanes: [] }, fill };
}

function fillAges(trace: Trace, age: number, above: number): void {
  fillRange(trace, COLUMNS.age, age);
  fillRange(trace, COLUMNS.above, above);
}

testStatement({
  claim: CLAIMS.age_threshold,
  digest: 'eaf19c3ba49ff16c9436406b23921bf3dcf27f26f512d728854577b9e3154ac5',
  shape: { rows: 32, width: 34 },
  holds: [
    [from(18), { age: 18 }],
    [from(0), { age: 0 }],
    [from(150), { age: 16_383 }],
    [from(18), { age: 70 }],
  ],
  fails: [
    [from(18), { age: 17 }],
    [from(150), { age: 149 }],
    [from(1), { age: 0 }],
  ],
  foreign: [
    from(-1),
    from(151),
    from(17.5),
    from('18'),
    from(2 ** 32),
    { bounds: { minimum_age: 18, x: 1 } },
    {},
    { set: ['18'] },
  ],
  any: fc.tuple(fc.integer({ min: 0, max: 150 }).map(from), fc.record({ age: fc.oneof(fc.nat(200), fc.nat(16_383)) })),
  attacks: [
    ...WAYS_OUT.flatMap(([way, fill]) => [
      // From 2¹⁴ on there is no age.
      attack(`age.${way}`, 100, [16_434, 0], (trace) => {
        fillRange(trace, COLUMNS.above, 16_334);
        fill(trace, COLUMNS.age, 16_434);
      }),
      // −1 modulo p.
      attack(`above.${way}`, 18, [17, 0], (trace) => {
        fillRange(trace, COLUMNS.age, 17);
        fill(trace, COLUMNS.above, -1);
      }),
    ]),
    attack('age.is', 18, [17, 0], (trace) => fillAges(trace, 20, 2)),
    attack('age.limb', 18, [20, 1], (trace) => fillAges(trace, 20, 2)),
    attack('above.is', 18, [17, 0], (trace) => fillAges(trace, 17, 0)),
  ],
});
