import Type from 'typebox';
import { base64, Email, IsoTime, object, prefixedId, text } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { ChallengeId, DisplayName, EXAMPLE_CHALLENGE, EXAMPLE_USER_ID, Session, User, UserId } from './user-schemas.ts';

/** Decodes to `{id, signature, clientData}` of a raw key. */
const EXAMPLE_CREDENTIAL =
  'eyJpZCI6IkFRSURCQVVHQndnSkNnc01EUTRQRUE9PSIsInNpZ25hdHVyZSI6IkFBRUNBd1FGQmdjSUNRb0xEQTBPRHhBUkVoTVVGUllYR0JrYUd4d2RIaDhnSVNJakpDVW1KeWdwS2lzc0xTNHZNREV5TXpRMU5qYzRPVG83UEQwK1B3PT0iLCJjbGllbnREYXRhIjoiZXlKMGVYQmxJam9pZDJWaVlYVjBhRzR1WjJWMElpd2lZMmhoYkd4bGJtZGxJam9pY1RnemRrVnFVbGRsU2tFaUxDSnZjbWxuYVc0aU9pSm9kSFJ3T2k4dmJHOWpZV3hvYjNOME9qYzBNek1pZlE9PSJ9';

const METHODS_OF_BIOMETRY = Type.Array(text(50, 'For example `face`, `fingerprint` or `passkey`.'), {
  maxItems: 20,
  uniqueItems: true,
  description: 'The ways that the user means to use.',
});

export const auth = group({
  register: endpoint({
    id: 'platform.auth.register',
    service: 'platform',
    method: 'POST',
    path: '/auth/register',
    body: object({
      email: Email,
      displayName: DisplayName,
      biometric: Type.Optional(
        object(
          { enabled: Type.Boolean(), methods: Type.Optional(METHODS_OF_BIOMETRY) },
          { description: 'What the user means to use, as a note: a device credential can be enrolled in any case.' },
        ),
      ),
    }),
    response: object({ user: User, session: Session }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['CONFLICT'],
    summary: 'Register a user of the project and open a session.',
    description:
      'An e-mail address registers once in a project; after that it is CONFLICT. Nothing is sent to the address: that it belongs to the user is not checked. The token is shown this once and stored only as a hash. Enrol a device credential next, so that the user can sign in again.',
    example: {
      body: {
        email: 'ada@example.com',
        displayName: 'Ada Lovelace',
        biometric: { enabled: true, methods: ['fingerprint'] },
      },
    },
  }),
  login: endpoint({
    id: 'platform.auth.login',
    service: 'platform',
    method: 'POST',
    path: '/auth/login',
    body: object({
      method: Type.Literal('biometric', { description: 'The device credential is the only method.' }),
      challenge: ChallengeId,
      biometricData: object({
        type: text(50, 'As it was enrolled, for example `face` or `fingerprint`.'),
        credential: base64('JSON `{id, signature, clientData}`, each as in `/biometric/verify`.'),
      }),
    }),
    response: object({ user: User, session: Session }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['UNAUTHORIZED'],
    summary: 'Sign a user in with an enrolled device credential.',
    description:
      'The device signs the challenge; its type, origin, relying party, presence and verification of the user and counter are checked too. A challenge holds for one attempt, also a failed one. Whatever does not hold is UNAUTHORIZED, without saying what. Proves possession of the enrolled key; that a person was recognised by face or finger is the word of the device.',
    example: {
      body: {
        method: 'biometric',
        challenge: EXAMPLE_CHALLENGE,
        biometricData: {
          type: 'fingerprint',
          credential: EXAMPLE_CREDENTIAL,
        },
      },
      after: { operation: 'platform.auth.challenge', use: { 'body.challenge': 'challenge' } },
    },
  }),
  challenge: endpoint({
    id: 'platform.auth.challenge',
    service: 'platform',
    method: 'GET',
    path: '/auth/challenge',
    query: object({ userId: Type.Optional(UserId) }),
    response: object({
      challenge: prefixedId('chl', 'Names the challenge; sent back with the answer of the device.'),
      publicKey: object(
        {
          challenge: base64('32 random bytes that the device signs.'),
          rp: object({
            name: Type.String(),
            id: Type.String({
              description: 'The console’s host name without its first part; new in another data folder.',
            }),
          }),
          user: object(
            { id: Type.String(), name: Type.String(), displayName: Type.String() },
            { description: 'The user that was asked for, `id` as UTF-8 for WebAuthn; empty texts where none was.' },
          ),
          userVerification: Type.Literal('required', {
            description: 'An answer of an authenticator that has not verified its user does not hold.',
          }),
          allowCredentials: Type.Optional(
            Type.Array(object({ type: Type.Literal('public-key'), id: base64('A `credentialId`.') }), {
              description: 'The credentials of that user, where one was asked for.',
            }),
          ),
        },
        { description: 'For WebAuthn; binary members are base64 and have to be decoded first.' },
      ),
      origin: Type.String({
        description: 'What `origin` in clientDataJSON has to be; new at each start of the server.',
      }),
      enrolAgain: Type.Optional(
        Type.Array(base64('A `credentialId`.'), {
          description: 'Passkeys of that user that belong to another host name. Browsers do not offer them here.',
        }),
      ),
      expiresAt: IsoTime,
    }),
    auth: 'bearer',
    scope: 'platform',
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'A challenge for login or biometric verification.',
    description:
      'Valid 300 seconds unless the settings say otherwise, for one attempt. With `userId` it is bound to this user, else any user of the project may answer it. WebAuthn works at the address of the console, `origin`, and at no other.',
    example: {
      query: { userId: EXAMPLE_USER_ID },
      after: { operation: 'platform.auth.register', use: { 'query.userId': 'user.id' } },
    },
  }),
});
