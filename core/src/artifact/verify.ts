/**
 * Verifies a verified artifact offline, in the order of document 1: format, hashes, manifest hash, signatures; then whom
 * one trusts, validity and policy (decisions, section 4; security, S8 and S9). This module reaches no network and nothing
 * that signs: it is handed a `SignatureVerifier`.
 */
import { toHex } from '../bytes.ts';
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import { sha3_384, sha256 } from '../hash.ts';
import type { TrustStore } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '../strict-json.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { type Artifact, attestationMember, hashMember, PILLARS, type Pillar, SLOTS, type Slot } from './artifact.ts';
import { CheckList } from './checks.ts';
import {
  ARTIFACT_ID_RULE,
  artifactIdOf,
  attestationHashes,
  humanSummaryHash,
  manifestHash,
  presentationOf,
} from './manifest.ts';
import { decide } from './outcome.ts';
import type { FileIdentity, SlotReport, VerificationReport } from './report.ts';
import { notCoveredMembers, readArtifact } from './schema.ts';
import { judgeSlots, type SlotJudgement } from './slots.ts';

export interface VerifyOptions {
  /** Shown in the report; never opened. */
  readonly fileName: string;
  readonly trust: TrustStore;
  readonly verifier: SignatureVerifier;
  /** The verifier's clock, milliseconds since 1970. */
  readonly now: number;
  readonly product: { readonly name: string; readonly version: string };
}

export interface ArtifactVerification {
  readonly report: VerificationReport;
  /** The parsed file, also where it failed; null where it is not I-JSON with an object on top. */
  readonly document: JsonObject | null;
}

/** How far ahead of the verifier's clock `issued_at` may lie (S8). */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** The checks after the format, for the list that an input error leaves undone. */
const LATER_CHECKS = [
  ['integrity', 'attestation_hashes', 'The five attestation hashes.'],
  ['integrity', 'manifest_hash', 'The manifest hash.'],
  ['signature', 'slots', 'The three signatures.'],
  ['trust', 'key_set', 'Whether the signer is trusted.'],
  ['validity', 'key_period', 'Whether the keys were valid.'],
  ['policy', 'pillar_results', 'What the pillars report.'],
] as const;

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyArtifact(bytes: Uint8Array, options: VerifyOptions): Promise<ArtifactVerification> {
  const checks = new CheckList();
  const parsed = parse(bytes, checks);
  if (parsed.artifact === null) {
    for (const [group, name, what] of LATER_CHECKS) checks.skip(group, name, what, failedFormat(checks));
    return { report: report(identify(bytes, options.fileName), options, checks, null), document: parsed.document };
  }
  const { artifact } = parsed;
  const presentation = presentationOf(artifact);
  checkHashes(artifact, checks);
  checkBinding(artifact, presentation, checks);
  checkCycle(artifact, checks);
  const issuedAt = presentation === null ? null : parseIsoTime(artifact.issued_at);
  const judgedAt = issuedAt ?? options.now;
  const manifestHolds = checks.all.some(({ id, status }) => id === 'integrity.manifest_hash' && status === 'passed');
  const judgement = manifestHolds ? await judgeSlots(artifact, options.trust, options.verifier, judgedAt) : null;
  checkSignatures(judgement, checks);
  checkTrust(artifact, judgement, checks);
  checkValidity(artifact, judgement, presentation !== null, judgedAt, options.now, checks);
  checkPillars(artifact, checks);
  const notCovered = notCoveredMembers(artifact, presentation !== null);
  checkScope(notCovered, checks);
  const details = { artifact, judgement, summaryBound: presentation !== null, notCovered };
  return { report: report(identify(bytes, options.fileName), options, checks, details), document: parsed.document };
}

/**
 * The report on a file that is too large to be read at all, so that nobody has to load it to be told. Its hashes are
 * given as "not computed".
 */
