/** Policy and scope: what the pillars report of themselves, and what a verification does not say. */
import type { JsonObject } from '../canonical-json.ts';
import type { CheckList } from '../verdict/checks.ts';
import { type Artifact, attestationMember, PILLARS, type Pillar } from './artifact.ts';
import { checkEvidence, type EvidenceLookup } from './evidence-check.ts';
import { brokenFoundation } from './integrity-checks.ts';

/** What the pillars say of themselves. A result counts only where the pillar itself is intact. */
export function checkPillars(artifact: Artifact, checks: CheckList): void {
  for (const pillar of PILLARS) {
    const name = `${pillar}_result`;
    const foundation = brokenFoundation(pillar, checks);
    if (foundation !== undefined) checks.skip('policy', name, `What the ${pillar} attestation reports.`, foundation);
    else checkPillar(pillar, artifact.attestations[attestationMember(pillar)], checks);
  }
}

/** What an attestation of this project says of its form; such a one always states a result. */
const OWN_SCHEMA = 'pq-verified-artifact/';

/** Decisions 12.14: what is not understood is never passed over. */
function checkPillar(pillar: Pillar, attestation: JsonObject, checks: CheckList): void {
  const { result, _status: status, schema_version: schema } = attestation;
  const name = `${pillar}_result`;
  const found = result === undefined ? 'no result' : JSON.stringify(result);
  const seen = { expected: '"PASS"', found };
  const isOwn = typeof schema === 'string' && schema.startsWith(OWN_SCHEMA);
  if (result === 'FAIL') {
    const sentence = `The ${pillar} attestation reports that its own checks failed.`;
    checks.add('policy', name, { status: 'failed', sentence, ...seen, reason: 'PILLAR_FAILED' });
  } else if (result === 'PENDING' || (typeof status === 'string' && status.includes('PENDING'))) {
    const sentence = `The ${pillar} attestation is a placeholder.`;
    checks.add('policy', name, { status: 'pending', sentence, ...seen, reason: 'PLACEHOLDER' });
  } else if (result === 'PASS') {
    checks.add('policy', name, { status: 'passed', sentence: `The ${pillar} attestation reports PASS.`, ...seen });
  } else if (result !== undefined || isOwn) {
    const sentence =
      result === undefined
        ? `The ${pillar} attestation states no result, although its form has one.`
        : `The ${pillar} attestation reports a result that this verifier does not know.`;
    checks.add('policy', name, { status: 'pending', sentence, ...seen, reason: 'PILLAR_UNKNOWN' });
  } else {
    const sentence = `The ${pillar} attestation states no result.`;
    const reason = 'It has a form that this verifier does not know.';
    checks.add('policy', name, { status: 'not_performed', sentence, ...seen, reason });
  }
}

/** What this verification does not say, never shown as passed; of evidence, what it does not say without the files. */
export function checkScope(
  artifact: Artifact,
  notCovered: readonly string[],
  evidence: EvidenceLookup | undefined,
  checks: CheckList,
): void {
  checks.leaveUncovered(notCovered, 'The signatures cover cycle, issuer, subject and the five attestations only.');
  checkEvidence(artifact, evidence, checks);
  checks.leaveOpen(
    'independent_time',
    'No independent proof of the time of issue was examined.',
    'The file carries none; verification uses no network.',
  );
}
