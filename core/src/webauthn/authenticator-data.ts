/** What an authenticator says about itself and the user (Web Authentication level 3, section 6.1). */
import { type CborValue, readCborItem } from './cbor.ts';

/** A public key as authenticators write it: a COSE_Key (RFC 9052 section 7). */
export type CoseKey = ReadonlyMap<string | number, CborValue>;

export interface AuthenticatorData {
  /** SHA-256 of the id of the relying party, 32 bytes. */
  readonly rpIdHash: Uint8Array;
  readonly userPresent: boolean;
  readonly userVerified: boolean;
  /** Counts this credential's signatures; 0 where the authenticator does not count. */
  readonly signCount: number;
  /** Id of the credential that was just made; null in an assertion. */
  readonly credentialId: Uint8Array | null;
  /** Its public key; null where there is no credential. */
  readonly credentialKey: CoseKey | null;
}

/** Bits of the flags, section 6.1. */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;
const HAS_EXTENSIONS = 0x80;

/** rpIdHash 32 ‖ flags 1 ‖ signCount u32 BE. */
const HEAD_BYTES = 37;
/** AAGUID 16 ‖ length of the id u16 BE, section 6.5.1. */
const CREDENTIAL_HEAD_BYTES = 18;
/** Section 6.5.1: credentialIdLength. */
const MAX_CREDENTIAL_ID_BYTES = 1023;

/** Reads authenticatorData; null where it is malformed, has bytes left over or contradicts itself. */
export function readAuthenticatorData(bytes: Uint8Array): AuthenticatorData | null {
  if (bytes.length < HEAD_BYTES) return null;
  const flags = bytes[32] ?? 0;
  // Section 6.1.3: what is backed up was eligible.
  if ((flags & BACKED_UP) !== 0 && (flags & BACKUP_ELIGIBLE) === 0) return null;
  let end = HEAD_BYTES;
  let credentialId: Uint8Array | null = null;
  let credentialKey: CoseKey | null = null;
  if ((flags & HAS_CREDENTIAL) !== 0) {
    const credential = readCredential(bytes, end);
    if (credential === null) return null;
    credentialId = credential.id;
    credentialKey = credential.key;
    end = credential.end;
  }
  if ((flags & HAS_EXTENSIONS) !== 0) {
    const extensions = readCborItem(bytes, end);
    if (extensions === null || !(extensions.value instanceof Map)) return null;
    end = extensions.end;
  }
  if (end !== bytes.length) return null;
  return {
    rpIdHash: bytes.slice(0, 32),
    userPresent: (flags & USER_PRESENT) !== 0,
    userVerified: (flags & USER_VERIFIED) !== 0,
    signCount: bytes.subarray(33, HEAD_BYTES).reduce((sum, byte) => sum * 256 + byte, 0),
    credentialId,
    credentialKey,
  };
}

/** Section 6.5.1: AAGUID, id, and the public key as a COSE map. */
function readCredential(bytes: Uint8Array, start: number): { id: Uint8Array; key: CoseKey; end: number } | null {
  const idStart = start + CREDENTIAL_HEAD_BYTES;
  const length = (bytes[idStart - 2] ?? 0) * 256 + (bytes[idStart - 1] ?? 0);
  if (length === 0 || length > MAX_CREDENTIAL_ID_BYTES || idStart + length > bytes.length) return null;
  const key = readCborItem(bytes, idStart + length);
  if (key === null || !(key.value instanceof Map)) return null;
  return { id: bytes.slice(idStart, idStart + length), key: key.value, end: key.end };
}
