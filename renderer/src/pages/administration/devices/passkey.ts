/** Passkeys between the browser's WebAuthn and the wire of the platform API (document 3; security, S26). */

import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { auth } from '@touchstone/core/api/platform/auth.ts';
import type { biometric } from '@touchstone/core/api/platform/biometric.ts';
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { words } from '../../../words/administration/devices.ts';

export type Challenge = OutputOf<typeof auth.challenge>;
type EnrolledKey = InputOf<typeof biometric.enroll>['body']['credential'];
export type Assertion = InputOf<typeof biometric.verify>['body']['credential'];

/** Why passkeys do not work in this window; null where they do. */
export function passkeyTrouble(hostname: string, hasWebAuthn: boolean): 'host' | 'browser' | null {
  if (!/(^|\.)localhost$/.test(hostname)) return 'host';
  return hasWebAuthn ? null : 'browser';
}

/** ES256, Ed25519, RS256: what the server verifies (COSE, RFC 9053 and RFC 8812). */
const ALGORITHMS = [-7, -8, -257];
const TIMEOUT_MS = 120_000;

export function creationOptions({ publicKey }: Challenge): PublicKeyCredentialCreationOptions {
  const { challenge, rp, user, allowCredentials = [] } = publicKey;
  return {
    challenge: bytesOf(challenge),
    rp: { id: rp.id, name: rp.name },
    user: { id: new Uint8Array(utf8(user.id)), name: user.name, displayName: user.displayName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    // The server does not judge who made the device, so nothing is asked about it.
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    excludeCredentials: allowCredentials.map(({ id }) => ({ type: 'public-key', id: bytesOf(id) })),
    timeout: TIMEOUT_MS,
  };
}

export function requestOptions({ publicKey }: Challenge): PublicKeyCredentialRequestOptions {
  const { challenge, rp, allowCredentials = [] } = publicKey;
  return {
    challenge: bytesOf(challenge),
    rpId: rp.id,
    userVerification: 'required',
    allowCredentials: allowCredentials.map(({ id }) => ({ type: 'public-key', id: bytesOf(id) })),
    timeout: TIMEOUT_MS,
  };
}

/** What the wire calls a credential's key; null where the browser gives none of a kind that the server verifies. */
export function enrolledKey(publicKey: ArrayBuffer | null, attestationObject: ArrayBuffer): EnrolledKey | null {
  if (publicKey === null) return null;
  return { publicKey: toBase64(new Uint8Array(publicKey)), attestation: toBase64(new Uint8Array(attestationObject)) };
}

/** The device's answer; `clientData` carries clientDataJSON and authenticatorData together. */
export function assertionOf(answer: {
  readonly rawId: ArrayBuffer;
  readonly signature: ArrayBuffer;
  readonly clientDataJSON: ArrayBuffer;
  readonly authenticatorData: ArrayBuffer;
}): Assertion {
  const clientData = {
    clientDataJSON: toBase64(new Uint8Array(answer.clientDataJSON)),
    authenticatorData: toBase64(new Uint8Array(answer.authenticatorData)),
  };
  return {
    id: toBase64(new Uint8Array(answer.rawId)),
    signature: toBase64(new Uint8Array(answer.signature)),
    clientData: toBase64(utf8(JSON.stringify(clientData))),
  };
}

/** Our server's own base64; anything else is a broken answer. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(base64);
  if (bytes === null) throw new TypeError('the challenge is not base64');
  return new Uint8Array(bytes);
}

/** What a person reads when the browser or the device ended it; null for what is no such ending. */
export function deviceRefusal(error: unknown): string | null {
  if (!(error instanceof DOMException)) return null;
  const { refusals } = words;
  switch (error.name) {
    case 'NotAllowedError':
      return refusals.notAllowed;
    case 'InvalidStateError':
      return refusals.repeated;
    case 'NotSupportedError':
      return refusals.unsupported;
    case 'SecurityError':
      return refusals.address;
    default:
      return refusals.other(error.name);
  }
}
