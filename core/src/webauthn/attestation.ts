/** The attestation object of an enrolment (Web Authentication level 3, section 6.5.4). Its statement is not judged. */
import { equalBytes, utf8 } from '../bytes.ts';
import { sha256 } from '../hash.ts';
import { type CoseKey, readAuthenticatorData } from './authenticator-data.ts';
import { readCborItem } from './cbor.ts';

export type Attestation =
  /** A credential of an authenticator. */
  | {
      readonly ok: true;
      readonly form: 'webauthn';
      readonly credentialId: Uint8Array;
      readonly publicKey: CoseKey;
      readonly signCount: number;
    }
  /** Other bytes: a key that some program holds. */
  | { readonly ok: true; readonly form: 'raw' }
  | { readonly ok: false; readonly reason: 'MALFORMED' | 'RELYING_PARTY' | 'USER_PRESENCE' };

/** How every attestation object begins: a map of three, whose first name in canonical order is `fmt`. */
const START = new Uint8Array([0xa3, 0x63, 0x66, 0x6d, 0x74]);

/** Reads what an enrolment carries as `attestation`. Bytes that begin as an attestation object have to be one. */
export function readAttestation(bytes: Uint8Array, rpId: string): Attestation {
  if (!equalBytes(bytes.subarray(0, START.length), START)) return { ok: true, form: 'raw' };
  const object = readCborItem(bytes, 0);
  if (object === null || object.end !== bytes.length || !(object.value instanceof Map)) return MALFORMED;
  const content = object.value.get('authData');
  const data = content instanceof Uint8Array ? readAuthenticatorData(content) : null;
  if (data === null || !(object.value.get('attStmt') instanceof Map)) return MALFORMED;
  const { credentialId, credentialKey: publicKey, signCount } = data;
  if (credentialId === null || publicKey === null) return MALFORMED;
  if (!equalBytes(data.rpIdHash, sha256(utf8(rpId)))) return { ok: false, reason: 'RELYING_PARTY' };
  if (!data.userPresent) return { ok: false, reason: 'USER_PRESENCE' };
  return { ok: true, form: 'webauthn', credentialId, publicKey, signCount };
}

const MALFORMED = { ok: false, reason: 'MALFORMED' } as const;
