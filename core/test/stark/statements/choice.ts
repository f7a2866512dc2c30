/** The tests of the two statements that are one of three choices. */
import fc from 'fast-check';
import type { ChoiceWitness } from '../../../src/stark/statements/choice-prover.ts';
import type { Claim } from './forge.ts';
import { testStatement } from './suite.ts';

const HASHES = ['00', 'ff', 'a7'].map((byte) => byte.repeat(32));

export function testChoice(claim: Claim<ChoiceWitness>, choices: readonly string[], digest: string): void {
  const limits = { set: [...choices] };
  const [providerHash = ''] = HASHES;
  testStatement({
    claim,
    digest,
    shape: { rows: 64, width: 32 },
    holds: choices.map((choice, i) => [limits, { choice, providerHash: HASHES[i] ?? '' }] as const),
    fails: ['', 'tier_4', 'TIER_1', ' income'].map((choice) => [limits, { choice, providerHash }] as const),
    foreign: [
      { set: choices.slice(1) },
      { set: [...choices].reverse() },
      { set: [...choices, 'x'] },
      { set: [] },
      { ...limits, bounds: {} },
      { bounds: {} },
      {},
    ],
    any: fc.tuple(
      fc.constant(limits),
      fc.record({ choice: fc.constantFrom(...choices, 'other', ''), providerHash: fc.constantFrom(...HASHES) }),
    ),
    attacks: [
      { constraint: 'choice', limits, opened: { limbs: [4, 0], lanes: Array(8).fill(0) }, fill: () => {} },
      { constraint: 'choice', limits, opened: { limbs: [0, 0], lanes: Array(8).fill(0) }, fill: () => {} },
    ],
  });
}
