/** What each example of an agent's session, of one receipt and of the log teaches, and what a verifier must say of it. */
import type { AgentCode, AgentFileKind, Outcome } from '@touchstone/core/verdict/verification-report.ts';

export interface AgentExpected {
  readonly outcome: Outcome;
  readonly code?: AgentCode;
  readonly exit_code: 0 | 1 | 2 | 3;
  /** Identifiers of exactly the checks that fail. */
  readonly failing_checks: readonly string[];
  /** The first node or head that does not hold, counted from 0. */
  readonly broken: { readonly index: number; readonly what: string } | null;
}

export interface AgentExample {
  readonly kind: AgentFileKind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether the console offers it: those few are part of its files. */
  readonly isOffered: boolean;
  readonly expected: AgentExpected;
}

/** Beside the examples; every one is judged with it. */
export const SERVICE_KEY_SET = 'demo-service.pqkeys.json';

const EXTENSIONS: Readonly<Record<AgentFileKind, string>> = {
  session: '.pqs.json',
  node: '.pqnode.json',
  log: '.pqlog.json',
  proof: '.pqp.json',
  grade: '.pqgrade.json',
  statement: '.pqst.json',
};

export function agentExampleFile({ kind, name }: Pick<AgentExample, 'kind' | 'name'>): string {
  return `${name}${EXTENSIONS[kind]}`;
}

const VERIFIED: AgentExpected = { outcome: 'VERIFIED', exit_code: 0, failing_checks: [], broken: null };

const pending = (code: AgentCode): AgentExpected => ({ ...VERIFIED, outcome: 'PENDING', code, exit_code: 3 });

const failed = (
  code: AgentCode,
  failing_checks: readonly string[],
  broken: AgentExpected['broken'] = null,
): AgentExpected => ({ outcome: 'FAILED', code, exit_code: 1, failing_checks, broken });

export const AGENT_EXAMPLES: readonly AgentExample[] = [
  {
    kind: 'session',
    name: 'verified',
    title: 'Session of an agent',
    description: 'Seven receipts, one of them a refused call, in an unbroken chain under the seal of the service.',
    isOffered: true,
    expected: VERIFIED,
  },
  {
    kind: 'session',
    name: 'delegated-child',
    title: 'Delegated session',
    description: 'The session that the one above opened for another agent, with the receipt that opened it.',
    isOffered: false,
    expected: VERIFIED,
  },
  {
    kind: 'session',
    name: 'redacted',
    title: 'Redacted session',
    description: 'The agent keeps hashes, times and outcomes only; chain, signatures and seal hold all the same.',
    isOffered: false,
    expected: VERIFIED,
  },
  {
    kind: 'session',
    name: 'not-sealed',
    title: 'Session that is still open',
    description: 'What is there is intact. Without a seal nobody can say that nothing is missing at the end.',
    isOffered: true,
    expected: pending('NOT_SEALED'),
  },
  {
    kind: 'session',
    name: 'untrusted-service',
    title: 'Session of a service that is not trusted',
    description: 'Intact and sealed, but by a service whose key set you do not have.',
    isOffered: false,
    expected: pending('SIGNER_NOT_TRUSTED'),
  },
  {
    kind: 'session',
    name: 'changed-node',
    title: 'Session with a changed receipt',
    description: 'The third receipt was edited: the payment of another invoice. Its signature says so.',
    isOffered: true,
    expected: failed(
      'SIGNATURE_INVALID',
      ['signature.nodes', 'integrity.chain', 'integrity.seal_root', 'integrity.end_node'],
      { index: 2, what: 'signature' },
    ),
  },
  {
    kind: 'session',
    name: 'removed-node',
    title: 'Session without one of its receipts',
    description: 'The refused call was taken out. The receipt after it names one that is not there.',
    isOffered: false,
    expected: failed(
      'CHAIN_BROKEN',
      ['integrity.chain', 'integrity.seal_count', 'integrity.seal_root', 'integrity.end_node'],
      { index: 3, what: 'link' },
    ),
  },
  {
    kind: 'session',
    name: 'swapped-nodes',
    title: 'Session with two receipts swapped',
    description: 'The third and the fourth receipt changed places. Neither names the one before it any more.',
    isOffered: false,
    expected: failed('CHAIN_BROKEN', ['integrity.chain', 'integrity.seal_root', 'integrity.end_node'], {
      index: 2,
      what: 'link',
    }),
  },
  {
    kind: 'session',
    name: 'cut-tail',
    title: 'Session whose end was cut off',
    description: 'The last two receipts are gone and the chain that is left holds. Only the seal knows of them.',
    isOffered: false,
    expected: failed('SEAL_MISMATCH', [
      'integrity.seal_count',
      'integrity.seal_last_hash',
      'integrity.seal_root',
      'integrity.seal_end_hash',
      'integrity.seal_ended_at',
    ]),
  },
  {
    kind: 'session',
    name: 'cut-file',
    title: 'Half of a file',
    description: 'A copy that broke off.',
    isOffered: false,
    expected: { outcome: 'INPUT_ERROR', code: 'FORMAT', exit_code: 2, failing_checks: ['format.json'], broken: null },
  },
  {
    kind: 'node',
    name: 'verified',
    title: 'Proof of one receipt',
    description: 'The third receipt of the session above with its way to the root that the seal names.',
    isOffered: false,
    expected: VERIFIED,
  },
  {
    kind: 'node',
    name: 'changed',
    title: 'Proof with a changed receipt',
    description: 'The same file with another invoice in the receipt. Nothing leads from it to the root.',
    isOffered: false,
    expected: failed('HASH_MISMATCH', ['integrity.merkle_proof', 'signature.node', 'integrity.log']),
  },
  {
    kind: 'log',
    name: 'verified',
    title: 'Heads of the log',
    description: 'Signed heads of one log, with the proofs that it has only grown from each to the next.',
    isOffered: false,
    expected: VERIFIED,
  },
  {
    kind: 'log',
    name: 'not-consistent',
    title: 'Log of which two versions were shown',
    description: 'Every head is signed by the service, but the last tree does not hold the one before it.',
    isOffered: false,
    expected: failed('LOG_MISMATCH', ['integrity.consistency'], { index: 2, what: 'consistency' }),
  },
];
