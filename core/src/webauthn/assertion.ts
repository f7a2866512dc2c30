/** Judges the answer of a device to a challenge (S26; Web Authentication level 3, section 7.2). */
import { concat, equalBytes, toBase64Url, utf8 } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { readAuthenticatorData } from './authenticator-data.ts';
import { readClientData } from './client-data.ts';

/** How a credential answers: by an authenticator, or as a key that some program holds. */
export type CredentialForm = 'webauthn' | 'raw';

export interface AssertionExpected {
  /** The bytes of the challenge. */
  readonly challenge: Uint8Array;
  readonly origin: string;
  readonly rpId: string;
  readonly form: CredentialForm;
  /** The counter of the last answer that held. */
  readonly signCount: number;
}

/** Whether a signature over a message holds under the enrolled key. */
export type VerifyByCredential = (message: Uint8Array, signature: Uint8Array) => Promise<boolean>;

export type AssertionFault =
  | 'CLIENT_DATA'
  | 'TYPE'
  | 'CHALLENGE'
  | 'ORIGIN'
  | 'FORM'
  | 'AUTHENTICATOR_DATA'
  | 'RELYING_PARTY'
  | 'USER_PRESENCE'
  | 'USER_VERIFICATION'
  | 'COUNTER'
  | 'SIGNATURE';

export type AssertionVerdict =
  | { readonly ok: true; readonly signCount: number }
  | { readonly ok: false; readonly reason: AssertionFault };

/**
 * Judges `clientData`, the decoded bytes of an answer, and its signature. An authenticator signs authenticatorData and
 * SHA-256 of clientDataJSON, a raw key clientDataJSON. A credential of an authenticator answers as one; a raw key may use
 * the stricter form too. `signCount` of a good answer has to be kept.
 */
export async function judgeAssertion(
  clientData: Uint8Array,
  signature: Uint8Array,
  expected: AssertionExpected,
  verify: VerifyByCredential,
): Promise<AssertionVerdict> {
  const data = readClientData(clientData);
  if (data === null) return refused('CLIENT_DATA');
  if (data.type !== 'webauthn.get') return refused('TYPE');
  if (data.challenge !== toBase64Url(expected.challenge)) return refused('CHALLENGE');
  if (data.origin !== expected.origin || data.crossOrigin) return refused('ORIGIN');
  if (data.authenticatorData === null) {
    if (expected.form === 'webauthn') return refused('FORM');
    return (await verify(data.json, signature)) ? { ok: true, signCount: expected.signCount } : refused('SIGNATURE');
  }
  const authenticator = readAuthenticatorData(data.authenticatorData);
  if (authenticator === null || authenticator.credentialId !== null) return refused('AUTHENTICATOR_DATA');
  if (!equalBytes(authenticator.rpIdHash, sha256(utf8(expected.rpId)))) return refused('RELYING_PARTY');
  if (!authenticator.userPresent) return refused('USER_PRESENCE');
  if (!authenticator.userVerified) return refused('USER_VERIFICATION');
  const { signCount } = authenticator;
  // Step 22: a counter that does not rise may mean that the key was copied.
  if ((signCount !== 0 || expected.signCount !== 0) && signCount <= expected.signCount) return refused('COUNTER');
  const signed = concat(data.authenticatorData, sha256(data.json));
  return (await verify(signed, signature)) ? { ok: true, signCount } : refused('SIGNATURE');
}

function refused(reason: AssertionFault): AssertionVerdict {
  return { ok: false, reason };
}
