/** From checks to one outcome: the first that failed, then what is pending in one order for all kinds, then VERIFIED. */

import type { CheckCode } from './checks.ts';
import type { AgentCode, Check, Outcome, OutcomeCode } from './verification-report.ts';

/** Why nothing is concluded from a signature that holds, the first that decides (decisions 12.15) first. */
export const SIGNER_DOUBTS = [
  'KEY_REVOKED',
  'SIGNER_NOT_TRUSTED',
  'KEY_SUPERSEDED',
  'KEY_NOT_VALID',
  'TIME_AHEAD',
] as const satisfies readonly CheckCode[];

export type SignerDoubt = (typeof SIGNER_DOUBTS)[number];

/**
 * The order in which pending checks decide (decisions 12.15). What follows the placeholder is what is still to be added:
 * signatures, a seal, a payload.
 */
export const PRECEDENCE = [
  ...SIGNER_DOUBTS,
  'PILLAR_UNKNOWN',
  'PLACEHOLDER',
  'SIGNATURE_PENDING',
  'NO_SIGNATURE',
  'NOT_SEALED',
  'NOT_BOUND',
  'NO_PAYLOAD',
] as const satisfies readonly CheckCode[];

export interface ConclusionWords<C extends string> {
  /** Every code that a failed check may carry. */
  readonly codes: readonly C[];
  /** What the file should be, with its article: "a valid receipt". */
  readonly thing: string;
  /**
   * What may be pending. No sentence where the one of the check is to be said; `reason` is that of the check where it is not
   * the code.
   */
  readonly pending: readonly (readonly [code: C, sentence: string | null, reason?: string])[];
  readonly verified: string;
}

export interface Conclusion<C extends string> {
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 2 | 3;
  readonly code?: C;
  readonly sentence: string;
}

/** The outcome where the verifier itself is at fault: no outcome is guessed, and nothing is thrown (security, S39). */
export const INTERNAL_FAULT = {
  outcome: 'INPUT_ERROR',
  exit_code: 2,
  code: 'INTERNAL',
  sentence: 'This file could not be checked: the verifier met an internal fault.',
} as const satisfies Conclusion<OutcomeCode & AgentCode>;

/**
 * `required` names, by id, the checks without which nothing is VERIFIED. INTERNAL where one of them did not pass although
 * nothing failed and nothing is pending, and where a check failed or is pending without a code that `words` know.
 */
export function conclude<C extends string>(
  checks: readonly Check[],
  words: ConclusionWords<C | 'INTERNAL'>,
  required: readonly string[] = [],
): Conclusion<C | 'INTERNAL'> {
  const failed = firstFailed(checks);
  if (failed !== undefined) {
    const code = words.codes.find((known) => known === failed.reason);
    if (code === undefined) return INTERNAL_FAULT;
    if (failed.group !== 'format') return { outcome: 'FAILED', exit_code: 1, code, sentence: failed.sentence };
    return { outcome: 'INPUT_ERROR', exit_code: 2, code, sentence: notReadable(words.thing) };
  }
  const check = firstPending(checks);
  if (check !== undefined) {
    const row = words.pending.find(([code, , reason = code]) => reason === check.reason);
    if (row === undefined) return INTERNAL_FAULT;
    return { outcome: 'PENDING', exit_code: 3, code: row[0], sentence: row[1] ?? inconclusive(check) };
  }
  const isMissing = (id: string) => !checks.some((one) => one.id === id && one.status === 'passed');
  if (required.some(isMissing)) return INTERNAL_FAULT;
  return { outcome: 'VERIFIED', exit_code: 0, sentence: words.verified };
}

/** The failed check that decides: one of the format, else the first. */
export function firstFailed(checks: readonly Check[]): Check | undefined {
  const failed = checks.filter(({ status }) => status === 'failed');
  return failed.find(({ group }) => group === 'format') ?? failed[0];
}

/** The pending check that decides; one without a known code before all others, so that it is never passed over. */
export function firstPending(checks: readonly Check[]): Check | undefined {
  const order: readonly (string | undefined)[] = PRECEDENCE;
  const rank = ({ reason }: Check) => order.indexOf(reason);
  return checks.filter(({ status }) => status === 'pending').sort((a, b) => rank(a) - rank(b))[0];
}

/** The sentence of an input error. @param thing what the file should be, with its article */
export function notReadable(thing: string): string {
  return `This file could not be checked: it is not ${thing}.`;
}

/** The sentence of an outcome that a pending check decides in its own words. */
export function inconclusive({ sentence }: Pick<Check, 'sentence'>): string {
  return `Inconclusive: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
