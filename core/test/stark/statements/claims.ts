/** The claims of all statements in plain arithmetic on what a trace opens, written without the code under test. */

import { fromHex } from '../../../src/bytes.ts';
import type { JsonObject, JsonValue } from '../../../src/canonical-json.ts';
import { encodeText, hashLanes } from '../../../src/stark/encoding.ts';
import { PROVERS } from '../../../src/stark/provers.ts';
import type { ChoiceWitness } from '../../../src/stark/statements/choice-prover.ts';
import type { GradeWitness } from '../../../src/stark/statements/code-grade/trace.ts';
import { LISTED_HASHES } from '../../../src/stark/statements/regulatory-compliance/list.ts';
import type { Claim, Opened } from './forge.ts';

function bound({ bounds }: JsonObject, name: string): number {
  return Number((bounds as JsonObject)[name]);
}

/** Millionths, by the decimal places that the test's own numbers have. */
export function units(amount: number): bigint {
  return BigInt(amount.toFixed(6).replace('.', ''));
}

/** The amount of two limbs; null where they are not its one form. */
function amountOf(low: number | undefined, high: number | undefined): bigint | null {
  if (low === undefined || high === undefined || low >= 2 ** 28 || high >= 2 ** 25) return null;
  return BigInt(high) * 2n ** 28n + BigInt(low);
}

function isMember(set: JsonValue | undefined, { limbs, lanes }: Opened): boolean {
  const parts = [...limbs, ...lanes].join();
  return (set as string[]).map(encodeText).some((member) => [...member.limbs, ...member.lanes].join() === parts);
}

function isListed({ limbs, lanes }: Opened): boolean {
  return LISTED_HASHES.some((listed) => {
    const hash = hashLanes(fromHex(listed) ?? new Uint8Array());
    return [hash.rest, ...hash.lanes].join() === [limbs[1], ...lanes].join();
  });
}

const SEVEN_BITS = 127;
const WEIGHTS = [20, 25, 15, 15, 15, 10];

function unpack(limb: number): number[] {
  return [limb & SEVEN_BITS, (limb >> 7) & SEVEN_BITS, limb >> 14];
}

/** The letter by the words of the decision, one comparison after the other. */
export function expectedLetter(score: number, security: number): string {
  if (security < 50 || score < 50) return 'F';
  if (score < 60) return 'D';
  if (score < 65) return 'C';
  if (score < 70 || security < 70) return 'C+';
  if (score < 75) return 'B-';
  if (score < 80) return 'B';
  if (score < 85) return 'B+';
  if (score < 90) return 'A-';
  return score < 95 ? 'A' : 'A+';
}

export function expectedScore(scores: readonly number[]): number {
  return Math.round(scores.reduce((sum, score, i) => sum + score * (WEIGHTS[i] ?? 0), 0) / 100);
}

const oneOfThree = (_: JsonObject, { limbs }: Opened) => [1, 2, 3].includes(limbs[0]);

export const CLAIMS = {
  age_threshold: {
    prover: PROVERS.age_threshold,
    tag: 1,
    blocks: 1,
    isTrue: (limits, { limbs: [age, other] }) => age <= 16_383 && other === 0 && age >= bound(limits, 'minimum_age'),
  } satisfies Claim<{ age: number }>,
  identity_attribute: {
    prover: PROVERS.identity_attribute,
    tag: 2,
    blocks: 2,
    isTrue: (_, { limbs }) => limbs[0] !== 0,
  } satisfies Claim<{ value: string }>,
  kyc_status: { prover: PROVERS.kyc_status, tag: 3, blocks: 2, isTrue: oneOfThree } satisfies Claim<ChoiceWitness>,
  jurisdiction_membership: {
    prover: PROVERS.jurisdiction_membership,
    tag: 4,
    blocks: 2,
    isTrue: ({ set }, opened) => isMember(set, opened),
  } satisfies Claim<{ jurisdiction: string }>,
  accredited_investor: {
    prover: PROVERS.accredited_investor,
    tag: 5,
    blocks: 2,
    isTrue: oneOfThree,
  } satisfies Claim<ChoiceWitness>,
  regulatory_compliance: {
    prover: PROVERS.regulatory_compliance,
    tag: 6,
    blocks: 2,
    isTrue: (_, opened) => opened.limbs[0] === 0 && !isListed(opened),
  } satisfies Claim<{ entityHash: string }>,
  balance_range: {
    prover: PROVERS.balance_range,
    tag: 7,
    blocks: 1,
    isTrue: (limits, { limbs: [low, high] }) => {
      const balance = amountOf(low, high);
      if (balance === null) return false;
      return balance >= units(bound(limits, 'min_balance')) && balance <= units(bound(limits, 'max_balance'));
    },
  } satisfies Claim<{ balanceUnits: number }>,
  collateral_ratio: {
    prover: PROVERS.collateral_ratio,
    tag: 8,
    blocks: 2,
    isTrue: (limits, { limbs, lanes: [low, high, ...others] }) => {
      const collateral = amountOf(...limbs);
      const debt = amountOf(low, high);
      if (collateral === null || debt === null || others.some((lane) => lane !== 0)) return false;
      return debt > 0n && collateral * 1_000_000n >= debt * units(bound(limits, 'min_ratio'));
    },
  } satisfies Claim<{ collateralUnits: number; debtUnits: number }>,
  portfolio_threshold: {
    prover: PROVERS.portfolio_threshold,
    tag: 9,
    blocks: 1,
    isTrue: (limits, { limbs: [low, high] }) => {
      const worth = amountOf(low, high);
      return worth !== null && worth >= units(bound(limits, 'min_value_usd'));
    },
  } satisfies Claim<{ worthUnits: number }>,
  code_grade: {
    prover: PROVERS.code_grade,
    tag: 10,
    blocks: 1,
    isTrue: ({ grade, score }, { limbs }) => {
      const scores = limbs.flatMap(unpack);
      if (scores.some((one) => one > 100)) return false;
      const expected = expectedScore(scores);
      return grade === expectedLetter(expected, scores[1] ?? 0) && (score === undefined || score === expected);
    },
  } satisfies Claim<GradeWitness>,
} as const;
