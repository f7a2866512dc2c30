/** One issuer with real keys and artifacts made by the real code; made once for each test file. */
import nodeCrypto from 'node:crypto';
import type { Artifact, Slot } from '@touchstone/core/artifact/artifact.ts';
import { SLOTS } from '@touchstone/core/artifact/artifact.ts';
import { artifactText, buildArtifact } from '@touchstone/core/artifact/build.ts';
import { fillSlot } from '@touchstone/core/artifact/ceremony.ts';
import { buildPillars, evidenceItem, runSelfTests } from '@touchstone/core/artifact/pillars.ts';
import { type ArtifactVerification, verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { fromHex, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import {
  ARTIFACT_ALGORITHMS,
  type GeneratedKeySet,
  generateKeySet,
  type KeySetPlan,
} from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type Trust, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { SignatureAlgorithm } from '@touchstone/core/sign/family.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';

export const provider = createSignatureProvider([nodeBackend(nodeCrypto), nobleBackend], systemRandom);

export const NOW = Date.UTC(2026, 10, 21, 12);
export const DAY = 86_400_000;
export const ISSUER = { name: 'Touchstone Authority', principal: 'release-office' };
export const SUBJECT = { name: 'Example subject', category: 'demo', description: 'A subject for tests' } as const;

const PLAN: KeySetPlan = {
  keyset_id: 'ks_test',
  issuer: ISSUER.name,
  principal: ISSUER.principal,
  use: 'artifact',
  serial: 1,
  notBefore: NOW - 30 * DAY,
  notAfter: NOW + 300 * DAY,
  algorithms: ARTIFACT_ALGORITHMS,
};

export function newKeySet(changes: Partial<KeySetPlan> = {}): Promise<GeneratedKeySet> {
  return generateKeySet({ ...PLAN, ...changes }, provider);
}

export function trusting(...sets: readonly KeySet[]): TrustStore {
  let store = EMPTY_TRUST_STORE;
  for (const set of sets) {
    const change = pinKeySet(store, set, { at: NOW, by: 'test', source: 'test' });
    if (!change.ok) throw new Error(change.message);
    store = change.store;
  }
  return store;
}

let selfTests: Awaited<ReturnType<typeof runSelfTests>> | undefined;

/** An unsigned artifact with five real pillars; `supplied` replaces bundles. */
export async function newArtifact(
  keySet: KeySet | null,
  supplied: Parameters<typeof buildPillars>[0]['supplied'] = {},
  issuedAt = NOW,
): Promise<Artifact> {
  selfTests ??= await runSelfTests(provider, systemRandom);
  const common = { cycleId: '2026-Q4-001', issuedAt, issuer: ISSUER, subject: SUBJECT };
  const evidence = [evidenceItem('report.txt', utf8('all good'))];
  const attestations = buildPillars({ ...common, keySet, evidence, selfTests, supplied, product: PRODUCT });
  const humanSummary = {
    claim: 'The example holds.',
    evidence_summary: 'The evidence attestation lists the report.',
    load_bearing_pillars: ['evidence', 'cryptography'],
  } as const;
  return buildArtifact({ ...common, humanSummary, attestations });
}

export async function signatureFor(artifact: Artifact, slot: Slot, signer: GeneratedKeySet): Promise<string> {
  const index = SLOTS.indexOf(slot);
  const key = signer.keySet.keys[index];
  const secretKey = signer.secretKeys.get(key?.kid ?? '');
  const message = fromHex(artifact.manifest_hash);
  if (key === undefined || secretKey === undefined || message === null) throw new Error('no key for the slot');
  return toBase64(await provider.sign(algorithmOf(key) as SignatureAlgorithm, secretKey, message));
}

export async function signed(
  artifact: Artifact,
  signer: GeneratedKeySet,
  slots: readonly Slot[] = SLOTS,
): Promise<Artifact> {
  let filled = artifact;
  for (const slot of slots) {
    const result = await fillSlot(filled, slot, await signatureFor(filled, slot, signer), signer.keySet, provider);
    if (!result.ok) throw new Error(result.message);
    filled = result.value;
  }
  return filled;
}

export function verify(
  input: Artifact | JsonObject | string | Uint8Array,
  trust: Trust,
  now = NOW,
): Promise<ArtifactVerification> {
  const bytes =
    input instanceof Uint8Array ? input : utf8(typeof input === 'string' ? input : artifactText(input as Artifact));
  return verifyArtifact(bytes, { fileName: 'test.pqv.json', trust, verifier: provider, now, product: PRODUCT });
}

export async function reportOn(...input: Parameters<typeof verify>): Promise<VerificationReport> {
  return (await verify(...input)).report;
}

export function statusOf(report: VerificationReport, id: string): string | undefined {
  return report.checks.find((check) => check.id === id)?.status;
}
