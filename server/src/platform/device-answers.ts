/** Checks what a device answered to a challenge, for login and verification alike (S26). */

import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64 } from '@touchstone/core/bytes.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { judgeAssertion } from '@touchstone/core/webauthn/assertion.ts';
import { byteLengthOf } from '../frame/decode-base64.ts';
import { type ConsoleName, consoleOrigin } from '../frame/own-address.ts';
import type { Db } from '../store/engine.ts';
import { verifierBy } from './device-keys.ts';
import { takeChallenge } from './store/challenges.ts';
import { type DeviceCredential, lockDeviceCredential, noteDeviceAnswer } from './store/credentials.ts';

interface DeviceNeeds {
  readonly clock: Clock;
  readonly signer: SignatureProvider;
  readonly consoleName: ConsoleName;
  readonly allowedHosts: () => ReadonlySet<string>;
}

/** The longest member of an answer, in bytes; browsers stay far below. */
const MOST_BYTES = 65_536;

export type Assertion = InputOf<typeof api.platform.biometric.verify>['body']['credential'];

export interface DeviceAnswer {
  /** `chl_…`. */
  readonly challenge: string;
  readonly assertion: Assertion;
  /** The type under which the credential has to be enrolled; any where it is absent. */
  readonly type?: string;
}

/**
 * The credential that answered; null where anything does not hold. The challenge is spent in either case, so `db` is a
 * transaction that is kept.
 */
export async function credentialThatAnswered(
  db: Db,
  { clock, signer, consoleName, allowedHosts }: DeviceNeeds,
  projectId: string,
  { challenge: challengeId, assertion, type }: DeviceAnswer,
): Promise<DeviceCredential | null> {
  const now = clock();
  const challenge = await takeChallenge(db, projectId, challengeId);
  if (challenge === null || challenge.expires_at <= now) return null;
  const credential = await lockDeviceCredential(db, projectId, assertion.id);
  if (credential === null) return null;
  if (challenge.user_id !== null && challenge.user_id !== credential.user_id) return null;
  if (type !== undefined && type !== credential.type) return null;
  const clientData = bytesUpTo(assertion.clientData);
  const signature = bytesUpTo(assertion.signature);
  if (clientData === null || signature === null) return null;
  const verdict = await judgeAssertion(
    clientData,
    signature,
    {
      challenge: challenge.challenge,
      origin: consoleOrigin(consoleName, allowedHosts()),
      rpId: consoleName.rpId,
      form: credential.form,
      signCount: credential.sign_count,
    },
    verifierBy(credential.public_key, signer),
  );
  if (!verdict.ok) return null;
  await noteDeviceAnswer(db, credential, verdict.signCount, now);
  return credential;
}

function bytesUpTo(text: string): Uint8Array | null {
  return byteLengthOf(text) > MOST_BYTES ? null : fromBase64(text);
}
