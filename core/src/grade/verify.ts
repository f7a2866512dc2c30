/**
 * Verifies a code grade offline (decisions, section 10; security, S17): its form, that losses, scores and letter fit each other,
 * the STARK, and the 3-key signature. That the scores are those of the files is nothing that a verifier can find out: they are self-reported.
 */
import { judgeThreeKey } from '../composite/judge-three-key.ts';
import { parseThreeKey } from '../composite/three-key.ts';
import { sha3_256 } from '../hash.ts';
import type { HeldEdition } from '../keys/editions.ts';
import { PROFILES, strengthOf } from '../stark/options.ts';
import { DIMENSIONS, type Dimensions, letterOf, scoreOf } from '../stark/statements/code-grade/scoring.ts';
import { parseIsoTime } from '../time.ts';
import { agentFileRefused, agentReport, type VerifyAgentOptions } from '../verdict/agent-report.ts';
import { CheckList } from '../verdict/checks.ts';
import { checkStatement, type JudgedStatement, recordSlot } from '../verdict/statement-check.ts';
import { checkClock } from '../verdict/trust-used.ts';
import { agentFileUnreadable, internalFault } from '../verdict/unreadable.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import { dimensionsAfter, type Loss, lossesHash } from './losses.ts';
import { opensCommitment, verifyGradeProof } from './proof.ts';
import { type GradeRecord, gradeMessage, parseGrade } from './record.ts';
import type { ServiceRecord } from './service-record.ts';

/** Judges one file. Never rejects for anything that a file can hold. */
export async function verifyGrade(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeGrade(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('grade', internalFault(error, bytes.length), options),
  );
}

async function judgeGrade(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const checks = new CheckList();
  const read = parseGrade(bytes);
  if (!read.ok) return agentFileRefused('grade', bytes, read, checks, options);
  const { record, losses, service } = read;
  const signatures = parseThreeKey(record.signature);
  if (signatures === null) {
    const fault = {
      field: 'signature',
      message: 'It is no 3-key signature.',
      expected: '3key:<base64>:<base64>:<base64>',
    };
    return agentFileRefused('grade', bytes, fault, checks, options);
  }
  checks.add('format', 'record', { status: 'passed', sentence: 'The file has the members of a code grade.' });
  checkLosses(record, losses, checks);
  checkArithmetic(record, checks);
  const strength = checkProof(record, checks);
  const at = parseIsoTime(record.date) ?? 0;
  const { slots, signer } = await judgeThreeKey(
    signatures,
    sha3_256(gradeMessage(record)),
    {
      ...options,
      at,
      words: { covered: 'the grade', basis: 'at the signed date' },
      aboutKeys: 'The file carries no public keys and names no key set.',
    },
    checks,
  );
  checkClock('The date of the grade', at, options.now, 'graded_at', checks);
  const recorded = service === null ? null : await checkService(service, signer, options, checks);
  leaveOpen(checks);
  return agentReport(
    bytes,
    {
      kind: 'grade',
      checks,
      subject: {
        project: record.project,
        grade: record.grade,
        score: record.score,
        ...record.dimensions,
        date: record.date,
        rules: record.rules_version,
        files: record.files,
        file_root: record.file_root,
        scores: 'self-reported',
        ...(service === null ? {} : { submitted_at: service.submittedAt }),
        ...(strength === null ? {} : { strength }),
      },
      broken: null,
      signatures: recorded === null ? slots : { ...slots, record: recordSlot(recorded, checks) },
      isDemo: signer?.keySet.demo === true || recorded?.isDemo === true,
      used: [...(signer === null ? [] : [{ edition: signer, boundAt: at }]), ...(recorded?.used ?? [])],
      notCovered: [],
    },
    options,
  );
}

