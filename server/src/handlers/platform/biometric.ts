import { api } from '@touchstone/core/api/api.ts';
import { equalBytes, toBase64 } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { readAttestation } from '@touchstone/core/webauthn/attestation.ts';
import type { Audit } from '../../audit/audit.ts';
import { recordOf } from '../../audit/records.ts';
import { byteLengthOf, bytesIn } from '../../frame/decode-base64.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { ConsoleName } from '../../frame/own-address.ts';
import { recordedDevice } from '../../platform/audit-record.ts';
import { credentialThatAnswered } from '../../platform/device-answers.ts';
import { readDeviceKey, spkiOfCose } from '../../platform/device-keys.ts';
import { type DeviceCredential, insertDeviceCredential } from '../../platform/store/credentials.ts';
import { findPlatformUser } from '../../platform/store/users.ts';

export interface Needs {
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: SignatureProvider;
  readonly audit: Audit;
  readonly consoleName: ConsoleName;
  readonly allowedHosts: () => ReadonlySet<string>;
}

/** Of the ids that the server makes for raw keys. */
const CREDENTIAL_ID_BYTES = 16;
/** RSA keys of 8,192 bits have about a thousand. */
const MOST_KEY_BYTES = 2_048;
/** Attestations carry certificates; none comes near. */
const MOST_ATTESTATION_BYTES = 65_536;

export const biometric = implement(api.platform.biometric)<Needs>({
  async enroll({ deps, caller, write }, { body: { userId, type, credential, device } }) {
    const publicKey = publicKeyIn(credential.publicKey);
    const attested = attestationIn(credential.attestation, deps.consoleName.rpId);
    if (attested.form === 'webauthn') requireSameKey(publicKey, spkiOfCose(attested.publicKey));
    const id = toBase64(attested.form === 'raw' ? deps.random(CREDENTIAL_ID_BYTES) : attested.credentialId);
    const now = deps.clock();
    await deps.audit.recorded(write, caller, async (db) => {
      const user = await findPlatformUser(db, caller.projectId, userId);
      if (user === null) throw new ApiError('NOT_FOUND', 'There is no such user.', { field: 'userId' });
      const enrolled: DeviceCredential = {
        project_id: caller.projectId,
        id,
        user_id: userId,
        type,
        form: attested.form,
        rp_id: deps.consoleName.rpId,
        public_key: publicKey,
        sign_count: attested.form === 'raw' ? 0 : attested.signCount,
        device_id: device.id,
        device_name: device.name,
        device_platform: device.platform,
        created_at: now,
        last_used_at: null,
      };
      if (!(await insertDeviceCredential(db, enrolled))) {
        throw new ApiError('CONFLICT', 'This credential is already enrolled.', { field: 'credential' });
      }
      return { result: null, event: recordOf('device.enrolled', caller.accountId, recordedDevice(enrolled)) };
    });
    return { credentialId: id, userId, type, createdAt: formatIsoTime(now) };
  },

  async verify({ deps, caller, write }, { body: { challenge, credential: assertion } }) {
    const found = await write((db) => credentialThatAnswered(db, deps, caller.projectId, { challenge, assertion }));
    return { verified: found !== null, userId: found?.user_id ?? null, credentialId: assertion.id };
  },
});

function publicKeyIn(text: string): Uint8Array {
  const field = 'credential.publicKey';
  const bytes = byteLengthOf(text) > MOST_KEY_BYTES ? null : bytesIn(field, text);
  if (bytes !== null && readDeviceKey(bytes) !== null) return bytes;
  throw invalid(
    field,
    `\`${field}\` must be the SubjectPublicKeyInfo (DER) of a P-256, Ed25519 or RSA key; RSA with 2,048 to 8,192 bits.`,
  );
}

/** What the authenticator wrote counts: a key beside it that is another one could be anybody's. */
function requireSameKey(stated: Uint8Array, attested: Uint8Array | null): void {
  if (attested !== null && equalBytes(stated, attested)) return;
  const field = 'credential.publicKey';
  throw invalid(field, `\`${field}\` is not the key that \`credential.attestation\` names.`);
}

const FAULTS = {
  MALFORMED: 'begins as a WebAuthn attestation object and is none',
  RELYING_PARTY: 'is for another relying party than this server',
  USER_PRESENCE: 'was made without the presence of the user',
} as const;

function attestationIn(text: string, rpId: string) {
  const field = 'credential.attestation';
  if (byteLengthOf(text) > MOST_ATTESTATION_BYTES) throw invalid(field, `\`${field}\` has more than 65,536 bytes.`);
  const attestation = readAttestation(bytesIn(field, text), rpId);
  if (attestation.ok) return attestation;
  throw invalid(field, `\`${field}\` ${FAULTS[attestation.reason]}.`);
}
