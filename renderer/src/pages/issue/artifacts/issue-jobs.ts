/** What the issue worker does: self-tests with throw-away keys, and the five attestations of a new artifact. */
import {
  attestationMember,
  type HumanSummary,
  type Issuer,
  PILLARS,
  type Pillar,
  type Subject,
} from '@touchstone/core/artifact/artifact.ts';
import { artifactText, buildArtifact } from '@touchstone/core/artifact/build.ts';
import { unissuable } from '@touchstone/core/artifact/issuable.ts';
import {
  buildPillars,
  findPersonalData,
  type PersonalData,
  publishedTexts,
  runSelfTests,
  type SelfTest,
} from '@touchstone/core/artifact/pillars.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import { type Random, systemRandom } from '@touchstone/core/random.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import type { Evidence } from './evidence-list.ts';

export interface SelfTestsJob {
  readonly kind: 'self_tests';
}

export interface AttestJob {
  readonly kind: 'attest';
  readonly cycleId: string;
  /** Milliseconds since 1970. */
  readonly issuedAt: number;
  readonly issuer: Issuer;
  readonly subject: Subject;
  readonly humanSummary: Omit<HumanSummary, 'verdict'>;
  /** The key set whose holders are to sign; null where that is not decided yet. */
  readonly keySet: KeySet | null;
  readonly evidence: Evidence;
  readonly selfTests: readonly SelfTest[];
}

export type IssueJob = SelfTestsJob | AttestJob;

/** The five attestations, before anything is sent. */
export interface Attested {
  readonly attestations: Readonly<Record<Pillar, JsonObject>>;
  readonly personalData: readonly PersonalData[];
  /** Why no verifier would take the artifact, as what follows "Not issued:"; null where that is not so. */
  readonly refusal: string | null;
}

export interface IssueResults {
  readonly self_tests: readonly SelfTest[];
  readonly attest: Attested;
}

export async function runIssueJob(
  job: IssueJob,
  signatures: Signer & SignatureVerifier,
  random: Random = systemRandom,
): Promise<IssueResults[keyof IssueResults]> {
  return job.kind === 'self_tests' ? runSelfTests(signatures, random) : attest(job, signatures);
}

async function attest(job: AttestJob, verifier: SignatureVerifier): Promise<Attested> {
  const { evidence, humanSummary, selfTests, keySet, kind: _, ...common } = job;
  const { items, supplied } = evidence;
  const attestations = buildPillars({ ...common, keySet, evidence: items, selfTests, supplied, product: PRODUCT });
  const personalData = findPersonalData(publishedTexts({ subject: job.subject, evidence: items }, humanSummary));
  return { attestations, personalData, refusal: await refusalOf(job, attestations, verifier) };
}

/** The server builds the artifact anew, from the same members, at its own time. */
async function refusalOf(
  { humanSummary, subject, issuer, cycleId, issuedAt }: AttestJob,
  attestations: Attested['attestations'],
  verifier: SignatureVerifier,
): Promise<string | null> {
  try {
    const artifact = buildArtifact({ subject, humanSummary, attestations, cycleId, issuedAt, issuer });
    return await unissuable(artifactText(artifact), { verifier, now: issuedAt, product: PRODUCT });
  } catch (error) {
    // core's message names the member at fault.
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** The attestations under the names that the artifact has for them. */
export function attestationMembers(attestations: Attested['attestations']) {
  return Object.fromEntries(PILLARS.map((pillar) => [attestationMember(pillar), attestations[pillar]])) as Record<
    `${Pillar}_attestation`,
    JsonObject
  >;
}
