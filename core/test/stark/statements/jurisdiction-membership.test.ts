import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../../../src/stark/encoding.ts';
import { add, inverse, multiply, P } from '../../../src/stark/field.ts';
import { setCell, type Trace } from '../../../src/stark/opening/trace.ts';
import { COLUMNS } from '../../../src/stark/statements/jurisdiction-membership/air.ts';
import { CLAIMS } from './claims.ts';
import { brokenNames, forge, type Opened } from './forge.ts';
import { type Attack, testStatement } from './suite.ts';

const within = (set: readonly unknown[]) => ({ set: set as string[] });
const FULL = Array.from({ length: 256 }, (_, i) => `jurisdiction ${i}`);
const SET = within(['FR', 'Liechtenstein', 'DE']);
const PARTS = Array.from({ length: 10 }, (_, i) => i);

function partsOf({ limbs, lanes }: Opened): number[] {
  return [...limbs, ...lanes];
}

function openedParts(parts: readonly number[]): Opened {
  return { limbs: [parts[0] ?? 0, parts[1] ?? 0], lanes: parts.slice(2) };
}

/** The member picked in the second row of the set above, and the same with one part changed. */
const MEMBER = partsOf(encodeText('Liechtenstein'));
const changed = (part: number) => MEMBER.map((value, i) => (i === part ? add(value, 1) : value));

function fillText(trace: Trace, parts: readonly number[]): void {
  for (const [i, part] of parts.entries()) trace[COLUMNS.text + i]?.fill(part);
}

function pick(trace: Trace, row: number, left: number, right = 0): void {
  setCell(trace, COLUMNS.picks[0], row, left);
  setCell(trace, COLUMNS.picks[1], row, right);
  trace[COLUMNS.count]?.fill(1, row + 1);
}

const HALF = inverse(2);
const [FIRST, FAR] = ['jurisdiction 0', 'jurisdiction 128'].map((text) => partsOf(encodeText(text)));
/** Between the two members of one row of the full set. */
const MIDDLE = PARTS.map((i) => multiply(HALF, add(FIRST?.[i] ?? 0, FAR?.[i] ?? 0)));

testStatement({
  claim: CLAIMS.jurisdiction_membership,
  digest: '6fa285f1f7a4d7ebcee1e26f5c84c75ec1e173e22c3c40974f837d86f8009b3d',
  shape: { rows: 128, width: 45 },
  holds: [
    [SET, { jurisdiction: 'DE' }],
    [within(['CH']), { jurisdiction: 'CH' }],
    [within(FULL), { jurisdiction: 'jurisdiction 0' }],
    [within(FULL), { jurisdiction: 'jurisdiction 127' }],
    [within(FULL), { jurisdiction: 'jurisdiction 128' }],
    [within(FULL), { jurisdiction: 'jurisdiction 255' }],
    [within(FULL.slice(0, 129)), { jurisdiction: 'jurisdiction 128' }],
    [within(['Österreich', '1234567', '12345678', '🇨🇭']), { jurisdiction: '🇨🇭' }],
    [within(['Österreich', '1234567', '12345678']), { jurisdiction: '1234567' }],
    [within(['Österreich', '1234567', '12345678']), { jurisdiction: '12345678' }],
  ],
  fails: [
    [SET, { jurisdiction: 'de' }],
    [SET, { jurisdiction: '' }],
    [SET, { jurisdiction: 'DE\0' }],
    [within(FULL), { jurisdiction: 'jurisdiction 256' }],
    // One letter in two forms of Unicode.
    [within(['\u00d6sterreich']), { jurisdiction: 'O\u0308sterreich' }],
  ],
  foreign: [
    within([]),
    within([...FULL, 'one more']),
    within(['DE', 'DE']),
    within(['DE', 1]),
    within(['']),
    within(['\ud800']),
    { set: 'DE' },
    { ...SET, bounds: {} },
    {},
  ],
  any: fc
    .tuple(
      fc
        .uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }), { minLength: 1, maxLength: 256 })
        .map(within),
      fc.record({ jurisdiction: fc.constantFrom('a', 'DE', '') }),
    )
    .chain(([limits, other]) =>
      fc.tuple(fc.constant(limits), fc.constantFrom(other, ...limits.set.map((jurisdiction) => ({ jurisdiction })))),
    ),
  attacks: [
    ...PARTS.flatMap((part): Attack[] => [
      {
        constraint: `text.${part}.is`,
        limits: SET,
        opened: openedParts(changed(part)),
        fill(trace) {
          fillText(trace, MEMBER);
          pick(trace, 1, 1);
        },
      },
      {
        constraint: `text.${part}.constant`,
        limits: SET,
        opened: openedParts(changed(part)),
        fill(trace) {
          fillText(trace, changed(part));
          setCell(trace, COLUMNS.text + part, 1, MEMBER[part] ?? 0);
          pick(trace, 1, 1);
        },
      },
      {
        constraint: `text.${part}.member`,
        limits: SET,
        opened: openedParts(changed(part)),
        fill(trace) {
          fillText(trace, changed(part));
          pick(trace, 1, 1);
        },
      },
    ]),
    {
      constraint: 'pick.single',
      limits: within(FULL),
      opened: openedParts(MIDDLE),
      fill(trace) {
        fillText(trace, MIDDLE);
        pick(trace, 0, HALF, HALF);
      },
    },
    {
      constraint: 'pick.sum',
      limits: SET,
      opened: encodeText('XX'),
      fill: (trace) => fillText(trace, partsOf(encodeText('XX'))),
    },
  ],
});

describe('picks that are no single bit', () => {
  const text = partsOf(encodeText('XX'));

  /** The parts of a mixture of members: what a sum over picks would be, were it not compared on every row. */
  function mixture(weights: readonly number[]): number[] {
    const members = SET.set.map((member) => partsOf(encodeText(member)));
    return PARTS.map((part) =>
      weights.reduce((sum, weight, i) => add(sum, multiply(weight, members[i]?.[part] ?? 0)), 0),
    );
  }

  it.each([
    ['two bits', [1, 1, 0]],
    ['2 and −1', [2, P - 1, 0]],
    ['two halves', [HALF, HALF, 0]],
    ['three thirds', [inverse(3), inverse(3), inverse(3)]],
    ['nothing', [0, 0, 0]],
  ] as const)('%s pick no text outside the set', (_, weights) => {
    for (const parts of [mixture(weights), text]) {
      const value = { tag: 4, ...openedParts(parts) };
      const forgery = forge(CLAIMS.jurisdiction_membership.prover.statement, SET, value, (trace) => {
        fillText(trace, parts);
        let count = 0;
        for (let row = 0; row < 128; row++) {
          setCell(trace, COLUMNS.count, row, count);
          setCell(trace, COLUMNS.picks[0], row, weights[row] ?? 0);
          count = add(count, weights[row] ?? 0);
        }
      });
      expect(brokenNames(forgery)).not.toEqual([]);
    }
  });
});