/** The losses are private: a record without them is whole, and says less. */
function checkLosses(
  { dimensions, losses_hash: stated }: GradeRecord,
  losses: readonly Loss[] | null,
  checks: CheckList,
): void {
  if (losses === null) {
    checks.leaveOpen('losses', 'Where points were lost.', 'The file does not carry the losses, only their hash.');
    return;
  }
  checks.compare('integrity', 'losses', {
    expected: stated,
    found: lossesHash(losses),
    code: 'HASH_MISMATCH',
    passed: 'The losses are those whose hash is signed.',
    failed: 'The losses are not those whose hash is signed.',
  });
  checks.compare('integrity', 'dimensions', {
    expected: textOf(dimensionsAfter(losses)),
    found: textOf(dimensions),
    code: 'GRADE_MISMATCH',
    passed: 'Each dimension is 100 less the points that were lost.',
    failed: 'A dimension is not 100 less the points that were lost.',
  });
}

function checkArithmetic({ dimensions, score, grade }: GradeRecord, checks: CheckList): void {
  const computed = scoreOf(dimensions);
  checks.compare('integrity', 'score', {
    expected: String(computed),
    found: String(score),
    code: 'GRADE_MISMATCH',
    passed: 'The score is the weighted sum of the dimensions.',
    failed: 'The score is not the weighted sum of the dimensions.',
  });
  checks.compare('integrity', 'grade', {
    expected: letterOf(computed, dimensions.security_posture),
    found: grade,
    code: 'GRADE_MISMATCH',
    passed: 'The letter follows from score and security posture.',
    failed: 'The letter does not follow from score and security posture.',
  });
}

/** How strong the proof is; null where it does not hold. */
function checkProof(record: GradeRecord, checks: CheckList): string | null {
  const isOpened = opensCommitment(record);
  checks.add('integrity', 'commitment', {
    ...(isOpened
      ? { status: 'passed', sentence: 'The commitment is the one to these dimensions.' }
      : { status: 'failed', sentence: 'The commitment is not the one to these dimensions.', reason: 'HASH_MISMATCH' }),
  });
  const verdict = verifyGradeProof(record);
  if (!verdict.ok) {
    const sentence = `The STARK does not hold for this grade: ${verdict.reason}.`;
    checks.add('integrity', 'proof', { status: 'failed', sentence, reason: 'PROOF_INVALID' });
    return null;
  }
  const strength = strengthOf(PROFILES[verdict.profile]);
  checks.add('integrity', 'proof', {
    status: 'passed',
    sentence: `The STARK holds: score and letter follow from the committed dimensions, with ${strength}.`,
  });
  return strength;
}

/** What the service that recorded the grade says of it. */
async function checkService(
  { body, signature, keysetId, submittedAt, signer: stated }: ServiceRecord,
  signer: HeldEdition | null,
  options: VerifyAgentOptions,
  checks: CheckList,
): Promise<JudgedStatement> {
  const judged = await checkStatement(
    { kind: 'grade', what: 'record of the service', body, signature, keysetId, statedAt: submittedAt },
    'record',
    options,
    checks,
  );
  if (signer === null) checks.skip('integrity', 'signer', 'Whose signature the service found.', 'trust.key_set');
  else {
    checks.compare('integrity', 'signer', {
      expected: `${signer.keySet.keyset_id}, ${signer.keySet.fingerprint}`,
      found: `${stated.keysetId}, ${stated.fingerprint}`,
      code: 'RECORD_MISMATCH',
      passed: 'The service found the signature of the same key set.',
      failed: 'The service found the signature of another key set.',
    });
  }
  checkClock('The time of the submission', parseIsoTime(submittedAt) ?? 0, options.now, 'submitted_at', checks);
  return judged;
}

function textOf(dimensions: Dimensions): string {
  return DIMENSIONS.map((name) => `${name} ${dimensions[name]}`).join(', ');
}

/** What no verification of a grade says; never shown as passed. */
function leaveOpen(checks: CheckList): void {
  checks.leaveOpen(
    'self_reported',
    'Whether the scores are those of the files, and come from an unmodified program.',
    'The scores are self-reported: whoever has the files can grade them again and compare the file root.',
  );
  checks.leaveOpen(
    'independent_time',
    'No proof of the date was examined.',
    'The date is the clock of whoever graded.',
  );
}
