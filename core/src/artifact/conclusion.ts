/** From checks to one outcome where the checks say it all: the first that failed, then what is pending, then VERIFIED. */
import type { Check, Outcome } from './report.ts';

export interface ConclusionWords<C extends string> {
  /** Every code that a failed check may carry. */
  readonly codes: readonly C[];
  /** What the file should be, with its article: "a readable receipt". */
  readonly thing: string;
  /**
   * What is pending, in the order in which it decides. No sentence where the one of the check is to be said; `reason` is
   * that of the check where it is not the code.
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

/**
 * `required` names, by id, the checks without which nothing is VERIFIED. Throws TypeError where one of them did not pass
 * although nothing failed and nothing is pending, and where a check failed or is pending without a code that `words` know:
 * no outcome is guessed.
 */
export function conclude<C extends string>(
  checks: readonly Check[],
  words: ConclusionWords<C>,
  required: readonly string[] = [],
): Conclusion<C> {
  const unread = checks.find(({ status, group }) => status === 'failed' && group === 'format');
  const failed = unread ?? checks.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    const code = words.codes.find((known) => known === failed.reason);
    if (code === undefined) throw new TypeError(`internal: the failed check ${failed.id} carries no code`);
    if (unread === undefined) return { outcome: 'FAILED', exit_code: 1, code, sentence: failed.sentence };
    const sentence = `This file could not be judged: it is not ${words.thing}.`;
    return { outcome: 'INPUT_ERROR', exit_code: 2, code, sentence };
  }
  const pending = checks.filter(({ status }) => status === 'pending');
  for (const [code, sentence, reason = code] of words.pending) {
    const check = pending.find((one) => one.reason === reason);
    if (check === undefined) continue;
    return { outcome: 'PENDING', exit_code: 3, code, sentence: sentence ?? notConcluded(check) };
  }
  const [unknown] = pending;
  if (unknown !== undefined) throw new TypeError(`internal: the pending check ${unknown.id} carries no code`);
  const missing = required.find((id) => !checks.some((check) => check.id === id && check.status === 'passed'));
  if (missing !== undefined) throw new TypeError(`internal: ${missing} was not judged, and nothing says so`);
  return { outcome: 'VERIFIED', exit_code: 0, sentence: words.verified };
}

/** The sentence of an outcome that a pending check decides in its own words. */
export function notConcluded({ sentence }: Pick<Check, 'sentence'>): string {
  return `Not concluded: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}
