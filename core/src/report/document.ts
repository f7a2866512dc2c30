/**
 * The verification report that is printed and filed: eleven sections over one verification. Pure: it judges nothing again
 * and takes every fact of its surroundings as an argument. Its JSON form is what the last section's hash covers.
 */

import { BOUND_MEMBERS } from '../artifact/integrity-checks.ts';
import { toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_384 } from '../hash.ts';
import { algorithmOf, keyThumbprint, type PublicJwk } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { notChecked, reachOf } from '../verdict/outcome-words.ts';
import type { Check, RevocationState, UsedKeySet, VerificationReport } from '../verdict/verification-report.ts';
import { type GivenForRun, type Reproduction, reproductionOf } from './reproduction.ts';
import { GLOSSARY, type Term } from './words/glossary.ts';
import { POLICIES, type VerificationPolicy } from './words/policies.ts';
import { words } from './words/report.ts';

export const REPORT_SCHEMA = 'svc-report/v2';

export interface ReportSignature {
  readonly slot: string;
  readonly algorithm: string;
  readonly status: string;
  readonly keyset_id: string | null;
  /** RFC 7638 thumbprints of the set's keys for this algorithm. */
  readonly key_thumbprints: readonly string[];
  readonly reason: string | null;
}

export interface ReportCheck {
  readonly id: string;
  readonly group: string;
  readonly status: string;
  readonly sentence: string;
  readonly expected: string | null;
  readonly found: string | null;
  readonly reason: string | null;
  readonly rests_on: string | null;
}

export interface ReportDocument {
  readonly schema_version: typeof REPORT_SCHEMA;
  readonly identity: {
    readonly report_id: string;
    readonly tool: string;
    readonly tool_version: string;
    /** SHA-256 of the verifying program's own file or files, hexadecimal; null where it runs from source. */
    readonly build: string | null;
    readonly machine: string | null;
    readonly operator: string | null;
    readonly created_at: string;
    readonly time_zone: 'UTC';
    readonly network: string;
  };
  readonly subject: {
    readonly kind: VerificationReport['kind'];
    readonly file_name: string;
    readonly file_size: number;
    readonly sha256: string;
    readonly sha3_384: string;
    readonly artifact_id: string | null;
    readonly cycle_id: string | null;
    readonly name: string | null;
    readonly category: string | null;
    readonly description: string | null;
    readonly product: string | null;
    readonly claim: string | null;
    readonly evidence_summary: string | null;
  };
  readonly verdict: {
    readonly outcome: string;
    readonly code: string | null;
    readonly sentence: string;
    readonly exit_code: number;
    readonly claimed_verdict: string | null;
    readonly valid_signatures: number;
    readonly total_signatures: number;
    readonly demo: boolean;
    /** What was not looked at, by name (decisions 12.16). */
    readonly not_checked: readonly string[];
    /** Lines that stand beside a VERIFIED, without a full stop: older editions, expired sets, the own service. */
    readonly notes: readonly string[];
  };
  readonly signers: {
    readonly stated_issuer: string | null;
    readonly stated_principal: string | null;
    /** The key sets under which signatures were judged, each with where it is from and how it is held (decisions 12.6). */
    readonly key_sets: readonly UsedKeySet[];
    /** What was known of revocations (decisions 12.12). */
    readonly revocations: RevocationState;
    readonly signatures: readonly ReportSignature[];
  };
  readonly times: {
    readonly claimed: string | null;
    readonly claimed_is_covered: boolean;
    readonly verified_at: string;
    readonly proven: null;
    readonly statement: string;
  };
  readonly checks: readonly ReportCheck[];
  readonly policy: VerificationPolicy & { readonly sha3_384: string };
  readonly scope: {
    readonly signed: readonly string[];
    readonly not_signed: readonly string[];
    readonly statement: string;
  };
  readonly semantics: readonly Term[];
  readonly reproduce: Reproduction;
  /** SHA3-384 over the canonical JSON of everything above. */
  readonly integrity: { readonly algorithm: string; readonly hash: string };
}

export interface ReportExtras {
  readonly reportId: string;
  /** Hash of the verifying program's own file or files; left out where it runs from source. */
  readonly build?: string | null;
  readonly operator?: string;
  readonly machine?: string;
  /** What was judged by: the keys of the sets that the verification names. */
  readonly trust: Trust;
  /** The arguments of the command line; left out by a program that has none. */
  readonly given?: GivenForRun;
}

/** A verification as `verifyArtifact` and `verifyReceipt` answer it. */
export interface ReportedVerification {
  readonly report: VerificationReport;
  readonly document: JsonObject | null;
}

/** Makes the eleven sections. What the file does not state, or states as anything but text, is null. */
export function reportDocument(verification: ReportedVerification, extras: ReportExtras): ReportDocument {
  const { report, document } = verification;
  const policy = POLICIES[report.kind];
  const body: Omit<ReportDocument, 'integrity'> = {
    schema_version: REPORT_SCHEMA,
    identity: identityOf(report, extras),
    subject: subjectOf(report, document),
    verdict: verdictOf(report),
    signers: {
      stated_issuer: textAt(document, 'issuer', 'name'),
      stated_principal: textAt(document, 'issuer', 'principal'),
      ...keysAndSignaturesOf(report, extras.trust),
    },
    times: timesOf(report, document),
    checks: report.checks.map(checkOf),
    policy: { ...policy, sha3_384: hashOf({ ...policy }) },
    scope: scopeOf(report),
    semantics: GLOSSARY,
    reproduce: reproductionOf(report, words.reproduce.keySection, extras.given),
  };
  return { ...body, integrity: integrityOf(body as typeof body & JsonObject) };
}

