import Type from 'typebox';
import { anyObject, base64, Hex96, IsoTime, ListQuery, object, pageOf, text } from '../common.ts';
import { endpoint, group, LARGE_BODY_LIMIT } from '../endpoint.ts';

const CycleId = Type.String({
  pattern: '^[0-9]{4}-Q[1-4]-[0-9]{3}$',
  'x-expects': 'a cycle: year, quarter and number, such as 2026-Q2-001',
  description: 'Year, quarter and number.',
});
const ArtifactId = Type.String({
  pattern: '^pqv-[0-9]{4}-Q[1-4]-[0-9]{3}-[0-9a-f]{16}$',
  'x-expects': 'an artifact id: pqv-, a cycle such as 2026-Q2-001, - and 16 digits of lower-case hexadecimal',
});
const Verdict = Type.Enum(['VERIFIED', 'VERIFIED_PENDING_SIGNATURES', 'PENDING', 'FAILED']);
const Pillars = Type.Array(Type.Enum(['cryptography', 'evidence', 'governance', 'privacy', 'verification']));
const Slot = Type.Enum(['ml_dsa_87', 'slh_dsa_256s', 'falcon_1024']);

const Subject = object({
  name: text(1_000, 'What the artifact is about, in the words of its readers.'),
  category: Type.Enum([
    'self_attestation',
    'demo',
    'release',
    'customer_attestation',
    'regulatory_submission',
    'audit_evidence',
  ]),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  product: Type.Optional(Type.String({ maxLength: 1_000 })),
});

const summaryMembers = {
  claim: text(10_000, 'One sentence that states what the artifact attests.'),
  evidence_summary: text(10_000, 'One sentence that names the attestations which carry the claim.'),
  load_bearing_pillars: Type.Optional(Pillars),
  additional_assurances: Type.Optional(Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 100 })),
};

const Attestations = object({
  cryptography_attestation: anyObject('The cryptography bundle.'),
  evidence_attestation: anyObject('The evidence bundle.'),
  governance_attestation: anyObject('The governance bundle.'),
  privacy_attestation: anyObject('The privacy bundle.'),
  verification_attestation: anyObject('The verification bundle.'),
});

const SignatureText = Type.String({ description: 'Base64, or a marker that begins with PENDING.' });

/** A `*.pqv.json` document (document 1, "Verified artifact"). */
const ArtifactDocument = object({
  schema_version: Type.Literal('pq-verified-artifact/v1'),
  artifact_id: ArtifactId,
  cycle_id: CycleId,
  issued_at: IsoTime,
  issuer: object({ name: Type.String(), principal: Type.String() }),
  human_summary: object({ ...summaryMembers, verdict: Verdict }),
  subject: Subject,
  attestations: Attestations,
  attestation_hashes: Type.Optional(
    object({
      cryptography_sha3_384: Hex96,
      evidence_sha3_384: Hex96,
      governance_sha3_384: Hex96,
      privacy_sha3_384: Hex96,
      verification_sha3_384: Hex96,
    }),
  ),
  manifest_hash: Hex96,
  signatures: object({ ml_dsa_87: SignatureText, slh_dsa_256s: SignatureText, falcon_1024: SignatureText }),
  verifier_command: Type.String(),
  verifier_url: Type.Optional(Type.String()),
  publishing_rule: Type.String(),
});

const ArtifactParams = object({ id: ArtifactId });

export const artifacts = group({
  list: endpoint({
    id: 'artifacts.artifacts.list',
    service: 'artifacts',
    method: 'GET',
    path: '/artifacts',
    query: ListQuery,
    response: pageOf(ArtifactDocument),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's artifacts, the newest first.",
    description:
      'Each item is the whole artifact. A page ends early, though never before its first item, when it passes 8 MiB.',
    example: { query: { limit: 10 } },
  }),
  get: endpoint({
    id: 'artifacts.artifacts.get',
    service: 'artifacts',
    method: 'GET',
    path: '/artifacts/:id',
    params: ArtifactParams,
    response: ArtifactDocument,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One artifact: the file that `pq-verify` checks.',
    description: 'Save the answer as `<artifact_id>.pqv.json`.',
    example: {
      params: { id: 'pqv-2026-Q1-001-0123456789abcdef' },
      after: { operation: 'artifacts.artifacts.create', use: { 'params.id': 'artifact_id' } },
    },
  }),
  create: endpoint({
    id: 'artifacts.artifacts.create',
    service: 'artifacts',
    method: 'POST',
    path: '/artifacts',
    body: object({
      subject: Subject,
      human_summary: object({
        ...summaryMembers,
        verdict: Type.Optional(
          Type.Enum(['VERIFIED', 'VERIFIED_PENDING_SIGNATURES', 'PENDING', 'FAILED'], {
            description: 'Taken for completeness and not used: the verdict is computed.',
          }),
        ),
      }),
      attestations: Attestations,
      cycle_id: Type.Optional(CycleId),
    }),
    response: ArtifactDocument,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    bodyLimit: LARGE_BODY_LIMIT,
    errors: ['CONFLICT'],
    summary: 'Build an artifact with pending signature slots.',
    description:
      'Hashes the five bundles, forms the manifest and binds summary, time and identifier to it. Without `cycle_id` the number after the highest one of the present quarter is taken.',
    example: {
      body: {
        subject: { name: 'Example product 1.0', category: 'demo' },
        human_summary: {
          claim: 'Example product 1.0 was built from reviewed sources.',
          evidence_summary: 'The evidence and verification attestations carry the claim.',
          load_bearing_pillars: ['evidence', 'verification'],
        },
        attestations: {
          cryptography_attestation: { result: 'PASS', algorithms: ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'] },
          evidence_attestation: { result: 'PASS', reviewed_commits: 12 },
          governance_attestation: { result: 'PASS', approved_by: 'Release board' },
          privacy_attestation: { result: 'PASS', personal_data: 'none' },
          verification_attestation: { result: 'PASS', tests_run: 340 },
        },
      },
    },
  }),
  addSignature: endpoint({
    id: 'artifacts.artifacts.add-signature',
    service: 'artifacts',
    method: 'POST',
    path: '/artifacts/:id/signatures',
    params: ArtifactParams,
    body: object({ slot: Slot, signature: base64('The signature over the 48 raw bytes of manifest_hash.') }),
    response: ArtifactDocument,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    bodyLimit: LARGE_BODY_LIMIT,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Fill one pending signature slot.',
    description:
      'The signature is verified first, under a key set that is pinned in the trust store or belongs to this service and that speaks for the issuer and principal of the artifact; slots that are filled already must hold under the same set. A filled slot is never replaced.',
    example: {
      params: { id: 'pqv-2026-Q1-001-0123456789abcdef' },
      body: { slot: 'ml_dsa_87', signature: '' },
    },
  }),
});
