/** The verified artifact, `pq-verified-artifact/v1` (document 1; decisions, section 4): names, constants and types. File extension `.pqv.json`. */
import type { JsonObject } from '../canonical-json.ts';
import type { SignatureAlgorithm } from '../sign/family.ts';

export const SCHEMA_VERSION = 'pq-verified-artifact/v1';
export const VERIFIER_COMMAND = 'pq-verify artifact --file <PATH.pqv.json>';
export const ISSUER_NAME = 'Touchstone Authority';

/** What every publishing rule begins with; a verifier requires exactly these sentences. */
export const PUBLISHING_RULE_OPENING = 'One package. One verifier command. One outcome.';
export const PUBLISHING_RULE =
  `${PUBLISHING_RULE_OPENING} Every per-pillar attestation, the manifest hash and the signatures are carried in this one file. ` +
  'Any third party verifies it offline with the verifier command. Tampering with any embedded attestation invalidates the manifest hash; ' +
  'tampering with the manifest hash invalidates the signatures.';

export const PILLARS = ['cryptography', 'evidence', 'governance', 'privacy', 'verification'] as const;
export type Pillar = (typeof PILLARS)[number];

export const CATEGORIES = [
  'self_attestation',
  'demo',
  'release',
  'customer_attestation',
  'regulatory_submission',
  'audit_evidence',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const VERDICTS = ['VERIFIED', 'VERIFIED_PENDING_SIGNATURES', 'PENDING', 'FAILED'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const SLOTS = ['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024'] as const;
export type Slot = (typeof SLOTS)[number];

/** The algorithms whose keys may fill a slot; the trusted key decides which one it is, never the file. */
export const SLOT_ALGORITHMS: Readonly<Record<Slot, readonly SignatureAlgorithm[]>> = {
  ml_dsa_87: ['ML-DSA-87'],
  slh_dsa_256s: ['SLH-DSA-SHA2-256s', 'SLH-DSA-SHAKE-256s'],
  falcon_1024: ['FALCON-1024'],
};

/** What this project writes into an empty slot. A verifier takes every text that begins with `PENDING` for an empty slot. */
export const PENDING_MARKER = 'PENDING_CEREMONY';

export function isPendingSlot(text: string): boolean {
  return text.startsWith('PENDING');
}

export const CYCLE_ID = /^[0-9]{4}-Q[1-4]-[0-9]{3}$/;
export const ARTIFACT_ID = /^pqv-[0-9]{4}-Q[1-4]-[0-9]{3}-[0-9a-f]{16}$/;
export const SHA3_384_HEX = /^[0-9a-f]{96}$/;

/** Member of `attestations` that holds a pillar's bundle. */
export function attestationMember(pillar: Pillar): `${Pillar}_attestation` {
  return `${pillar}_attestation`;
}

/** Member of `attestation_hashes` that holds a pillar's hash. */
export function hashMember(pillar: Pillar): `${Pillar}_sha3_384` {
  return `${pillar}_sha3_384`;
}

export interface Issuer {
  readonly name: string;
  readonly principal: string;
}

export interface Subject {
  readonly name: string;
  readonly category: Category;
  readonly description?: string;
  readonly product?: string;
}

export interface HumanSummary {
  readonly claim: string;
  readonly verdict: Verdict;
  readonly evidence_summary: string;
  readonly load_bearing_pillars?: readonly Pillar[];
  readonly additional_assurances?: readonly string[];
}

/**
 * A file that has passed `readArtifact`. Members that the schema does not name may stand beside these;
 * they are listed by `notCoveredMembers` and otherwise ignored.
 */
export interface Artifact {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly artifact_id: string;
  readonly cycle_id: string;
  readonly issued_at: string;
  readonly issuer: Issuer;
  readonly human_summary: HumanSummary;
  readonly subject: Subject;
  readonly attestations: Readonly<Record<`${Pillar}_attestation`, JsonObject>>;
  readonly attestation_hashes?: Readonly<Record<`${Pillar}_sha3_384`, string>>;
  readonly manifest_hash: string;
  readonly signatures: Readonly<Record<Slot, string>>;
  readonly verifier_command: string;
  readonly verifier_url?: string;
  readonly publishing_rule: string;
}
