/** The hashes of an artifact (decisions, section 4): SHA3-384 over canonical JSON, lower-case hex. */
import { toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_384 } from '../hash.ts';
import {
  type Artifact,
  attestationMember,
  type HumanSummary,
  hashMember,
  type Issuer,
  PILLARS,
  type Pillar,
  type Subject,
} from './artifact.ts';

export type AttestationHashes = Readonly<Record<`${Pillar}_sha3_384`, string>>;

/** What `attestations.governance_attestation.presentation` binds, so that the signatures reach it. */
export interface Presentation {
  readonly issued_at: string;
  readonly human_summary_sha3_384: string;
  readonly artifact_id_rule: typeof ARTIFACT_ID_RULE;
}

/** `artifact_id` is `pqv-<cycle_id>-<first 16 hex digits of manifest_hash>`. */
export const ARTIFACT_ID_RULE = 'cycle-manifest-tail';

/** SHA3-384 over the canonical JSON of a value, 96 hex digits. */
export function jsonSha3_384(value: JsonValue): string {
  return toHex(sha3_384(canonicalBytes(value)));
}

/** The five hashes, recomputed from the embedded attestations. */
export function attestationHashes(attestations: Artifact['attestations']): AttestationHashes {
  const hashes: Partial<Record<`${Pillar}_sha3_384`, string>> = {};
  for (const pillar of PILLARS) hashes[hashMember(pillar)] = jsonSha3_384(attestations[attestationMember(pillar)]);
  return hashes as AttestationHashes;
}

/** manifest_hash: over cycle_id, issuer, subject and the five recomputed hashes. */
export function manifestHash(manifest: {
  readonly cycle_id: string;
  readonly issuer: Issuer;
  readonly subject: Subject;
  readonly attestation_hashes: AttestationHashes;
}): string {
  const { cycle_id, issuer, subject, attestation_hashes } = manifest;
  return jsonSha3_384({
    cycle_id,
    issuer: { ...issuer },
    subject: { ...subject },
    attestation_hashes: { ...attestation_hashes },
  });
}

/** The hash that `presentation` binds: over the summary without its verdict, which the ceremony rewrites. */
export function humanSummaryHash(summary: Omit<HumanSummary, 'verdict'>): string {
  const { verdict: _, ...rest } = summary as HumanSummary;
  return jsonSha3_384(rest as JsonObject);
}

export function artifactIdOf(cycleId: string, manifest: string): string {
  return `pqv-${cycleId}-${manifest.slice(0, 16)}`;
}

/** The binding as the file carries it; null where the issuer bound nothing. Not yet checked. */
export function presentationOf(artifact: Artifact): JsonObject | null {
  const { presentation } = artifact.attestations.governance_attestation;
  if (presentation === undefined) return null;
  return isJsonObject(presentation) ? presentation : {};
}
