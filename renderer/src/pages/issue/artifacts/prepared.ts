/** A new artifact that is made up and not sent yet. */
import { type HumanSummary, PILLARS, type Pillar, type Subject } from '@touchstone/core/artifact/artifact.ts';
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import type { ArtifactItem } from './artifact-items.ts';
import { type Attested, attestationMembers } from './issue-jobs.ts';

export interface Prepared {
  readonly subject: Subject;
  readonly humanSummary: Omit<HumanSummary, 'verdict'>;
  readonly cycleId: string;
  readonly attested: Attested;
  /** The pillars that files supplied. */
  readonly supplied: readonly Pillar[];
  /** How many files of evidence there are. */
  readonly files: number;
  /** The id of the key set that is to sign; null where that is not decided yet. */
  readonly signer: string | null;
}

/** What an attestation says of itself; one that was supplied may say anything. */
export function resultOf({ result }: JsonObject): 'passed' | 'failed' | 'unknown' {
  if (result === 'PASS') return 'passed';
  return result === 'FAIL' ? 'failed' : 'unknown';
}

export function failedPillars({ attestations }: Attested): readonly Pillar[] {
  return PILLARS.filter((pillar) => resultOf(attestations[pillar]) === 'failed');
}

/**
 * The artifact among the newest that was made of this: an attempt whose answer was lost may have issued it all the same, and
 * the next one is not to issue it twice. Its attestations state cycle and time.
 */
export function issuedAlready(
  newest: readonly ArtifactItem[],
  { subject, cycleId, attested }: Pick<Prepared, 'subject' | 'cycleId' | 'attested'>,
): ArtifactItem | undefined {
  const wanted = canonicalJson(attestationMembers(attested.attestations));
  return newest.find(
    (artifact) =>
      artifact.cycle_id === cycleId && artifact.subject.name === subject.name && givenAttestations(artifact) === wanted,
  );
}

/** Without what the issuer adds to them. */
function givenAttestations({ attestations }: ArtifactItem): string {
  const { presentation: _, ...governance_attestation } = attestations.governance_attestation as JsonObject;
  return canonicalJson({ ...(attestations as JsonObject), governance_attestation });
}
