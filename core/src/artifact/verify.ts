/**
 * Verifies a verified artifact offline, in the order of document 1: format, hashes, manifest hash, signatures; then whom
 * one trusts, validity and policy (decisions, section 4; security, S8 and S9). This module reaches no network and nothing
 * that signs: it is handed a `SignatureVerifier`.
 */
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { CheckList } from '../verdict/checks.ts';
import { identifyFile } from '../verdict/file-identity.ts';
import { readJson } from '../verdict/format-checks.ts';
import { NOTHING_TRUSTED, trustUsed } from '../verdict/trust-used.ts';
import { internalFault, skipLaterChecks, unreadable } from '../verdict/unreadable.ts';
import type { FileIdentity, SlotReport, VerificationReport } from '../verdict/verification-report.ts';
import { type Artifact, SLOTS, type Slot } from './artifact.ts';
import type { EvidenceLookup } from './evidence-check.ts';
import { boundMembers, checkBinding, checkCycle, checkHashes, isSummaryBound } from './integrity-checks.ts';
import { presentationOf } from './manifest.ts';
import { decide } from './outcome.ts';
import { checkPillars, checkScope } from './policy-checks.ts';
import { notCoveredMembers, readArtifact } from './schema.ts';
import { checkSignatures, checkTrust, checkValidity } from './signer-checks.ts';
import { judgeSlots, type SlotJudgement } from './slots.ts';

export interface VerifyOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: { readonly name: string; readonly version: string };
  /** The files that the evidence attestation lists, where they are at hand; without them nothing is compared. */
  readonly evidence?: EvidenceLookup;
}

export interface ArtifactVerification {
  readonly report: VerificationReport;
  /** The parsed file, even where its verification failed; null where it is not I-JSON with an object on top. */
  readonly document: JsonObject | null;
}

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyArtifact(bytes: Uint8Array, options: VerifyOptions): Promise<ArtifactVerification> {
  return judgeArtifact(bytes, options).catch((error: unknown) => ({
    report: unreadable('artifact', SLOTS, internalFault(error, bytes.length), options),
    document: null,
  }));
}

async function judgeArtifact(bytes: Uint8Array, options: VerifyOptions): Promise<ArtifactVerification> {
  const checks = new CheckList();
  const parsed = parse(bytes, checks);
  if (parsed.artifact === null) {
    skipLaterChecks('artifact', checks);
    return { report: report(identifyFile(bytes, options.fileName), options, checks, null), document: parsed.document };
  }
  const { artifact } = parsed;
  const presentation = presentationOf(artifact);
  checkHashes(artifact, checks);
  checkBinding(artifact, presentation, checks);
  checkCycle(artifact, checks);
  const bound = boundMembers(presentation, checks);
  const summaryBound = isSummaryBound(bound);
  const judgedAt = (bound.has('issued_at') ? parseIsoTime(artifact.issued_at) : null) ?? options.now;
  const manifestHolds = checks.has('integrity.manifest_hash', 'passed');
  const judgement = manifestHolds ? await judgeSlots(artifact, options.trust, options.verifier, judgedAt) : null;
  checkSignatures(judgement, checks);
  checkTrust(artifact, judgement, options.trust, checks);
  checkValidity(artifact, judgement, bound.has('issued_at'), judgedAt, options.now, checks);
  checkPillars(artifact, checks);
  const notCovered = notCoveredMembers(artifact, bound);
  checkScope(artifact, notCovered, options.evidence, checks);
  const boundAt = bound.has('issued_at') ? judgedAt : null;
  const details = { artifact, judgement, summaryBound, notCovered, boundAt, trust: options.trust };
  return { report: report(identifyFile(bytes, options.fileName), options, checks, details), document: parsed.document };
}

function parse(bytes: Uint8Array, checks: CheckList): { artifact: Artifact | null; document: JsonObject | null } {
  const value = readJson(bytes, checks);
  if (value === undefined) {
    checks.skip('format', 'schema', 'The file has the members of a verified artifact.', checks.firstFailed);
    return { artifact: null, document: null };
  }
  const schema = readArtifact(value);
  const document = isJsonObject(value) ? value : null;
  if (schema.ok) {
    checks.add('format', 'schema', {
      status: 'passed',
      sentence: 'The file has the members of pq-verified-artifact/v1.',
    });
    return { artifact: schema.artifact, document };
  }
  for (const { field, message, expected, found } of schema.faults) {
    const name = field === '' ? 'schema' : `schema.${field}`;
    checks.add('format', name, { status: 'failed', sentence: message, expected, found, reason: 'FORMAT' });
  }
  return { artifact: null, document };
}

interface Details {
  readonly artifact: Artifact;
  readonly judgement: SlotJudgement | null;
  readonly summaryBound: boolean;
  readonly notCovered: readonly string[];
  /** The bound time of issue, milliseconds since 1970; null where nothing binds it. */
  readonly boundAt: number | null;
  readonly trust: Trust;
}

function report(
  file: FileIdentity,
  options: Pick<VerifyOptions, 'product' | 'now'>,
  checks: CheckList,
  details: Details | null,
): VerificationReport {
  const notJudged: SlotReport = {
    status: 'not_performed',
    algorithm: '',
    reason: 'The check that it rests on did not hold.',
  };
  const slots = Object.fromEntries(SLOTS.map((slot) => [slot, details?.judgement?.slots[slot] ?? notJudged])) as Record<
    Slot,
    SlotReport
  >;
  const verdict = decide(checks.all, Object.values(slots), details?.summaryBound ?? false);
  const signer = details?.judgement?.signer ?? null;
  return {
    kind: 'artifact',
    ...verdict,
    claimed_verdict: details?.artifact.human_summary.verdict ?? null,
    summary_bound: details?.summaryBound ?? false,
    demo: signer?.keySet.demo === true,
    ...(details === null
      ? NOTHING_TRUSTED
      : trustUsed(
          details.trust,
          signer === null ? [] : [{ edition: signer, boundAt: details.boundAt }],
          verdict.outcome === 'VERIFIED',
          options.now,
        )),
    checks: checks.all,
    signatures: slots,
    not_covered: details?.notCovered ?? [],
    file,
    verifier: options.product,
    verified_at: formatIsoTime(options.now),
  };
}
