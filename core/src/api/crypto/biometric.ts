import Type from 'typebox';
import { IsoTime, LatencyUs, ListQuery, object, pageOf, prefixedId, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { EMBEDDING_EXAMPLE, embedding } from './embedding.ts';

const UserId = text(128, 'Your name for the user, within the project.');
const Modality = Type.Enum(['face', 'voice', 'fingerprint']);
const EnrolmentId = prefixedId('enr', 'The enrolment.');
const TemplateSize = Type.Number({ minimum: 0, description: 'Size of the ciphertext in units of 1,024 bytes.' });
const UserParams = object({ user_id: UserId });
const afterEnroll = { operation: 'crypto.biometric.enroll', use: {} } as const;
const Threshold = Type.Number({
  minimum: 0.5,
  maximum: 0.99,
  description: 'The least cosine that counts as a match; 0.9 unless set.',
});

export const biometric = group({
  enroll: endpoint({
    id: 'crypto.biometric.enroll',
    service: 'crypto',
    method: 'POST',
    path: '/biometric/enroll',
    when: { members: ['user_id', 'template'] },
    body: object({
      user_id: UserId,
      template: embedding('The feature vector that your recogniser made.'),
      modality: Modality,
    }),
    response: object({
      enrollment_id: EnrolmentId,
      modality: Modality,
      encrypted: Type.Boolean({ description: 'True: the template is stored only as a BFV ciphertext.' }),
      template_size_kb: TemplateSize,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 2,
    errors: ['CONFLICT'],
    summary: 'Store an encrypted biometric template.',
    description:
      'The vector is normalised, rounded, encrypted under a BFV key pair of its own and replaces an earlier one of this user and modality. The service receives it in clear once; encryption protects the stored template from the disk and from the part that compares, not from this server while it works. Images and sound are not taken, and whether the sample is of a living person is not checked. A project keeps 10,000 templates; one more is CONFLICT.',
    example: { body: { user_id: 'ada', template: EMBEDDING_EXAMPLE, modality: 'face' } },
  }),
  verify: endpoint({
    id: 'crypto.biometric.verify',
    service: 'crypto',
    method: 'POST',
    path: '/biometric/verify',
    when: { members: ['user_id', 'sample'] },
    body: object({ user_id: UserId, sample: embedding('A fresh feature vector of the same recogniser.') }),
    response: object({
      verified: Type.Boolean({ description: 'The cosine reaches the threshold of the modality.' }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The cosine with two decimals when verified, else 0, so that nobody climbs towards a first match.',
      }),
      latency_us: LatencyUs,
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 2,
    errors: ['NOT_FOUND'],
    summary: 'Compare a sample with the encrypted template of a user.',
    description:
      "The sample is normalised and compared with each of the user's templates of its length; the best one counts. A sample of another length is not verified, a user without any template is NOT_FOUND. After 20 failures for one user within an hour the answer is RATE_LIMITED. The service receives the sample in clear and does not store it. Whoever may verify often and has a sample that is accepted can work out the template: give `fhe` only to programs that may know it.",
    example: {
      body: { user_id: 'ada', sample: EMBEDDING_EXAMPLE },
      after: afterEnroll,
    },
  }),
  match: endpoint({
    id: 'crypto.biometric.match',
    service: 'crypto',
    method: 'POST',
    path: '/biometric/match',
    body: object({
      template_a: embedding('One feature vector.'),
      template_b: embedding('The other, of the same length.'),
      modality: Type.Optional(Type.Enum(['face', 'voice', 'fingerprint'], { description: '`face` unless stated.' })),
    }),
    response: object({
      similarity: Type.Number({
        minimum: -1,
        maximum: 1,
        description:
          'The cosine, from -1 to 1; by rounding off by less than 0.002 as a rule, and by at most 0.046 for vectors that are made for it.',
      }),
      threshold: Threshold,
      match: Type.Boolean(),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Compare two templates with each other.',
    description:
      'Both are normalised, one is encrypted, and the cosine is computed on the ciphertext; nothing is stored. `match` follows the threshold of the modality in this project. Both arrive in clear, so this shows the method and protects nothing from the server.',
    example: { body: { template_a: EMBEDDING_EXAMPLE, template_b: EMBEDDING_EXAMPLE } },
  }),
  threshold: endpoint({
    id: 'crypto.biometric.threshold',
    service: 'crypto',
    method: 'POST',
    path: '/biometric/threshold',
    body: object({ modality: Modality, threshold: Threshold }),
    response: object({ modality: Modality, threshold: Threshold, previous: Threshold }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 2,
    errors: [],
    summary: 'Set how similar a sample must be.',
    description:
      'Holds for this project and modality from the next comparison on, and is written to the audit log. A lower threshold lets more strangers in; which value fits depends on your recogniser, so measure it with your own samples.',
    example: { body: { modality: 'face', threshold: 0.92 } },
  }),
  thresholds: endpoint({
    id: 'crypto.biometric.thresholds',
    service: 'crypto',
    method: 'GET',
    path: '/biometric/threshold',
    response: object({
      thresholds: Type.Array(
        object({
          modality: Modality,
          threshold: Threshold,
          is_default: Type.Boolean({ description: 'Nobody has set it in this project.' }),
        }),
      ),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'The thresholds of this project.',
    description: 'One for each modality, in force now.',
    example: {},
  }),
  users: endpoint({
    id: 'crypto.biometric.users',
    service: 'crypto',
    method: 'GET',
    path: '/biometric/users',
    query: ListQuery,
    response: pageOf(
      object({
        user_id: UserId,
        modalities: Type.Array(Modality),
        enrolled_at: IsoTime,
        is_locked: Type.Boolean({ description: 'Too many failures within an hour: verification is refused for now.' }),
      }),
    ),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'List the users who have templates.',
    description: 'By user id. `enrolled_at` is the time of the newest template. Templates are never answered.',
    example: {},
  }),
  user: endpoint({
    id: 'crypto.biometric.user',
    service: 'crypto',
    method: 'GET',
    path: '/biometric/users/:user_id',
    params: UserParams,
    response: object({
      user_id: UserId,
      enrollments: Type.Array(
        object({
          enrollment_id: EnrolmentId,
          modality: Modality,
          dimensions: Type.Integer({ minimum: 64, maximum: 1024, description: 'Values of the vector.' }),
          encrypted: Type.Boolean(),
          template_size_kb: TemplateSize,
          enrolled_at: IsoTime,
        }),
      ),
      failures: Type.Integer({
        minimum: 0,
        description: 'Failed verifications within the last hour; 20 is the limit.',
      }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'What is stored of a user.',
    description: 'One enrolment for each modality. The template itself is never answered, not even encrypted.',
    example: { params: { user_id: 'ada' }, after: afterEnroll },
  }),
  forgetUser: endpoint({
    id: 'crypto.biometric.forget-user',
    service: 'crypto',
    method: 'DELETE',
    path: '/biometric/users/:user_id',
    params: UserParams,
    response: object({
      user_id: UserId,
      deleted: Type.Integer({ minimum: 1, description: 'How many templates were deleted.' }),
    }),
    auth: 'bearer',
    scope: 'fhe',
    minTier: null,
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Delete all that is stored of a user.',
    description:
      'Templates of all modalities, their keys and the count of failures are gone for good; each template had a key of its own. A backup that was made before still holds them.',
    example: { params: { user_id: 'ada' }, after: afterEnroll },
  }),
});
