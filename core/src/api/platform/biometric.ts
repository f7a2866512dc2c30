import Type from 'typebox';
import { base64, IsoTime, nullable, object, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import {
  Assertion,
  ChallengeId,
  EXAMPLE_CHALLENGE,
  EXAMPLE_CLIENT_DATA,
  EXAMPLE_USER_ID,
  UserId,
} from './user-schemas.ts';

const CredentialType = text(50, 'For example `face` or `fingerprint`.');
const CredentialId = base64(
  'The credential: that of the WebAuthn attestation, or one that the server made for a raw key.',
);

export const biometric = group({
  enroll: endpoint({
    id: 'platform.biometric.enroll',
    service: 'platform',
    method: 'POST',
    path: '/biometric/enroll',
    when: { members: ['userId', 'credential'] },
    body: object({
      userId: UserId,
      type: CredentialType,
      credential: object({
        publicKey: base64('SubjectPublicKeyInfo of an ES256, Ed25519 or RS256 key.'),
        attestation: base64('The WebAuthn attestation object; any other bytes for a raw key.'),
      }),
      device: object({
        id: text(200, 'Names the device.'),
        name: text(200, 'What people call it.'),
        platform: text(100, 'For example `linux`, `ios`.'),
      }),
    }),
    response: object({ credentialId: CredentialId, userId: UserId, type: CredentialType, createdAt: IsoTime }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Enrol a device credential of a user.',
    description:
      'Stores the public key; no face, finger or template reaches the server. A credential id that the project has already, or a key that the user has already, is CONFLICT. Of the attestation the credential id, the counter, the relying party, the presence of the user and the public key are read, and `publicKey` must be that key; the statement of its maker is not judged, so nothing proves which make of device holds the key; and whoever has an API key with the scope `platform` can enrol a credential for any user of the project. Bodies with `user_id` or `template` mean enrolment of an encrypted template (document 2) at the same address.',
    example: {
      body: {
        userId: EXAMPLE_USER_ID,
        type: 'fingerprint',
        credential: {
          publicKey: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
          attestation: 'cmF3LWtleQ==',
        },
        device: { id: 'laptop-1', name: "Ada's laptop", platform: 'linux' },
      },
      after: { operation: 'platform.auth.register', use: { 'body.userId': 'user.id' } },
    },
  }),
  verify: endpoint({
    id: 'platform.biometric.verify',
    service: 'platform',
    method: 'POST',
    path: '/biometric/verify',
    when: { members: ['userId', 'credential', 'challenge'] },
    body: object({ challenge: ChallengeId, credential: Assertion }),
    response: object({
      verified: Type.Boolean({ description: 'The enrolled key signed this challenge, and all else holds.' }),
      userId: nullable(UserId),
      credentialId: base64('As it was sent.'),
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: [],
    summary: 'Check the answer of a device to a challenge, without opening a session.',
    description:
      'Checks signature, type, origin, relying party, presence and verification of the user, counter and that the challenge is fresh; it holds for one attempt, also a failed one. What does not hold, and an unknown credential, answers `verified` false and `userId` null. Proves possession of the enrolled key; that a person was recognised is the word of the device. Bodies with `user_id` or `sample` mean verification of an encrypted template (document 2) at the same address.',
    example: {
      body: {
        challenge: EXAMPLE_CHALLENGE,
        credential: {
          id: 'AQIDBAUGBwgJCgsMDQ4PEA==',
          signature: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kA==',
          clientData: EXAMPLE_CLIENT_DATA,
        },
      },
      after: { operation: 'platform.auth.challenge', use: { 'body.challenge': 'challenge' } },
    },
  }),
});
