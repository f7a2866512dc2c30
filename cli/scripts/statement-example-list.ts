/** What each example of a statement of a service teaches, and what a verifier must say of it. */
import type { AgentExpected } from './agent-example-list.ts';

export interface StatementExample {
  readonly name: string;
  readonly title: string;
  readonly expected: Omit<AgentExpected, 'broken'>;
}

/** Beside the examples; every one is judged with it. */
export const STATEMENT_KEY_SET = 'demo-statements.pqkeys.json';

const VERIFIED = { outcome: 'VERIFIED', exit_code: 0, failing_checks: [] } as const;
const FAILED = { outcome: 'FAILED', exit_code: 1 } as const;

export const STATEMENT_EXAMPLES: readonly StatementExample[] = [
  { name: 'average', title: 'The transcript of a joint computation: an average of three inputs', expected: VERIFIED },
  {
    name: 'average-other-result',
    title: 'The same with another result',
    expected: {
      ...FAILED,
      code: 'STATEMENT_MISMATCH',
      failing_checks: ['integrity.result', 'signature.statement'],
    },
  },
  {
    name: 'average-other-shares',
    title: 'The same with another share of the result',
    expected: {
      ...FAILED,
      code: 'STATEMENT_MISMATCH',
      failing_checks: ['integrity.shares', 'signature.statement'],
    },
  },
  {
    name: 'average-other-hash',
    title: 'The same with another contribution in place of the first: only the signature shows it',
    expected: { ...FAILED, code: 'SIGNATURE_INVALID', failing_checks: ['signature.statement'] },
  },
  { name: 'call', title: 'The transcript of a call, with two captions', expected: VERIFIED },
  {
    name: 'call-changed-caption',
    title: 'The same with another caption',
    expected: { ...FAILED, code: 'HASH_MISMATCH', failing_checks: ['integrity.lines', 'signature.statement'] },
  },
  {
    name: 'call-cut',
    title: 'The same without its first line, all hashes made anew',
    expected: { ...FAILED, code: 'STATEMENT_MISMATCH', failing_checks: ['integrity.order', 'signature.statement'] },
  },
  { name: 'call-end', title: 'The end of that call: when, why, and the minutes that were charged', expected: VERIFIED },
  {
    name: 'call-end-more-minutes',
    title: 'The same with a minute more',
    expected: { ...FAILED, code: 'STATEMENT_MISMATCH', failing_checks: ['integrity.minutes', 'signature.statement'] },
  },
];
