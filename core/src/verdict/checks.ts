import type { AgentCode, Check, CheckGroup, CheckStatus, OutcomeCode } from './verification-report.ts';

/**
 * The codes that a check may carry: those of outcomes, and the one of a slot that is still to be signed. A type, so that no
 * check is made with a code that no outcome has words for.
 */
export type CheckCode = OutcomeCode | AgentCode | 'SIGNATURE_PENDING';

/** What a check found; the identifier and group come from the caller. */
export type Finding = Omit<Check, 'id' | 'group' | 'status' | 'reason'> &
  (
    | { readonly status: 'passed'; readonly reason?: undefined }
    | { readonly status: 'failed' | 'pending'; readonly reason: CheckCode }
    | { readonly status: 'not_performed'; readonly reason: string }
  );

/** Whether a receipt or signature belongs to the payload that was given: of all checks, the one that judges no part of the file. */
export const PAYLOAD_CHECK = 'integrity.payload';

/**
 * The checks of one verification, in the order in which they were made. A check whose foundation did not hold is
 * recorded as not performed: it must never look passed.
 */
export class CheckList {
  private readonly entries: Check[] = [];

  get all(): readonly Check[] {
    return this.entries;
  }

  /** The id of the first check that failed, on which what follows rests. Throws TypeError where none did. */
  get firstFailed(): string {
    const failed = this.entries.find(({ status }) => status === 'failed');
    if (failed === undefined) throw new TypeError('internal: a file was refused without a failed check');
    return failed.id;
  }

  has(id: string, status: CheckStatus): boolean {
    return this.entries.some((entry) => entry.id === id && entry.status === status);
  }

  add(group: CheckGroup, name: string, finding: Finding): void {
    this.entries.push({ id: `${group}.${name}`, group, ...finding } as Check);
  }

  /** Takes over a check that another verification made. */
  adopt(check: Check): void {
    this.entries.push(check);
  }

  /** Records the check as passed or, with `code` as its reason, as failed. Answers whether it passed. */
  compare(
    group: CheckGroup,
    name: string,
    {
      expected,
      found,
      code,
      passed,
      failed,
    }: { expected: string; found: string; code: CheckCode; passed: string; failed: string },
  ): boolean {
    const holds = expected === found;
    const verdict = holds
      ? { status: 'passed' as const, sentence: passed }
      : { status: 'failed' as const, sentence: failed, reason: code };
    this.add(group, name, { ...verdict, expected, found });
    return holds;
  }

  /** Records a check that could not be made because `restsOn` did not hold. */
  skip(group: CheckGroup, name: string, what: string, restsOn: string): void {
    const reason = `Not checked, because ${restsOn} did not hold.`;
    this.add(group, name, { status: 'not_performed', sentence: what, reason, restsOn });
  }

  /** Records what no verification of this kind says: it must never look passed. */
  leaveOpen(name: string, what: string, reason: string): void {
    this.add('scope', name, { status: 'not_performed', sentence: what, reason });
  }

  /** Records the members that the file states and that nobody signed; `reason` says what the signatures cover. */
  leaveUncovered(members: readonly string[], reason: string): void {
    this.leaveOpen('not_covered', `Stated by the file, not covered by the signatures: ${members.join(', ')}.`, reason);
  }
}
