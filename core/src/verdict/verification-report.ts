/**
 * What a verification says: the machine-readable report of decisions, section 4. The console, the command line
 * and the printed report all show this one value; none of them judges anything again.
 */

import type { KeyUse } from '../keys/key-set.ts';

/** INPUT_ERROR stands for the table's "input error": the file could not be judged at all. */
export type Outcome = 'VERIFIED' | 'VERIFIED_PENDING_SIGNATURES' | 'PENDING' | 'FAILED' | 'INPUT_ERROR';

export const OUTCOME_CODES = [
  'READ',
  'INTERNAL',
  'FORMAT',
  'HASH_MISMATCH',
  'SUMMARY_MISMATCH',
  'ISSUED_AT_MISMATCH',
  'ARTIFACT_ID_MISMATCH',
  'CYCLE_MISMATCH',
  'SIGNATURE_INVALID',
  'PILLAR_FAILED',
  'SIGNER_NOT_TRUSTED',
  'KEY_REVOKED',
  'KEY_SUPERSEDED',
  'KEY_NOT_VALID',
  'TIME_AHEAD',
  'PILLAR_UNKNOWN',
  'PLACEHOLDER',
  'NO_SIGNATURE',
  'PARTLY_SIGNED',
  'NO_PAYLOAD',
] as const;
export type OutcomeCode = (typeof OUTCOME_CODES)[number];

export type CheckStatus = 'passed' | 'failed' | 'pending' | 'not_performed';

/** The order in which findings win (issue and decisions, section 4): the first group with a finding decides. */
export const CHECK_GROUPS = ['format', 'integrity', 'signature', 'trust', 'validity', 'policy', 'scope'] as const;
export type CheckGroup = (typeof CHECK_GROUPS)[number];

export interface Check {
  /** Stable identifier, `<group>.<name>`, for example `integrity.manifest_hash`. */
  readonly id: string;
  readonly group: CheckGroup;
  readonly status: CheckStatus;
  /** What was checked, in one sentence; for a check that did not pass, what was found instead. */
  readonly sentence: string;
  readonly expected?: string;
  readonly found?: string;
  /** Why the status is not `passed`: the finding's code or, for a check not performed, a sentence. */
  readonly reason?: string;
  /** The failed or pending check that this one rests on. Such a check is greyed, never shown as passed. */
  readonly restsOn?: string;
}

export type SlotStatus =
  | 'valid'
  | 'invalid'
  | 'untrusted'
  | 'revoked'
  | 'superseded'
  | 'not_valid'
  | 'pending'
  | 'not_performed';

export interface SlotReport {
  readonly status: SlotStatus;
  readonly algorithm: string;
  readonly keyset_id?: string;
  readonly fingerprint?: string;
  readonly reason?: string;
}

export interface FileIdentity {
  readonly name: string;
  readonly size: number;
  /** Lower-case hex over the file's bytes. */
  readonly sha256: string;
  readonly sha3_384: string;
}

/** Where a key set came from: for people `trust store`, `given for this check`, `own service`. */
export type TrustSource = 'trust_store' | 'given' | 'own_service';

/** A key set that a file was judged under (decisions 12.6). */
export interface UsedKeySet {
  readonly keyset_id: string;
  readonly issuer: string;
  readonly principal: string;
  readonly use: KeyUse;
  /** Its serial. */
  readonly edition: number;
  readonly fingerprint: string;
  readonly demo: boolean;
  readonly source: TrustSource;
  /** The file of a set that was given for this check; null otherwise. */
  readonly path: string | null;
  /** `pinned` is said only where a person compared the fingerprint. */
  readonly held: 'pinned' | 'endorsed' | 'given' | 'own_service';
  /** Who pinned or accepted it, when (ISO 8601 UTC) and from which file; null for sets that are not in the trust store. */
  readonly accepted_by: string | null;
  readonly accepted_at: string | null;
  readonly accepted_from: string | null;
  /** The edition on whose endorsement trust in it rests; null where it rests on none. */
  readonly endorsed_by: number | null;
  readonly not_before: string;
  readonly not_after: string;
  /** When a later held edition superseded it; null for the latest edition. */
  readonly superseded_on: string | null;
  /** Its revoked keys, with `revoked_at` and `reason` as stated by whoever revoked them. */
  readonly revocations: readonly {
    readonly algorithm: string;
    readonly thumbprint: string;
    readonly revoked_at: string;
    readonly reason: string;
    readonly source: string;
  }[];
}

/** What was known of revocations (decisions 12.12). */
export interface RevocationState {
  /** Path or name of the trust store that was read; null where none was. */
  readonly store: string | null;
  readonly count: number;
  /** ISO 8601 UTC; null where the store holds nothing. */
  readonly last_change: string | null;
}

export interface TrustUsed {
  readonly key_sets: readonly UsedKeySet[];
  readonly revocations: RevocationState;
  /** Lines that stand beside a VERIFIED, without a full stop: older editions, expired sets, the own service. */
  readonly notes: readonly string[];
}

/** What a report is about: an artifact, a receipt, or the answer of a 3-key signing. */
export type SubjectKind = 'artifact' | 'receipt' | 'signature';

/** Every kind of file that can be verified. */
export type FileKind = SubjectKind | AgentFileKind;

export interface VerificationReport {
  readonly kind: SubjectKind;
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 2 | 3;
  readonly code?: OutcomeCode;
  /** The outcome in one sentence. */
  readonly sentence: string;
  /** `human_summary.verdict` as the file states it; null where there is none. Never believed. */
  readonly claimed_verdict: string | null;
  /** Whether the signatures cover the summary, issued_at and artifact_id through `presentation`. */
  readonly summary_bound: boolean;
  /** True where the outcome rests on a key set marked `demo`. */
  readonly demo: boolean;
  /** The weakest source of a key set that the outcome rests on; null where it rests on none. */
  readonly trust_source: TrustSource | null;
  readonly trust: TrustUsed;
  readonly checks: readonly Check[];
  readonly signatures: Readonly<Record<string, SlotReport>>;
  /** Members of the file that no signature covers, as `memberPath` writes them. */
  readonly not_covered: readonly string[];
  readonly file: FileIdentity;
  readonly verifier: { readonly name: string; readonly version: string };
  /** ISO 8601 UTC. */
  readonly verified_at: string;
}

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
  'GRADE_MISMATCH',
  'SCOPE_EXCEEDED',
  'RECORD_MISMATCH',
  'STATEMENT_MISMATCH',
  'PROOF_INVALID',
  'EXPIRED',
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

/** Files whose report names what they are about: those of agents, of logs, privacy proofs, code grades and other statements. */
export const AGENT_FILE_KINDS = ['session', 'node', 'log', 'proof', 'grade', 'statement'] as const;
export type AgentFileKind = (typeof AGENT_FILE_KINDS)[number];

export function isAgentFileKind(kind: string | null): kind is AgentFileKind {
  return AGENT_FILE_KINDS.some((known) => known === kind);
}

/** The first node of a session, or the first head of a log, that does not hold. */
export interface BrokenPlace {
  /** From 0, in the order of the file. */
  readonly index: number;
  /** The id of the node; in a log, the size of the head's tree. */
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

/** The exit code for several files: the worst, in the order 1 > 2 > 3 > 0 (decisions, section 4). */
export function worstExitCode(codes: readonly (0 | 1 | 2 | 3)[]): 0 | 1 | 2 | 3 {
  for (const code of [1, 2, 3] as const) if (codes.includes(code)) return code;
  return 0;
}