export function identityOf(
  { verifier, verified_at }: Pick<VerificationReport, 'verifier' | 'verified_at'>,
  { reportId, build, machine, operator }: Omit<ReportExtras, 'trust'>,
): ReportDocument['identity'] {
  return {
    report_id: reportId,
    tool: verifier.name,
    tool_version: verifier.version,
    build: build ?? null,
    machine: machine ?? null,
    operator: operator ?? null,
    created_at: verified_at,
    time_zone: 'UTC',
    network: words.identity.offline,
  };
}

export function integrityOf(body: JsonObject): ReportDocument['integrity'] {
  return { algorithm: words.integrity.over, hash: hashOf(body) };
}

/** Whether a report's hash covers its sections. It says nothing of who made the report. */
export function isReportIntact(document: ReportDocument): boolean {
  const { integrity, ...body } = document;
  return integrity.hash === hashOf(body as typeof body & JsonObject);
}

/** SHA3-384 of the canonical JSON, lower-case hexadecimal. */
export function hashOf(value: JsonObject): string {
  return toHex(sha3_384(canonicalBytes(value)));
}

function subjectOf({ kind, file }: VerificationReport, document: JsonObject | null): ReportDocument['subject'] {
  return {
    kind,
    file_name: file.name,
    file_size: file.size,
    sha256: file.sha256,
    sha3_384: file.sha3_384,
    artifact_id: kind === 'signature' ? null : textAt(document, kind === 'artifact' ? 'artifact_id' : 'receipt_id'),
    cycle_id: textAt(document, 'cycle_id'),
    name: textAt(document, 'subject', 'name'),
    category: textAt(document, 'subject', 'category'),
    description: textAt(document, 'subject', 'description'),
    product: textAt(document, 'subject', 'product'),
    claim: textAt(document, 'human_summary', 'claim'),
    evidence_summary: textAt(document, 'human_summary', 'evidence_summary'),
  };
}

function verdictOf(report: VerificationReport): ReportDocument['verdict'] {
  const slots = Object.values(report.signatures);
  return {
    outcome: report.outcome,
    code: report.code ?? null,
    sentence: report.sentence,
    exit_code: report.exit_code,
    claimed_verdict: report.claimed_verdict,
    valid_signatures: slots.filter(({ status }) => status === 'valid').length,
    total_signatures: slots.length,
    demo: report.demo,
    not_checked: notChecked(report),
    notes: report.trust.notes,
  };
}

/** What the signatures were judged under; `trust` holds the keys of those sets. */
export function keysAndSignaturesOf(
  { signatures, trust: { key_sets, revocations } }: Pick<VerificationReport, 'signatures' | 'trust'>,
  trust: Trust,
): Pick<ReportDocument['signers'], 'key_sets' | 'revocations' | 'signatures'> {
  const keysOf = (fingerprint: string | undefined) =>
    trust.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint)?.key_set.keys ?? [];
  return {
    key_sets,
    revocations,
    signatures: Object.entries(signatures).map(([slot, { algorithm, status, keyset_id, fingerprint, reason }]) => ({
      slot,
      algorithm,
      status,
      keyset_id: keyset_id ?? null,
      key_thumbprints: thumbprints(keysOf(fingerprint), algorithm),
      reason: reason ?? null,
    })),
  };
}

function thumbprints(keys: readonly PublicJwk[], algorithm: string): readonly string[] {
  return keys.filter((key) => algorithm.split(' or ').includes(algorithmOf(key))).map(keyThumbprint);
}

function timesOf(report: VerificationReport, document: JsonObject | null): ReportDocument['times'] {
  const stated = textAt(document, report.kind === 'signature' ? 'timestamp' : 'issued_at');
  const claimed = stated === null ? null : parseIsoTime(stated);
  const reach = report.kind === 'signature' || claimed === null ? 'none' : reachOf(report, 'issued_at');
  return {
    claimed: claimed === null ? null : formatIsoTime(claimed),
    claimed_is_covered: reach === 'covered',
    verified_at: report.verified_at,
    proven: null,
    statement: words.times.statement(reach),
  };
}

export function checkOf({ id, group, status, sentence, expected, found, reason, restsOn }: Check): ReportCheck {
  return {
    id,
    group,
    status,
    sentence,
    expected: expected ?? null,
    found: found ?? null,
    reason: reason ?? null,
    rests_on: restsOn ?? null,
  };
}

function scopeOf(report: VerificationReport): ReportDocument['scope'] {
  if (report.outcome === 'INPUT_ERROR') {
    return { signed: [], not_signed: [], statement: words.unreadableScope };
  }
  const { signed } = POLICIES[report.kind];
  const bound = report.kind === 'artifact' ? BOUND_MEMBERS.filter((name) => !report.not_covered.includes(name)) : [];
  const statement = words.scope.statement(reachOf({ ...report, not_covered: [] }, ''));
  const named = bound.map((name) => (name === 'human_summary' ? words.subject.exceptVerdict : name));
  return { signed: [...signed, ...named], not_signed: report.not_covered, statement };
}

/** Text at a path of members; null where the file has no text there. */
function textAt(document: JsonObject | null, ...path: readonly string[]): string | null {
  let value: JsonValue | undefined = document ?? undefined;
  for (const name of path) value = isJsonObject(value) ? value[name] : undefined;
  return typeof value === 'string' ? value : null;
}
