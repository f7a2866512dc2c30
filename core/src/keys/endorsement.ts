/**
 * Endorsements (decisions 12.8): the edition before says with all its keys that a set is its successor. The message is
 * `svc-endorsement/v1` 00 fingerprint (32 raw bytes), one of the two tagged statements that keys of every use may make (12.10).
 */
import { fromBase64, fromHex } from '../bytes.ts';
import { tagged } from '../hash.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { isSignatureAlgorithm } from '../sign/lengths.ts';
import { parseIsoTime } from '../time.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from './key-set.ts';

declare const verified: unique symbol;

/** Made by `verifyEndorsement` only: the signatures hold. Whether the endorsing edition is held is for `trust-changes.ts` to say. */
export interface VerifiedEndorsement {
  /** Fingerprint of the endorsed set. */
  readonly fingerprint: string;
  /** Fingerprint of the endorsing edition. */
  readonly by: string;
  readonly [verified]: true;
}

/** The bytes that the endorsing edition signs. Throws TypeError where `fingerprint` is not 64 hex digits. */
export function endorsementMessage(fingerprint: string): Uint8Array {
  const bytes = fromHex(fingerprint);
  if (bytes?.length !== 32) throw new TypeError('a fingerprint is 64 lower-case hex digits');
  return tagged('endorsement', bytes);
}

/** Whether two sets are editions of one line: issuer, principal and use equal byte for byte (12.4). */
export function isSameLine(a: Line, b: Line): boolean {
  return a.issuer === b.issuer && a.principal === b.principal && a.use === b.use;
}

export type Line = Pick<KeySet, 'issuer' | 'principal' | 'use'>;

/**
 * Whether `endorser` may endorse `keySet` at all: of the same line, with a lower serial, valid from earlier on. An example
 * set vouches for example sets only, and no other set for an example.
 */
export function mayEndorse(endorser: KeySet, keySet: KeySet): boolean {
  return (
    isSameLine(endorser, keySet) &&
    endorser.demo === keySet.demo &&
    endorser.serial < keySet.serial &&
    (parseIsoTime(endorser.not_before) ?? Number.NaN) < (parseIsoTime(keySet.not_before) ?? Number.NaN)
  );
}

/**
 * Verifies that `endorser` endorsed `keySet` with all its keys, exactly those; null where it did not. An edition with a key
 * that cannot sign endorses nothing.
 */
export async function verifyEndorsement(
  keySet: KeySet,
  endorser: KeySet,
  verifier: SignatureVerifier,
): Promise<VerifiedEndorsement | null> {
  const { endorsement, fingerprint } = keySet;
  if (endorsement === undefined || endorsement.by !== endorser.fingerprint || !mayEndorse(endorser, keySet))
    return null;
  const message = endorsementMessage(fingerprint);
  if (!(await allKeysSigned(endorser, message, endorsement.signatures, verifier))) return null;
  return { fingerprint, by: endorser.fingerprint } as VerifiedEndorsement;
}

/** Whether each key of a set, and no other, signed the message. */
export async function allKeysSigned(
  { keys }: KeySet,
  message: Uint8Array,
  signatures: Readonly<Record<string, string>>,
  verifier: SignatureVerifier,
): Promise<boolean> {
  if (Object.keys(signatures).length !== keys.length) return false;
  for (const key of keys) {
    const algorithm = algorithmOf(key);
    const text = Object.hasOwn(signatures, key.kid) ? signatures[key.kid] : undefined;
    const signature = text === undefined ? null : fromBase64(text);
    if (signature === null || !isSignatureAlgorithm(algorithm)) return false;
    if (!(await verifier.verify(algorithm, publicKeyBytes(key), message, signature))) return false;
  }
  return true;
}