export function refuseTooLarge(size: number, options: Omit<VerifyOptions, 'trust' | 'verifier'>): VerificationReport {
  const checks = new CheckList();
  checkSize(size, checks);
  for (const [group, name, what] of LATER_CHECKS) checks.skip(group, name, what, 'format.size');
  const file = { name: options.fileName, size, sha256: 'not computed', sha3_384: 'not computed' };
  return report(file, options, checks, null);
}

function failedFormat(checks: CheckList): string {
  const failed = checks.all.find(({ status }) => status === 'failed');
  if (failed === undefined) throw new TypeError('internal: a file was refused without a failed check');
  return failed.id;
}

function checkSize(size: number, checks: CheckList): boolean {
  const seen = { expected: `at most ${MAX_FILE_BYTES} bytes`, found: `${size} bytes` };
  if (size > MAX_FILE_BYTES) {
    checks.add('format', 'size', {
      status: 'failed',
      sentence: 'The file is larger than a verifier reads.',
      ...seen,
      reason: 'FORMAT',
    });
    return false;
  }
  checks.add('format', 'size', { status: 'passed', sentence: 'The file is small enough to be read whole.', ...seen });
  return true;
}

function parse(bytes: Uint8Array, checks: CheckList): { artifact: Artifact | null; document: JsonObject | null } {
  if (!checkSize(bytes.length, checks)) {
    checks.skip('format', 'json', 'The file is strict JSON.', 'format.size');
    return { artifact: null, document: null };
  }
  const json = parseStrictJson(bytes);
  if (!json.ok) {
    const found = `${json.reason} at line ${json.line}, column ${json.column}`;
    checks.add('format', 'json', {
      status: 'failed',
      sentence: json.message,
      expected: 'I-JSON (RFC 7493)',
      found,
      reason: 'FORMAT',
    });
    checks.skip('format', 'schema', 'The file has the members of a verified artifact.', 'format.json');
    return { artifact: null, document: null };
  }
  checks.add('format', 'json', {
    status: 'passed',
    sentence: 'The file is strict JSON that every parser reads alike.',
  });
  const schema = readArtifact(json.value);
  const document = isJsonObject(json.value) ? json.value : null;
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

/** Rules 1 and 2 of document 1. The manifest hash is made of the recomputed hashes, never of the carried ones. */
function checkHashes(artifact: Artifact, checks: CheckList): void {
  const recomputed = attestationHashes(artifact.attestations);
  for (const pillar of PILLARS) {
    const member = hashMember(pillar);
    const carried = artifact.attestation_hashes?.[member];
    if (carried === undefined) {
      checks.add('integrity', member, {
        status: 'not_performed',
        sentence: `The file carries no hash of the ${pillar} attestation; the manifest hash covers it all the same.`,
        found: recomputed[member],
        reason: 'attestation_hashes is absent.',
      });
      continue;
    }
    checks.compare('integrity', member, {
      expected: carried,
      found: recomputed[member],
      code: 'HASH_MISMATCH',
      passed: `The ${pillar} attestation has the hash that the file states.`,
      failed: `The ${pillar} attestation does not have the hash that the file states: one of the two was changed.`,
    });
  }
  checks.compare('integrity', 'manifest_hash', {
    expected: artifact.manifest_hash,
    found: manifestHash({ ...artifact, attestation_hashes: recomputed }),
    code: 'HASH_MISMATCH',
    passed: 'Cycle, issuer, subject and the five attestations have the manifest hash that is signed.',
    failed: 'Cycle, issuer, subject or an attestation was changed: the manifest hash is another one.',
  });
}

/** What the issuer bound through `presentation`, so that the signatures reach it. */
function checkBinding(artifact: Artifact, presentation: JsonObject | null, checks: CheckList): void {
  const names = ['human_summary', 'issued_at', 'artifact_id'] as const;
  if (presentation === null) {
    for (const name of names) {
      const sentence = `The signatures do not cover ${name}: the issuer bound nothing to it.`;
      checks.add('integrity', name, {
        status: 'not_performed',
        sentence,
        reason: 'governance_attestation.presentation is absent.',
      });
    }
    return;
  }
  const bound = (name: string) => (typeof presentation[name] === 'string' ? presentation[name] : 'nothing');
  const { verdict: _, ...summary } = artifact.human_summary;
  checks.compare('integrity', 'human_summary', {
    expected: bound('human_summary_sha3_384'),
    found: humanSummaryHash(summary),
    code: 'SUMMARY_MISMATCH',
    passed: 'The human summary (without its verdict) is the one that the governance attestation binds.',
    failed: 'The human summary is not the one that the governance attestation binds.',
  });
  checks.compare('integrity', 'issued_at', {
    expected: bound('issued_at'),
    found: artifact.issued_at,
    code: 'ISSUED_AT_MISMATCH',
    passed: 'The time of issue is the one that the governance attestation binds.',
    failed: 'The time of issue is not the one that the governance attestation binds.',
  });
  const ruleKnown = presentation.artifact_id_rule === ARTIFACT_ID_RULE;
  checks.compare('integrity', 'artifact_id', {
    expected: ruleKnown ? artifactIdOf(artifact.cycle_id, artifact.manifest_hash) : `the rule ${ARTIFACT_ID_RULE}`,
    found: ruleKnown ? artifact.artifact_id : `the rule ${bound('artifact_id_rule')}`,
    code: 'ARTIFACT_ID_MISMATCH',
    passed: 'The artifact id ends in the first 16 digits of the manifest hash.',
    failed: 'The artifact id does not follow from cycle and manifest hash.',
  });
}

function checkCycle(artifact: Artifact, checks: CheckList): void {
  for (const pillar of PILLARS) {
    const found = artifact.attestations[attestationMember(pillar)].cycle_id;
    if (found === undefined) {
      const sentence = `The ${pillar} attestation names no cycle.`;
      checks.add('integrity', `cycle.${pillar}`, {
        status: 'not_performed',
        sentence,
        reason: 'cycle_id is absent in the attestation.',
      });
      continue;
    }
    checks.compare('integrity', `cycle.${pillar}`, {
      expected: artifact.cycle_id,
      found: typeof found === 'string' ? found : JSON.stringify(found),
      code: 'CYCLE_MISMATCH',
      passed: `The ${pillar} attestation belongs to this cycle.`,
      failed: `The ${pillar} attestation belongs to another cycle.`,
    });
  }
}

/** Rule 3 of document 1: each signature over the 48 raw bytes of manifest_hash. */
function checkSignatures(judgement: SlotJudgement | null, checks: CheckList): void {
  for (const slot of SLOTS) {
    if (judgement === null) {
      checks.skip('signature', slot, `The ${slot} signature over the manifest hash.`, 'integrity.manifest_hash');
      continue;
    }
    const { status, algorithm, reason = '' } = judgement.slots[slot];
    if (status === 'invalid') {
      checks.add('signature', slot, {
        status: 'failed',
        sentence: `${algorithm}: ${reason}`,
        reason: 'SIGNATURE_INVALID',
      });
    } else if (status === 'pending') {
      checks.add('signature', slot, {
        status: 'pending',
        sentence: `${algorithm}: ${reason}`,
        reason: 'SIGNATURE_PENDING',
      });
    } else if (status === 'untrusted') {
      const sentence = `${algorithm}: the signature was not judged.`;
      checks.add('signature', slot, { status: 'not_performed', sentence, reason, restsOn: 'trust.key_set' });
    } else {
      checks.add('signature', slot, {
        status: 'passed',
        sentence: `${algorithm}: the signature over the manifest hash verifies.`,
      });
    }
  }
}

function checkTrust(artifact: Artifact, judgement: SlotJudgement | null, checks: CheckList): void {
  const expected = `a trusted key set of use artifact for ${artifact.issuer.name}, ${artifact.issuer.principal}`;
  const foundation = brokenFoundation(judgement, checks);
  if (foundation !== null || judgement === null) {
    checks.skip(
      'trust',
      'key_set',
      'Whether a trusted key set speaks for this issuer and principal.',
      foundation ?? 'integrity.manifest_hash',
    );
    checks.skip(
      'trust',
      'revocation',
      'Whether a key that signed is revoked.',
      foundation ?? 'integrity.manifest_hash',
    );
    return;
  }
  const { signer, slots, filled } = judgement;
  if (filled.length === 0) {
    const reason = 'There is no signature whose signer could be judged.';
    checks.add('trust', 'key_set', { status: 'not_performed', sentence: 'No slot is filled yet.', reason, expected });
    checks.add('trust', 'revocation', { status: 'not_performed', sentence: 'No slot is filled yet.', reason });
    return;
  }
  if (signer === null) {
    const sentence =
      'No trusted key set speaks for this issuer and principal. Import one and compare its fingerprint to conclude.';
    checks.add('trust', 'key_set', {
      status: 'pending',
      sentence,
      expected,
      found: 'none',
      reason: 'SIGNER_NOT_TRUSTED',
    });
    checks.skip('trust', 'revocation', 'Whether a key that signed is revoked.', 'trust.key_set');
    return;
  }
  const { key_set: keySet } = signer;
  const found = `${keySet.keyset_id}, serial ${keySet.serial}, fingerprint ${keySet.fingerprint}`;
  const unmatched = filled.filter((slot) => slots[slot].status === 'untrusted');
  if (unmatched.length > 0) {
    const sentence = `The trusted key set has no key for ${unmatched.join(', ')}.`;
    checks.add('trust', 'key_set', { status: 'pending', sentence, expected, found, reason: 'SIGNER_NOT_TRUSTED' });
  } else {
    checks.add('trust', 'key_set', {
      status: 'passed',
      sentence: 'One trusted key set made every signature that is present.',
      expected,
      found,
    });
  }
  const revoked = filled.filter((slot) => slots[slot].status === 'revoked');
  checks.add('trust', 'revocation', {
    ...(revoked.length > 0
      ? { status: 'pending', sentence: `The key that signed ${revoked.join(', ')} is revoked.`, reason: 'KEY_REVOKED' }
      : { status: 'passed', sentence: 'No key that signed is revoked in this trust store.' }),
    expected: 'no revocation of a key that signed',
    found: revoked.length > 0 ? revoked.join(', ') : 'none',
  });
}

function checkValidity(
  artifact: Artifact,
  judgement: SlotJudgement | null,
  issuedAtBound: boolean,
  judgedAt: number,
  now: number,
  checks: CheckList,
): void {
  const what = 'Whether the key set was valid at the time that counts.';
  const foundation = brokenFoundation(judgement, checks);
  if (foundation !== null) checks.skip('validity', 'key_period', what, foundation);
  else if (judgement === null || judgement.filled.length === 0) {
    checks.add('validity', 'key_period', {
      status: 'not_performed',
      sentence: what,
      reason: 'There is no signature whose keys could be judged.',
    });
  } else if (judgement.signer === null) checks.skip('validity', 'key_period', what, 'trust.key_set');
  else {
    const { not_before, not_after } = judgement.signer.key_set;
    const isOutside = SLOTS.some((slot) => judgement.slots[slot].status === 'not_valid');
    const basis = issuedAtBound
      ? 'the bound time of issue'
      : 'the time of verification, since the time of issue is not bound';
    checks.add('validity', 'key_period', {
      ...(isOutside
        ? { status: 'pending', sentence: `The key set was not valid at ${basis}.`, reason: 'KEY_NOT_VALID' }
        : { status: 'passed', sentence: `The key set was valid at ${basis}.` }),
      expected: `${not_before} to ${not_after}`,
      found: formatIsoTime(judgedAt),
    });
  }
  const isAhead = (parseIsoTime(artifact.issued_at) ?? 0) > now + CLOCK_TOLERANCE_MS;
  checks.add('validity', 'issued_at', {
    ...(isAhead
      ? {
          status: 'pending',
          sentence: "The stated time of issue lies ahead of this computer's clock.",
          reason: 'KEY_NOT_VALID',
        }
      : { status: 'passed', sentence: "The stated time of issue does not lie ahead of this computer's clock." }),
    expected: `at most 5 minutes after ${formatIsoTime(now)}`,
    found: artifact.issued_at,
  });
}

/** What the pillars say of themselves. A result counts only where the pillar itself is intact. */
function checkPillars(artifact: Artifact, checks: CheckList): void {
  for (const pillar of PILLARS) {
    const name = `${pillar}_result`;
    const foundation = ['integrity.manifest_hash', `integrity.${hashMember(pillar)}`].find((id) =>
      checks.all.some((check) => check.id === id && check.status === 'failed'),
    );
    if (foundation !== undefined) checks.skip('policy', name, `What the ${pillar} attestation reports.`, foundation);
    else checkPillar(pillar, artifact.attestations[attestationMember(pillar)], checks);
  }
}

function checkPillar(pillar: Pillar, attestation: JsonObject, checks: CheckList): void {
  const { result, _status: status } = attestation;
  const name = `${pillar}_result`;
  const found = result === undefined ? 'no result' : JSON.stringify(result);
  const seen = { expected: '"PASS"', found };
  if (result === 'FAIL') {
    const sentence = `The ${pillar} attestation reports that its own checks failed.`;
    checks.add('policy', name, { status: 'failed', sentence, ...seen, reason: 'PILLAR_FAILED' });
  } else if (result === 'PENDING' || (typeof status === 'string' && status.includes('PENDING'))) {
    const sentence = `The ${pillar} attestation is a placeholder.`;
    checks.add('policy', name, { status: 'pending', sentence, ...seen, reason: 'PLACEHOLDER' });
  } else if (result === 'PASS') {
    checks.add('policy', name, { status: 'passed', sentence: `The ${pillar} attestation reports PASS.`, ...seen });
  } else {
    const reason = 'The attestation carries no result that this verifier knows.';
    checks.add('policy', name, {
      status: 'not_performed',
      sentence: `What the ${pillar} attestation reports.`,
      ...seen,
      reason,
    });
  }
}

/** What this verification does not say; never shown as passed. */
function checkScope(notCovered: readonly string[], checks: CheckList): void {
  checks.add('scope', 'not_covered', {
    status: 'not_performed',
    sentence: `Stated by the file, not covered by the signatures: ${notCovered.join(', ')}.`,
    reason: 'The signatures cover cycle, issuer, subject and the five attestations only.',
  });
  checks.add('scope', 'evidence', {
    status: 'not_performed',
    sentence: 'The evidence that the attestations name was not examined again.',
    reason: 'A verifier of the file checks that the attestations are unchanged, not that they are true.',
  });
  checks.add('scope', 'independent_time', {
    status: 'not_performed',
    sentence: 'No independent proof of the time of issue was examined.',
    reason: 'The file carries none; verification uses no network.',
  });
}

/** The failed check that trust and validity would rest on: the manifest hash or an invalid signature. */
function brokenFoundation(judgement: SlotJudgement | null, checks: CheckList): string | null {
  if (judgement === null) return 'integrity.manifest_hash';
  return checks.all.find(({ group, status }) => group === 'signature' && status === 'failed')?.id ?? null;
}

interface Details {
  readonly artifact: Artifact;
  readonly judgement: SlotJudgement | null;
  readonly summaryBound: boolean;
  readonly notCovered: readonly string[];
}

function identify(bytes: Uint8Array, name: string): FileIdentity {
  return { name, size: bytes.length, sha256: toHex(sha256(bytes)), sha3_384: toHex(sha3_384(bytes)) };
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
  return {
    kind: 'artifact',
    ...decide(checks.all, Object.values(slots)),
    claimed_verdict: details?.artifact.human_summary.verdict ?? null,
    summary_bound: details?.summaryBound ?? false,
    demo: details?.judgement?.signer?.key_set.demo === true,
    checks: checks.all,
    signatures: slots,
    not_covered: details?.notCovered ?? [],
    file,
    verifier: options.product,
    verified_at: formatIsoTime(options.now),
  };
}
