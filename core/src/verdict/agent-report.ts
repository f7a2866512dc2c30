/** What the verification of a session, node or log says: the report of artifacts and receipts with codes of its own. */

import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import type { CheckList } from './checks.ts';
import { type Conclusion, conclude } from './conclusion.ts';
import { identifyFile } from './file-identity.ts';
import { trustUsed, type UsedEdition } from './trust-used.ts';
import { skipLaterChecks } from './unreadable.ts';
import {
  AGENT_CODES,
  type AgentCode,
  type AgentFileKind,
  type AgentReport,
  type BrokenPlace,
  type SlotReport,
  type VerificationReport,
} from './verification-report.ts';

export interface VerifyAgentOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: VerificationReport['verifier'];
  /** Called now and then with the number of nodes that were judged. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What is said of every receipt, and so of every session, that `import-otel` and its like made. */
export const IMPORTED = 'recorded afterwards from a trace, not attested while it ran';

interface Words {
  /** What the file is, with its article. */
  readonly thing: string;
  readonly verified: string;
  /** Where nobody states a key set by its id. */
  readonly untrusted?: string;
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
  proof: {
    thing: 'a valid privacy proof',
    verified:
      'The claim is proven for exactly these public inputs, a trusted service signed it, and it has not expired.',
  },
  grade: {
    thing: 'a valid code grade',
    verified:
      'Score and letter are proven to follow from the dimensions, and all three signatures are valid. The scores are self-reported.',
    untrusted: 'Inconclusive: no trusted key set made all of these signatures. Untrusted is not invalid.',
  },
  statement: {
    thing: 'a valid statement of a service',
    verified: 'A trusted service signed exactly this statement, and its members fit each other.',
  },
};

/** The signatures that a file of a kind has. */
const SLOTS: Readonly<Record<AgentFileKind, readonly string[]>> = {
  session: ['agent'],
  node: ['agent'],
  log: ['heads'],
  proof: ['record'],
  grade: ['ed25519', 'ml_dsa_65', 'falcon_512'],
  statement: ['service'],
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

export interface AgentFindings {
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
export function agentReport(bytes: Uint8Array, judged: AgentFindings, options: VerifyAgentOptions): AgentReport {
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

/** What is wrong with a file that has not the members of its kind; `field` is empty where it is no JSON. */
interface RefusedFile {
  readonly field: string;
  readonly message: string;
  readonly expected?: string;
}

/** The report on a file that is refused for its format. */
export function agentFileRefused(
  kind: AgentFileKind,
  bytes: Uint8Array,
  { field, message, expected }: RefusedFile,
  checks: CheckList,
  options: VerifyAgentOptions,
): AgentReport {
  checks.add('format', field === '' ? 'json' : `schema.${field}`, {
    status: 'failed',
    sentence: field === '' ? message : `${field}: ${message}`,
    ...(expected === undefined ? {} : { expected }),
    reason: 'FORMAT',
  });
  skipLaterChecks(kind, checks);
  const slot: SlotReport = { status: 'not_performed', algorithm: '', reason: 'The file could not be read.' };
  const signatures = Object.fromEntries(SLOTS[kind].map((name) => [name, slot]));
  const nothing = { subject: {}, broken: null, isDemo: false, notCovered: [] };
  return agentReport(bytes, { kind, checks, signatures, ...nothing }, options);
}

function conclusionOf({ kind, checks, imported }: AgentFindings): Conclusion<AgentCode> {
  const { untrusted, ...words } = WORDS[kind];
  const pending = PENDING.map(([code, sentence]): (typeof PENDING)[number] =>
    code === 'SIGNER_NOT_TRUSTED' ? [code, untrusted ?? sentence] : [code, sentence],
  );
  const conclusion = conclude(checks.all, { codes: AGENT_CODES, pending, ...words });
  return imported == null ? conclusion : { ...conclusion, sentence: `${conclusion.sentence} ${imported}` };
}
