/** What the verification of a session, node or log says: the report of artifacts and receipts with codes of its own. */

import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import type { CheckList } from '../verdict/checks.ts';
import { type Conclusion, conclude } from '../verdict/conclusion.ts';
import { identifyFile } from '../verdict/file-identity.ts';
import { trustUsed, type UsedEdition } from '../verdict/trust-used.ts';
import type { SlotReport, VerificationReport } from '../verdict/verification-report.ts';

export const AGENT_CODES = [
  'READ',
  'INTERNAL',
  'FORMAT',
  'CHAIN_BROKEN',
  'HASH_MISMATCH',
  'ISSUED_AT_MISMATCH',
  'SIGNATURE_INVALID',
  'SEAL_MISMATCH',
  'LOG_MISMATCH',
  'SCOPE_EXCEEDED',
  'SIGNER_NOT_TRUSTED',
  'KEY_REVOKED',
  'KEY_SUPERSEDED',
  'KEY_NOT_VALID',
  'TIME_AHEAD',
  'NO_SIGNATURE',
  'NOT_SEALED',
  'NOT_BOUND',
] as const;
export type AgentCode = (typeof AGENT_CODES)[number];

export type AgentFileKind = 'session' | 'node' | 'log';

/** The first node of a session, or the first head of a log, that does not hold. */
export interface BrokenPlace {
  /** From 0, in the order of the file. */
  readonly index: number;
  /** The node; of a log the size of the head's tree. */
  readonly id: string;
  readonly what: string;
  readonly expected: string;
  readonly found: string;
}

export interface AgentReport extends Omit<VerificationReport, 'kind' | 'code'> {
  readonly kind: AgentFileKind;
  readonly code?: AgentCode;
  /** What was judged, for people: session, agent, number of nodes, and the like. */
  readonly subject: Readonly<Record<string, string | number>>;
  readonly broken: BrokenPlace | null;
}

export interface VerifyAgentOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: VerificationReport['verifier'];
  /** Told how many nodes were judged, now and then. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What is said of every receipt, and so of every session, that `import-otel` and its like made. */
export const IMPORTED = 'recorded afterwards from a trace, not attested while it ran';

interface Words {
  /** What the file is, with its article. */
  readonly thing: string;
  readonly verified: string;
}

const WORDS: Readonly<Record<AgentFileKind, Words>> = {
  session: {
    thing: 'a valid session bundle',
    verified: 'Every node, link and signature holds, and the seal shows that no recorded node is missing.',
  },
  node: {
    thing: 'a valid node proof',
    verified: 'The node, its signature and its way to what the service has signed hold.',
  },
  log: {
    thing: 'a valid export of a log',
    verified: 'Every head is signed by a trusted key, and each tree holds all leaves of the one before.',
  },
};

/** The sentences of what is pending; none where the check has the better one. `PRECEDENCE` is the order. */
const PENDING: readonly (readonly [AgentCode, string | null])[] = [
  ['KEY_REVOKED', 'Inconclusive: a key that signed is revoked.'],
  ['SIGNER_NOT_TRUSTED', 'Inconclusive: no trusted `service` key set has the stated id. Untrusted is not invalid.'],
  ['KEY_SUPERSEDED', null],
  ['KEY_NOT_VALID', null],
  ['TIME_AHEAD', null],
  ['NO_SIGNATURE', 'Inconclusive: the seal carries no signatures.'],
  ['NOT_SEALED', 'Inconclusive: what is there is intact, but it is not sealed, so completeness cannot be concluded.'],
  ['NOT_BOUND', 'Inconclusive: the file does not carry the seal that binds the node to a key that is trusted.'],
];

export interface Judged {
  readonly kind: AgentFileKind;
  readonly checks: CheckList;
  readonly subject: AgentReport['subject'];
  readonly broken: BrokenPlace | null;
  readonly signatures: Readonly<Record<string, SlotReport>>;
  readonly isDemo: boolean;
  /** Absent where nothing was judged under a key set. */
  readonly used?: readonly UsedEdition[];
  readonly notCovered: readonly string[];
  /** A sentence where what was judged says of itself that it is imported: every verdict says so too. */
  readonly imported?: string | null;
}

/** Lists what nobody can conclude of what was imported. */
export function addImported(checks: CheckList): void {
  checks.leaveOpen(
    'imported',
    'Whether the acts happened as the trace says.',
    'Nobody watched them. The signatures show what the trace said when it was imported.',
  );
}

/** The report on what was judged, with its one outcome. */
export function agentReport(bytes: Uint8Array, judged: Judged, options: VerifyAgentOptions): AgentReport {
  const conclusion = conclusionOf(judged);
  return {
    kind: judged.kind,
    ...conclusion,
    subject: judged.subject,
    broken: judged.broken,
    claimed_verdict: null,
    summary_bound: false,
    demo: judged.isDemo,
    ...trustUsed(options.trust, judged.used ?? [], conclusion.outcome === 'VERIFIED', options.now),
    checks: judged.checks.all,
    signatures: judged.signatures,
    not_covered: judged.notCovered,
    file: identifyFile(bytes, options.fileName),
    verifier: options.product,
    verified_at: formatIsoTime(options.now),
  };
}

function conclusionOf({ kind, checks, imported }: Judged): Conclusion<AgentCode> {
  const conclusion = conclude(checks.all, { codes: AGENT_CODES, pending: PENDING, ...WORDS[kind] });
  return imported == null ? conclusion : { ...conclusion, sentence: `${conclusion.sentence} ${imported}` };
}
