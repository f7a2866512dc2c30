/** Builds an artifact with pending slots (decisions, section 4). The claimed verdict is written here and by the ceremony. */
import type { JsonObject } from '../canonical-json.ts';
import { formatIsoTime } from '../time.ts';
import {
  type Artifact,
  attestationMember,
  type HumanSummary,
  type Issuer,
  isPendingSlot,
  PENDING_MARKER,
  PILLARS,
  type Pillar,
  PUBLISHING_RULE,
  SCHEMA_VERSION,
  SLOTS,
  type Subject,
  VERIFIER_COMMAND,
  type Verdict,
} from './artifact.ts';
import {
  ARTIFACT_ID_RULE,
  artifactIdOf,
  attestationHashes,
  humanSummaryHash,
  manifestHash,
  type Presentation,
} from './manifest.ts';
import { readArtifact } from './schema.ts';

export interface ArtifactInput {
  readonly subject: Subject;
  readonly humanSummary: Omit<HumanSummary, 'verdict'>;
  readonly attestations: Readonly<Record<Pillar, JsonObject>>;
  readonly cycleId: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly issuer: Issuer;
}

/**
 * An unsigned artifact. Its governance attestation gains `presentation`, which binds summary, time and id.
 * Throws RangeError naming the member where the input does not make a valid artifact, or brings a `presentation` of its own.
 */
export function buildArtifact(input: ArtifactInput): Artifact {
  const issued_at = formatIsoTime(input.issuedAt);
  if (input.attestations.governance.presentation !== undefined) {
    throw new RangeError('attestations.governance.presentation: the issuer makes this member');
  }
  const presentation: Presentation & JsonObject = {
    issued_at,
    human_summary_sha3_384: humanSummaryHash(input.humanSummary),
    artifact_id_rule: ARTIFACT_ID_RULE,
  };
  const bundles = { ...input.attestations, governance: { ...input.attestations.governance, presentation } };
  const attestations = Object.fromEntries(
    PILLARS.map((pillar) => [attestationMember(pillar), bundles[pillar]]),
  ) as Artifact['attestations'];
  const attestation_hashes = attestationHashes(attestations);
  const { subject, issuer, cycleId: cycle_id } = input;
  const manifest_hash = manifestHash({ cycle_id, issuer, subject, attestation_hashes });
  const unsigned: Artifact = {
    schema_version: SCHEMA_VERSION,
    artifact_id: artifactIdOf(cycle_id, manifest_hash),
    cycle_id,
    issued_at,
    issuer,
    human_summary: { ...input.humanSummary, verdict: 'VERIFIED_PENDING_SIGNATURES' },
    subject,
    attestations,
    attestation_hashes,
    manifest_hash,
    signatures: { ml_dsa_87: PENDING_MARKER, slh_dsa_256s: PENDING_MARKER, falcon_1024: PENDING_MARKER },
    verifier_command: VERIFIER_COMMAND,
    publishing_rule: PUBLISHING_RULE,
  };
  const artifact = withVerdict(unsigned);
  const schema = readArtifact(artifact as Artifact & JsonObject);
  if (!schema.ok) throw new RangeError(schema.faults.map(({ message }) => message).join(' '));
  return artifact;
}

/** The artifact with the verdict that its present state earns. It stays a claim: a verifier computes its own. */
export function withVerdict(artifact: Artifact): Artifact {
  return { ...artifact, human_summary: { ...artifact.human_summary, verdict: claimedVerdict(artifact) } };
}

function claimedVerdict(artifact: Artifact): Verdict {
  const pillars = PILLARS.map((pillar) => artifact.attestations[attestationMember(pillar)]);
  if (pillars.some(({ result }) => result === 'FAIL')) return 'FAILED';
  if (pillars.some(isPlaceholder)) return 'PENDING';
  return SLOTS.some((slot) => isPendingSlot(artifact.signatures[slot])) ? 'VERIFIED_PENDING_SIGNATURES' : 'VERIFIED';
}

/** Whether a verifier takes it for a placeholder: by its result, or by a `_status` that says so whatever the result. */
function isPlaceholder({ result, _status: status }: JsonObject): boolean {
  return result === 'PENDING' || (typeof status === 'string' && status.includes('PENDING'));
}

/** The file's text: readable, with a final line feed. Verification does not depend on the spacing. */
export function artifactText(artifact: Artifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`;
}

/** The cycle of a time: year and quarter in UTC, and the number within the quarter. Throws RangeError outside 1…999. */
export function cycleIdOf(time: number, sequence: number): string {
  if (!Number.isInteger(sequence) || sequence < 1 || sequence > 999) throw new RangeError('a cycle number is 1 to 999');
  const date = new Date(time);
  const quarter = Math.floor(date.getUTCMonth() / 3) + 1;
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-Q${quarter}-${String(sequence).padStart(3, '0')}`;
}
