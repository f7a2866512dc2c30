/**
 * Integrity: whether the contents are the ones that were hashed, and whether summary, time and id are the ones that the
 * issuer bound (decisions, section 4). Each function adds its checks to the list.
 */
import type { JsonObject } from '../canonical-json.ts';
import type { CheckList } from '../verdict/checks.ts';
import { type Artifact, attestationMember, hashMember, PILLARS, type Pillar } from './artifact.ts';
import { ARTIFACT_ID_RULE, artifactIdOf, attestationHashes, humanSummaryHash, manifestHash } from './manifest.ts';

/** Rules 1 and 2 of document 1. The manifest hash is made of the recomputed hashes, never of the carried ones. */
export function checkHashes(artifact: Artifact, checks: CheckList): void {
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
export function checkBinding(artifact: Artifact, presentation: JsonObject | null, checks: CheckList): void {
  const foundation = brokenFoundation('governance', checks);
  if (presentation === null || foundation !== undefined) {
    for (const name of BOUND_MEMBERS) {
      if (foundation !== undefined) {
        checks.skip('integrity', name, `Whether ${name} is the one that the issuer bound.`, foundation);
        continue;
      }
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

/** The members outside the manifest that `presentation` may bind. */
export const BOUND_MEMBERS = ['human_summary', 'issued_at', 'artifact_id'] as const;
export type BoundMember = (typeof BOUND_MEMBERS)[number];

/** Which of summary, time and id the signatures cover: those that the issuer bound and that are unchanged since. */
export function boundMembers(presentation: JsonObject | null, checks: CheckList): ReadonlySet<BoundMember> {
  if (presentation === null) return new Set();
  return new Set(BOUND_MEMBERS.filter((name) => checks.has(`integrity.${name}`, 'passed')));
}

/** Whether the signatures reach all three. */
export function isSummaryBound(bound: ReadonlySet<BoundMember>): boolean {
  return bound.size === BOUND_MEMBERS.length;
}

/** The failed hash that whatever a pillar says rests on. */
export function brokenFoundation(pillar: Pillar, checks: CheckList): string | undefined {
  return ['integrity.manifest_hash', `integrity.${hashMember(pillar)}`].find((id) => checks.has(id, 'failed'));
}

/** A pillar that names a cycle must name the one of the artifact. */
export function checkCycle(artifact: Artifact, checks: CheckList): void {
  for (const pillar of PILLARS) {
    const found = artifact.attestations[attestationMember(pillar)].cycle_id;
    const foundation = brokenFoundation(pillar, checks);
    if (foundation !== undefined) {
      checks.skip(
        'integrity',
        `cycle.${pillar}`,
        `Whether the ${pillar} attestation belongs to this cycle.`,
        foundation,
      );
      continue;
    }
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
