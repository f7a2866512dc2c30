/** Key verification under encryption: the part `fhe` of the segment `key` (document 2; decisions, section 7; S31). */
import Type from 'typebox';
import { base64, Count, Hex64, IsoTime, LatencyUs, ListQuery, object, pageOf, prefixedId, text } from '../common.ts';
import { endpoint, LARGE_BODY_LIMIT } from '../endpoint.ts';
import { afterEncrypt, EXAMPLE_KEY_ID, KeyId, KeyStatus } from './key-schemas.ts';

const EnrollmentId = prefixedId('fhe_enroll', 'The enrolment.');
const Challenge = base64('32 random bytes.');

export const keyFhe = {
  fheRegister: endpoint({
    id: 'crypto.key.fhe-register',
    service: 'crypto',
    method: 'POST',
    path: '/key/fhe/register',
    body: object({
      key_id: KeyId,
      purpose: text(200, 'What the verification is for, in words.'),
      allowed_verifiers: Type.Array(text(64, 'The id of an API key of this project.'), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Who may verify; empty: every API key of the project that has the scope.',
      }),
    }),
    response: object({
      enrollment_id: EnrollmentId,
      key_id: KeyId,
      fhe_params: object({
        scheme: Type.Literal('BFV'),
        n: Type.Literal(4096),
        security_level: Type.String({ description: 'A label, for example `256-bit`.' }),
        plain_modulus: Type.Integer({ description: 't.' }),
        coeff_modulus_bits: Type.Array(Type.Integer(), {
          description: 'Bits of the primes that `CoeffModulus::Create` of SEAL chooses.',
        }),
        public_key: base64('The BFV public key of this enrolment, as SEAL writes it without compression.'),
      }),
      status: Type.Literal('enrolled'),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-2',
    units: 50,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED'],
    summary: 'Enrol a managed key for verification under encryption.',
    description:
      'Makes one BFV key pair for this enrolment. A client that wants to show that it has the same key encrypts the 256 bits of SHA3-256 of the key material under `public_key`: bit i, counted from the highest of the first byte, is coefficient i. A key that was revoked, has expired or was rotated is refused, at once and in every later verification. A project has at most 1,000 enrolments (CONFLICT).',
    example: {
      body: { key_id: EXAMPLE_KEY_ID, purpose: 'Check of the copy in the other data centre', allowed_verifiers: [] },
      after: afterEncrypt('body.key_id'),
    },
  }),
  fheVerify: endpoint({
    id: 'crypto.key.fhe-verify',
    service: 'crypto',
    method: 'POST',
    path: '/key/fhe/verify',
    body: object({
      enrollment_id: EnrollmentId,
      encrypted_key: base64(
        'BFV ciphertext of the 256 bits of SHA3-256 of the key material, as SEAL writes it without compression.',
      ),
      challenge: Challenge,
    }),
    response: object({
      match: Type.Boolean({
        description: 'The encrypted bits are those of the enrolled key, and the challenge was fresh.',
      }),
      confidence: Type.Number({
        minimum: 0,
        maximum: 1,
        description: '1 with a match, else 0: the comparison is exact.',
      }),
      fhe_compute_us: LatencyUs,
      key_status: KeyStatus,
      enrollment_id: EnrollmentId,
      key_id: KeyId,
      challenge: Challenge,
      encrypted_key_hash: Hex64,
      verified_at: IsoTime,
      keyset_id: Type.String({ description: 'The `service` key set that signed.' }),
      dilithium_signature: base64('ML-DSA-65 of the `service` key set over this answer without this member.'),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-2',
    units: 50,
    bodyLimit: LARGE_BODY_LIMIT,
    errors: ['NOT_FOUND', 'CONFLICT', 'KEY_REVOKED', 'KEY_EXPIRED', 'INVALID_CIPHERTEXT'],
    summary: 'Compare an encrypted key with an enrolled one.',
    description:
      'An API key that is not among `allowed_verifiers` is INVALID_SCOPE, and so are console and administrator where the list names any. The challenge is used up by the attempt, for this enrolment and this API key; with a spent or expired one `match` is false. After 100 attempts without a match the enrolment has ended and is CONFLICT. A BFV ciphertext can be changed without being read, so nothing inside it could prove that it was made for this challenge: the challenge stops a plain repetition only, and who the caller is rests on the API key. The signed answer binds challenge, ciphertext (`encrypted_key_hash` is its SHA3-256) and result together. The signature covers `svc-key-verification/v1`, a zero byte and SHA3-256 of the canonical JSON of the answer.',
    example: {
      body: {
        enrollment_id: 'fhe_enroll_0123456789abcdef',
        encrypted_key: 'AAECAwQFBgcICQoLDA0ODw==',
        challenge: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=',
      },
      after: { operation: 'crypto.key.fhe-register', use: { 'body.enrollment_id': 'enrollment_id' } },
    },
  }),
  fheChallenge: endpoint({
    id: 'crypto.key.fhe-challenge',
    service: 'crypto',
    method: 'GET',
    path: '/key/fhe/challenge',
    response: object({
      challenge: Challenge,
      expires_at: IsoTime,
      ttl_seconds: Type.Integer({ minimum: 1, description: '300 unless the settings say otherwise.' }),
    }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: [],
    summary: 'A challenge for `/key/fhe/verify`.',
    description: 'Bound to the API key that asks for it; each enrolment takes it once.',
    example: {},
  }),
  fheEnrolments: endpoint({
    id: 'crypto.key.fhe-enrolments',
    service: 'crypto',
    method: 'GET',
    path: '/key/fhe/enrollments',
    query: ListQuery,
    response: pageOf(
      object({
        enrollment_id: EnrollmentId,
        key_id: KeyId,
        key_status: KeyStatus,
        purpose: Type.String(),
        allowed_verifiers: Type.Array(Type.String()),
        non_matches: Count,
        status: Type.Enum(['enrolled', 'ended'], {
          description: '`ended` after 100 attempts without a match, and where the key is not active.',
        }),
        enrolled_at: IsoTime,
      }),
    ),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 0,
    errors: [],
    summary: 'List the keys that are enrolled for verification under encryption.',
    description: 'Oldest first.',
    example: {},
  }),
  fheForget: endpoint({
    id: 'crypto.key.fhe-forget',
    service: 'crypto',
    method: 'DELETE',
    path: '/key/fhe/enrollments/:enrollment_id',
    params: object({ enrollment_id: EnrollmentId }),
    response: object({ enrollment_id: EnrollmentId, status: Type.Literal('deleted') }),
    auth: 'bearer',
    scope: 'keys',
    minTier: 'K-0',
    units: 1,
    errors: ['NOT_FOUND'],
    summary: 'Delete an enrolment.',
    description: 'Its BFV key pair and the encrypted key are gone for good; the managed key itself stays as it is.',
    example: { params: { enrollment_id: 'fhe_enroll_0123456789abcdef' } },
  }),
} as const;
