import Type from 'typebox';
import { Hex64, IsoTime, ListQuery, object, pageOf } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

const Percent = Type.Integer({ minimum: 0, maximum: 100 });

/** The members that the 3-key signature covers, in the order of the file; a test holds them against `grade/record.ts`. */
const bodyMembers = {
  format: Type.Literal('svc-code-grade/v1'),
  score: { ...Percent, description: 'The weighted sum of the dimensions, rounded half up.' },
  grade: Type.Enum(['A+', 'A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'D', 'F'], {
    description: 'The letter of the score; a security posture below 70 allows none above C+, one below 50 makes it F.',
  }),
  dimensions: object(
    {
      code_quality: Percent,
      security_posture: Percent,
      architecture: Percent,
      performance: Percent,
      compliance: Percent,
      maintenance_risk: { ...Percent, description: '100 is a low risk.' },
    },
    { description: 'Points from 0 to 100. They weigh 20, 25, 15, 15, 15 and 10 per cent.' },
  ),
  rules_version: Type.Enum(['svc-grade-rules/v1', 'svc-grade-rules/v2']),
  project: Type.String({ minLength: 1, maxLength: 256, description: 'What its owner calls the code.' }),
  date: { ...IsoTime, description: 'When it was graded, by the clock of that machine.' },
  file_root: { ...Hex64, description: 'Merkle root over the paths and contents of all graded files.' },
  files: Type.Integer({ minimum: 1, description: 'How many files and links were graded.' }),
  losses_hash: { ...Hex64, description: 'SHA3-256 over the list of losses, which stays with its owner.' },
  value_commitment: { ...Hex64, description: 'The commitment to the dimensions, about which the proof is.' },
  commitment_salt: Type.String({
    pattern: '^[0-9a-f]{40}$',
    'x-expects': '40 digits of lower-case hexadecimal',
    description: 'Opens the commitment together with the dimensions.',
  }),
  proof: Type.String({
    maxLength: 131_072,
    pattern: '^stark:',
    'x-expects': 'stark: and base64',
    description:
      'STARK of the statement `code_grade/v1`: score and letter follow from the committed dimensions, for this file root, rules version, project and date.',
  }),
};

const submittedMembers = {
  ...bodyMembers,
  signature: Type.String({
    maxLength: 8_192,
    pattern: '^3key:',
    'x-expects': '3key: and three base64 signatures with colons between them',
    description: 'SVC-3-Key over the canonical JSON of all members above.',
  }),
};

const GradeId = Type.String({
  pattern: '^grd_[0-9a-f]{16}$',
  'x-expects': 'a grade id: grd_ and 16 digits of lower-case hexadecimal',
});

/** What the service says of a grade. */
const recordMembers = {
  grade_id: GradeId,
  ...submittedMembers,
  signer: object(
    { keyset_id: Type.String(), fingerprint: Hex64 },
    { description: 'The key set of use 3key, known to this service, that made the signature.' },
  ),
  self_reported: Type.Literal(true, {
    description: 'Always true: that the scores are those of the files, and of an unmodified program, was not checked.',
  }),
  submitted_at: IsoTime,
  keyset_id: Type.String({ description: 'The `service` key set that signed this record.' }),
  service_signature: Type.String({
    description: 'ML-DSA-65 over `svc-grade/v1`, a zero byte and SHA3-256 of the canonical JSON of all other members.',
  }),
};

const GradeRecord = object(recordMembers);

const EXAMPLE_HASH = '0'.repeat(64);
const EXAMPLE = {
  format: 'svc-code-grade/v1',
  score: 92,
  grade: 'A',
  dimensions: {
    code_quality: 95,
    security_posture: 90,
    architecture: 87,
    performance: 96,
    compliance: 95,
    maintenance_risk: 85,
  },
  rules_version: 'svc-grade-rules/v2',
  project: 'touchstone',
  date: '2026-11-24T12:00:00Z',
  file_root: EXAMPLE_HASH,
  files: 2572,
  losses_hash: EXAMPLE_HASH,
  value_commitment: EXAMPLE_HASH,
  commitment_salt: '0'.repeat(40),
  proof: 'stark:',
  signature: '3key:AA==:AA==:AA==',
} as const;

export const grades = group({
  create: endpoint({
    id: 'receipts.grades.create',
    service: 'receipts',
    method: 'POST',
    path: '/grades',
    body: object(submittedMembers),
    response: GradeRecord,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 1,
    errors: ['KEY_REVOKED'],
    summary: 'Submit a signed code grade.',
    description:
      '`touchstone grade --submit` sends this. The service verifies that score and letter follow from the dimensions, the STARK that proves it, and that one key set of use `3key` made all three signatures: one of its own, or one that its trust store holds. Then it signs a record of the grade. It never sees the code: the scores are self-reported, and the record says so. A grade that the project has submitted before is answered as it was recorded then, and costs nothing; a hidden one stays hidden.',
    example: { body: EXAMPLE },
  }),
  get: endpoint({
    id: 'receipts.grades.get',
    service: 'receipts',
    method: 'GET',
    path: '/grades/:id',
    params: object({ id: GradeId }),
    response: GradeRecord,
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'One grade of the project, as the service recorded it.',
    description: 'A hidden grade is answered too.',
    example: {
      params: { id: 'grd_0123456789abcdef' },
      after: { operation: 'receipts.grades.create', use: { 'params.id': 'grade_id' } },
    },
  }),
  list: endpoint({
    id: 'receipts.grades.list',
    service: 'receipts',
    method: 'GET',
    path: '/grades',
    query: ListQuery,
    response: pageOf(
      object({
        grade_id: GradeId,
        project: bodyMembers.project,
        score: bodyMembers.score,
        grade: bodyMembers.grade,
        file_root: bodyMembers.file_root,
        date: bodyMembers.date,
        submitted_at: IsoTime,
      }),
    ),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: [],
    summary: "The project's grades, the newest first.",
    description: 'Without hidden ones; read one by its grade_id for the whole record.',
    example: { query: { limit: 10 } },
  }),
  hide: endpoint({
    id: 'receipts.grades.hide',
    service: 'receipts',
    method: 'DELETE',
    path: '/grades/:id',
    params: object({ id: GradeId }),
    response: object({ grade_id: GradeId, hidden: Type.Literal(true) }),
    auth: 'bearer',
    scope: 'sign',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'INVALID_SCOPE'],
    summary: 'Take a grade out of the list.',
    description:
      'The record stays, and whoever knows its id in the project reads it. A key hides what it submitted itself; console and administrator hide any.',
    example: {
      params: { id: 'grd_0123456789abcdef' },
      after: { operation: 'receipts.grades.create', use: { 'params.id': 'grade_id' } },
    },
  }),
});
