/** What a file states about itself, read defensively: any member may be missing or of the wrong type. Nothing here is judged. */
import { attestationMember, PILLARS, type Pillar } from '@touchstone/core/artifact/artifact.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';

export interface StatedPillar {
  readonly pillar: Pillar;
  /** `result` of the bundle as stated; null where there is none. */
  readonly result: string | null;
  readonly loadBearing: boolean;
  readonly bundle: JsonValue | null;
}

export interface StatedFacts {
  readonly artifactId: string | null;
  readonly cycleId: string | null;
  readonly issuedAt: string | null;
  readonly issuerName: string | null;
  readonly issuerPrincipal: string | null;
  readonly subjectName: string | null;
  readonly subjectCategory: string | null;
  readonly subjectDescription: string | null;
  readonly subjectProduct: string | null;
  readonly claim: string | null;
  readonly evidenceSummary: string | null;
  readonly additionalAssurances: readonly string[];
  readonly manifestHash: string | null;
  readonly verifierUrl: string | null;
}

/** The stated facts of a parsed file; null where it is not a JSON object. */
export function statedFacts(document: JsonValue | null): StatedFacts | null {
  if (!isJsonObject(document ?? undefined)) return null;
  const root = document as JsonObject;
  const issuer = child(root, 'issuer');
  const subject = child(root, 'subject');
  const summary = child(root, 'human_summary');
  return {
    artifactId: text(root, 'artifact_id'),
    cycleId: text(root, 'cycle_id'),
    issuedAt: text(root, 'issued_at'),
    issuerName: text(issuer, 'name'),
    issuerPrincipal: text(issuer, 'principal'),
    subjectName: text(subject, 'name'),
    subjectCategory: text(subject, 'category'),
    subjectDescription: text(subject, 'description'),
    subjectProduct: text(subject, 'product'),
    claim: text(summary, 'claim'),
    evidenceSummary: text(summary, 'evidence_summary'),
    additionalAssurances: texts(summary, 'additional_assurances'),
    manifestHash: text(root, 'manifest_hash'),
    verifierUrl: text(root, 'verifier_url'),
  };
}

/** The five attestations in the specification's order. */
export function statedPillars(document: JsonValue | null): readonly StatedPillar[] {
  const root = isJsonObject(document ?? undefined) ? (document as JsonObject) : {};
  const attestations = child(root, 'attestations');
  const loadBearing = texts(child(root, 'human_summary'), 'load_bearing_pillars');
  return PILLARS.map((pillar) => {
    const bundle = attestations[attestationMember(pillar)];
    return {
      pillar,
      result: isJsonObject(bundle) ? text(bundle, 'result') : null,
      loadBearing: loadBearing.includes(pillar),
      bundle: bundle ?? null,
    };
  });
}

function child(parent: JsonObject, name: string): JsonObject {
  const value = own(parent, name);
  return isJsonObject(value) ? value : {};
}

function text(parent: JsonObject, name: string): string | null {
  const value = own(parent, name);
  return typeof value === 'string' ? value : null;
}

function texts(parent: JsonObject, name: string): readonly string[] {
  const value = own(parent, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Objects that crossed a worker boundary have Object.prototype again, so only own members count. */
function own(parent: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(parent, name) ? parent[name] : undefined;
}
