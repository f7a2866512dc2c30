/**
 * The reports on what could not be checked: input errors like every other, so that no file is left out in silence, and none
 * ends a run (security, S39).
 */
import { formatIsoTime } from '../time.ts';
import { CheckList } from './checks.ts';
import { INTERNAL_FAULT } from './conclusion.ts';
import { NOTHING_TRUSTED } from './trust-used.ts';
import type {
  AgentFileKind,
  AgentReport,
  Check,
  CheckGroup,
  FileKind,
  SlotReport,
  SubjectKind,
  VerificationReport,
} from './verification-report.ts';

export interface About {
  readonly fileName: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly product: VerificationReport['verifier'];
}

/** READ: it could not be opened. FORMAT: it is not what can be checked. INTERNAL: the verifier failed. */
export interface Fault {
  readonly code: 'READ' | 'FORMAT' | 'INTERNAL';
  /** The outcome in one sentence. */
  readonly sentence: string;
  /** What the check says of it, where that is more. */
  readonly check?: Pick<Check, 'sentence' | 'expected' | 'found'>;
  /** Bytes, where they are known. */
  readonly size?: number;
}

/** What the verifiers check after the format. */
const LATER_CHECKS: Readonly<Record<FileKind, readonly (readonly [group: CheckGroup, name: string, what: string])[]>> =
  {
    artifact: [
      ['integrity', 'attestation_hashes', 'The five attestation hashes.'],
      ['integrity', 'manifest_hash', 'The manifest hash.'],
      ['signature', 'slots', 'The three signatures.'],
      ['trust', 'key_set', 'Whether the signer is trusted.'],
      ['validity', 'key_period', 'Whether the keys were valid.'],
      ['policy', 'pillar_results', 'What the pillars report.'],
    ],
    receipt: [
      ['integrity', 'structure', 'The hashes of the receipt.'],
      ['signature', 'slots', 'The three signatures.'],
      ['trust', 'key_set', 'Whether the signer is trusted.'],
    ],
    signature: [
      ['integrity', 'payload', 'Whether the payload is the one that was signed.'],
      ['signature', 'slots', 'The three signatures.'],
      ['trust', 'key_set', 'Whether the signer is trusted.'],
    ],
    session: [
      ['integrity', 'chain', 'The hashes and links of the nodes.'],
      ['signature', 'nodes', "The signatures under the agent's key."],
      ['trust', 'agent_key', "Whether the agent's key is the one that was registered."],
    ],
    node: [
      ['integrity', 'merkle_proof', 'The way from the node to the root.'],
      ['signature', 'node', "The signature under the agent's key."],
    ],
    log: [
      ['integrity', 'consistency', 'Whether each tree holds the one before.'],
      ['signature', 'heads', 'The signatures of the heads.'],
    ],
    proof: [
      ['integrity', 'commitment', 'Whether the commitment is the hash of the public inputs.'],
      ['integrity', 'proof', 'Whether the STARK holds for these public inputs.'],
      ['signature', 'record', 'The signature of the record of the proof.'],
    ],
    grade: [
      ['integrity', 'score', 'Whether the score follows from the dimensions.'],
      ['integrity', 'grade', 'Whether the letter follows from the score.'],
      ['integrity', 'proof', 'Whether the STARK holds for this grade.'],
      ['signature', 'slots', 'The three signatures.'],
      ['trust', 'key_set', 'Whether the signer is trusted.'],
    ],
    statement: [
      ['integrity', 'members', 'Whether the members of the statement fit each other.'],
      ['signature', 'statement', 'The signature of the service.'],
      ['trust', 'statement_key_set', 'Whether the signer is trusted.'],
    ],
  };

/** Records as not performed what a verifier checks after the format: the first failed check is what it rests on. */
export function skipLaterChecks(kind: FileKind, checks: CheckList): void {
  const restsOn = checks.firstFailed;
  for (const [group, name, what] of LATER_CHECKS[kind]) checks.skip(group, name, what, restsOn);
}

/** A signature of which nothing is said, since the format did not hold. */
export const NOT_JUDGED: SlotReport = {
  status: 'not_performed',
  algorithm: '',
  reason: 'The check that it rests on did not hold.',
};

/** @param slots the names of the signatures that a file of this kind has */
export function unreadable(
  kind: SubjectKind,
  slots: readonly string[],
  fault: Fault,
  about: About,
): VerificationReport {
  return { kind, ...reportOf(kind, slots, fault, about) };
}

export function agentFileUnreadable(kind: AgentFileKind, fault: Fault, about: About): AgentReport {
  return { kind, ...reportOf(kind, [], fault, about), subject: {}, broken: null };
}

function reportOf(kind: FileKind, slots: readonly string[], fault: Fault, about: About) {
  const { code, sentence, check = { sentence }, size = 0 } = fault;
  const checks = new CheckList();
  checks.add('format', NAMES[code], { status: 'failed', ...check, reason: code });
  skipLaterChecks(kind, checks);
  return {
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    code,
    sentence,
    claimed_verdict: null,
    summary_bound: false,
    demo: false,
    checks: checks.all,
    signatures: Object.fromEntries(slots.map((slot) => [slot, NOT_JUDGED])),
    not_covered: [],
    ...NOTHING_TRUSTED,
    file: { name: about.fileName, size, sha256: 'not computed', sha3_384: 'not computed' },
    verifier: about.product,
    verified_at: formatIsoTime(about.now),
  } as const;
}

const NAMES: Readonly<Record<Fault['code'], string>> = { READ: 'read', FORMAT: 'size', INTERNAL: 'verifier' };

/** What is reported where a verifier threw: the file is Unreadable, and the next one is judged. */
export function internalFault(error: unknown, size: number): Fault {
  const found = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const { code, sentence } = INTERNAL_FAULT;
  return { code, sentence, check: { sentence: 'The verifier met an internal fault.', found }, size };
}
