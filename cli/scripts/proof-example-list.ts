/** What each example of a privacy proof teaches, and what a verifier must say of it. */
import type { AgentExpected } from './agent-example-list.ts';

export interface ProofExample {
  readonly name: string;
  readonly title: string;
  readonly expected: Omit<AgentExpected, 'broken'>;
}

/** Beside the examples; every one is judged with it. */
export const PROOF_KEY_SET = 'demo-privacy.pqkeys.json';

const VERIFIED = { outcome: 'VERIFIED', exit_code: 0, failing_checks: [] } as const;

export const PROOF_EXAMPLES: readonly ProofExample[] = [
  { name: 'age', title: 'Somebody is 18 at least; the nonce is the relying party’s', expected: VERIFIED },
  { name: 'jurisdiction', title: 'Somebody’s jurisdiction is one of four', expected: VERIFIED },
  {
    name: 'portfolio',
    title: 'A wallet of the embedded ledger is worth a million dollars at least',
    expected: VERIFIED,
  },
  {
    name: 'expired',
    title: 'A proof that was good for a day',
    expected: { outcome: 'FAILED', code: 'EXPIRED', exit_code: 1, failing_checks: ['validity.expiry'] },
  },
  {
    name: 'changed-bounds',
    title: 'The age proof, with 21 written for 18',
    expected: {
      outcome: 'FAILED',
      code: 'HASH_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.commitment', 'integrity.proof'],
    },
  },
  {
    name: 'remade-commitment',
    title: 'The same, with the commitment computed anew',
    expected: {
      outcome: 'FAILED',
      code: 'RECORD_MISMATCH',
      exit_code: 1,
      failing_checks: ['integrity.record', 'integrity.proof'],
    },
  },
];
