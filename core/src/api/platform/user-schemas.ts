/** The members that the operations on platform users share (document 3, "Platform resources"). */
import Type from 'typebox';
import { base64, Email, IsoTime, object, prefixedId, text, timeOf } from '../common.ts';

export const DisplayName = text(200, 'The name that people see.');
export const UserId = prefixedId('usr', 'The user.');
export const ChallengeId = prefixedId('chl', 'The challenge, as `/auth/challenge` answered it.');

export const User = object({ id: UserId, email: Email, displayName: DisplayName, createdAt: IsoTime });

export const Session = object({
  token: Type.String({
    description: '`tok_<id>.<secret>`. `tok_<id>` alone may be shown: it names the session and opens nothing.',
  }),
  expiresAt: timeOf('86,400 seconds after the answer unless the settings say otherwise.'),
});

/** Base64 of 1,023 bytes: no credential id has more (Web Authentication level 3, section 6.5.1). */
const MOST_ID_CHARACTERS = 1_364;

/** What a device answers to a challenge (S26). */
export const Assertion = object({
  id: base64('The `credentialId` of the enrolment.', { maxLength: MOST_ID_CHARACTERS }),
  signature: base64(
    'By the enrolled key: for WebAuthn over authenticatorData and SHA-256 of clientDataJSON, for a raw key over clientDataJSON.',
  ),
  clientData: base64(
    'JSON `{clientDataJSON, authenticatorData}`, both base64, of a WebAuthn assertion; for a raw key clientDataJSON itself: `type` is `webauthn.get`, `challenge` the bytes of `publicKey.challenge` in base64url without padding, `origin` that of the console.',
  ),
});

export const EXAMPLE_USER_ID = 'usr_0123456789abcdef';
export const EXAMPLE_CHALLENGE = 'chl_0123456789abcdef';
/** Decodes to `{"type":"webauthn.get","challenge":"q83vEjRWeJA","origin":"http://localhost:7433"}`. */
export const EXAMPLE_CLIENT_DATA =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoicTgzdkVqUldlSkEiLCJvcmlnaW4iOiJodHRwOi8vbG9jYWxob3N0Ojc0MzMifQ==';
