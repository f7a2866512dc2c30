/** What each example of a code grade teaches, and what a verifier must say of it. */
import type { AgentExpected } from './agent-example-list.ts';

export interface GradeExample {
  readonly name: string;
  readonly title: string;
  readonly expected: Omit<AgentExpected, 'broken'>;
}

/** Beside the examples; every one is judged with both. */
export const GRADE_KEY_SETS = ['demo-grades.pqkeys.json', 'demo-grades-3key.pqkeys.json'] as const;
/** What is graded, from the folder of the examples. */
export const GRADED_FOLDER = 'agents';
export const GRADED_PROJECT = 'agent-examples';

const VERIFIED = { outcome: 'VERIFIED', exit_code: 0, failing_checks: [] } as const;

export const GRADE_EXAMPLES: readonly GradeExample[] = [
  {
    name: 'verified',
    title: 'The grade of `examples/agents` with all places where points were lost',
    expected: VERIFIED,
  },
  { name: 'recorded', title: 'The service’s record of it, without the places', expected: VERIFIED },
  {
    name: 'raised-letter',
    title: 'The grade with a better letter',
    expected: {
      outcome: 'FAILED',
      code: 'GRADE_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.grade', 'integrity.proof'],
    },
  },
  {
    name: 'loss-left-out',
    title: 'The grade without its first loss',
    expected: {
      outcome: 'FAILED',
      code: 'HASH_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.losses', 'integrity.dimensions'],
    },
  },
  {
    name: 'another-tree',
    title: 'The grade with the file root of another tree',
    expected: { outcome: 'FAILED', code: 'PROOF_INVALID', exit_code: 1, failing_checks: ['integrity.proof'] },
  },
];
