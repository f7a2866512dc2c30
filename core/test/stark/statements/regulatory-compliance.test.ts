import fc from 'fast-check';
import { fromHex } from '../../../src/bytes.ts';
import { hashLanes } from '../../../src/stark/encoding.ts';
import { add, inverse, subtract } from '../../../src/stark/field.ts';
import { cell, setCell, type Trace } from '../../../src/stark/opening/trace.ts';
import { PROVERS } from '../../../src/stark/provers.ts';
import { COLUMNS, FIRST_MEMBER_ROW } from '../../../src/stark/statements/regulatory-compliance/air.ts';
import { LIST_ROOT, LISTED_HASHES } from '../../../src/stark/statements/regulatory-compliance/list.ts';
import { CLAIMS } from './claims.ts';
import { testStatement } from './suite.ts';

const about = (checks: readonly unknown[], root: unknown = LIST_ROOT) => ({
  bounds: { checks: checks as string[], list_root: root as string },
});
const LIMITS = about(['ofac', 'aml']);
const [LISTED = ''] = LISTED_HASHES;
const HASH = 'ab'.repeat(32);

function opened(hash: string, limb = 0) {
  const { lanes, rest } = hashLanes(fromHex(hash) ?? new Uint8Array());
  return { limbs: [limb, rest] as const, lanes };
}

/** A listed hash with one digit changed, at the start or at the end. */
const NEIGHBOURS = [
  LISTED.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  LISTED.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
];

/** Adds 1 to the value from a row on, and finds the inverses that go with it. */
function shiftValue(trace: Trace, from: number, members: readonly number[]): void {
  for (const [row, member] of members.entries()) {
    const value = add(cell(trace, COLUMNS.value, row), Number(row >= from));
    setCell(trace, COLUMNS.value, row, value);
    if (row >= FIRST_MEMBER_ROW) setCell(trace, COLUMNS.inverse, row, inverse(subtract(value, member)));
  }
}

const { fill: fillHonestly } = PROVERS.regulatory_compliance;

testStatement({
  claim: CLAIMS.regulatory_compliance,
  digest: '7a7a647c07250c277dc4d14930b30d030d9c6084e100fd373d16cc10290d24d3',
  shape: { rows: 64, width: 34 },
  holds: [
    [LIMITS, { entityHash: HASH }],
    [about(['travel_rule']), { entityHash: '00'.repeat(32) }],
    [about(['kyc', 'ofac', 'aml', 'travel_rule']), { entityHash: 'ff'.repeat(32) }],
    ...NEIGHBOURS.map((entityHash) => [LIMITS, { entityHash }] as const),
  ],
  fails: LISTED_HASHES.map((entityHash) => [LIMITS, { entityHash }] as const),
  foreign: [
    about([]),
    about(['ofac', 'ofac']),
    about(['other']),
    about(['ofac'], '00'.repeat(32)),
    { bounds: { checks: ['ofac'] } },
    { set: [...LISTED_HASHES] },
    {},
  ],
  any: fc.tuple(
    fc.constant(LIMITS),
    fc.record({
      entityHash: fc.oneof(
        fc.constantFrom(...LISTED_HASHES),
        fc
          .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 })
          .map((digits) => digits.join('')),
      ),
    }),
  ),
  attacks: [
    {
      constraint: 'hash.limb',
      limits: LIMITS,
      opened: opened(HASH, 1),
      fill: (trace, instance) => fillHonestly(trace, { entityHash: HASH }, instance),
    },
    {
      // A listed hash beside the value of another one.
      constraint: 'value.start',
      limits: LIMITS,
      opened: opened(LISTED),
      fill(trace, instance) {
        fillHonestly(trace, { entityHash: LISTED }, instance);
        shiftValue(trace, 0, instance.publicColumns[0] ?? []);
      },
    },
    {
      constraint: 'value.sum',
      limits: LIMITS,
      opened: opened(LISTED),
      fill(trace, instance) {
        fillHonestly(trace, { entityHash: LISTED }, instance);
        shiftValue(trace, 23, instance.publicColumns[0] ?? []);
      },
    },
    {
      constraint: 'value.differs',
      limits: LIMITS,
      opened: opened(LISTED),
      fill: (trace, instance) => fillHonestly(trace, { entityHash: LISTED }, instance),
    },
  ],
});
