/**
 * `*.pqrevoke.json` (decisions 12.9): keys of one set are revoked, signed by the set itself or by a later edition of its line
 * over `svc-revocation/v1` 00 SHA3-256(JCS(the document without `signatures`)). It is the other of the two tagged statements
 * that keys of every use may make (12.10).
 */
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { parseStrictJson } from '../strict-json.ts';
import {
  anyMembers,
  anyText,
  base64,
  exactly,
  hash,
  listOf,
  oneOf,
  text,
  time,
  Unreadable,
} from '../strict-members.ts';
import { type HeldEdition, heldByFingerprint, isEditionRevoked, lineOf } from './editions.ts';
import { allKeysSigned } from './endorsement.ts';
import { type KeySet, keyThumbprint } from './key-set.ts';
import type { Revocation, Trust } from './trust.ts';

export const REVOCATION_EXTENSION = '.pqrevoke.json';
export const REVOCATION_KIND = 'svc-revocation/v1';

export interface RevocationBody {
  readonly kind: typeof REVOCATION_KIND;
  /** Fingerprint of the set whose keys are revoked. */
  readonly keyset_fingerprint: string;
  /** At least one; each once. */
  readonly kids: readonly string[];
  readonly revoked_at: string;
  /** May be empty. */
  readonly reason: string;
}

export interface RevocationFile extends RevocationBody {
  /** One signature for each key of the signing edition, base64 by kid. */
  readonly signatures: Readonly<Record<string, string>>;
}

export type RevocationFileResult =
  | { readonly ok: true; readonly file: RevocationFile }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Reads a file strictly; the signatures are not verified yet. */
export function parseRevocation(input: Uint8Array | string): RevocationFileResult {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return { ok: false, field: `line ${parsed.line}, column ${parsed.column}`, message: parsed.message };
  return readRevocation(parsed.value);
}

/** Like `parseRevocation`, for a value that was parsed already. */
export function readRevocation(value: JsonValue): RevocationFileResult {
  try {
    return { ok: true, file: revocationOfValue(value) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function revocationOfValue(value: JsonValue): RevocationFile {
  const members = ['kind', 'keyset_fingerprint', 'kids', 'revoked_at', 'reason', 'signatures'];
  const document = exactly(value, '', members);
  const kind = oneOf(document.kind, 'kind', [REVOCATION_KIND]);
  const kids = listOf(document.kids, 'kids', text);
  if (kids.length === 0 || new Set(kids).size < kids.length) {
    throw new Unreadable('kids', 'It must name at least one key, and each only once.');
  }
  const signatures = anyMembers(document.signatures, 'signatures');
  for (const [kid, signature] of Object.entries(signatures)) base64(signature, `signatures.${kid}`);
  return {
    kind,
    keyset_fingerprint: hash(document.keyset_fingerprint, 'keyset_fingerprint'),
    kids,
    revoked_at: time(document.revoked_at, 'revoked_at'),
    reason: anyText(document.reason, 'reason'),
    signatures: signatures as Record<string, string>,
  };
}

/** The bytes that are signed. */
export function revocationMessage({ kind, keyset_fingerprint, kids, revoked_at, reason }: RevocationBody): Uint8Array {
  const body: JsonObject = { kind, keyset_fingerprint, kids: [...kids], revoked_at, reason };
  return tagged('revocation', sha3_256(canonicalBytes(body)));
}

declare const verified: unique symbol;

/** Made by `verifyRevocation` only. */
export interface VerifiedRevocation {
  /** The set whose keys are revoked. */
  readonly keySet: KeySet;
  /** The edition that signed. */
  readonly signer: KeySet;
  readonly entries: readonly Pick<Revocation, 'thumbprint' | 'revoked_at' | 'reason' | 'line'>[];
  readonly [verified]: true;
}

export type RevocationVerdict =
  | { readonly ok: true; readonly revocation: VerifiedRevocation }
  /** A sentence. */
  | { readonly ok: false; readonly message: string };

/**
 * Whether a revocation counts in a trust: its set is held, it names keys of that set, and the set itself or a held, unrevoked
 * later edition signed it with all its keys. An edition that is only endorsed revokes no key of one that a person chose.
 * A key that signed its own revocation is revoked wherever it appears, another only in this line: who publishes a set with
 * somebody else's key in it cannot revoke that key for others.
 */
export async function verifyRevocation(
  file: RevocationFile,
  trust: Trust,
  verifier: SignatureVerifier,
): Promise<RevocationVerdict> {
  const held = heldByFingerprint(trust, file.keyset_fingerprint);
  if (held === undefined) {
    const message = `It names keys of the set with the fingerprint ${file.keyset_fingerprint}, which is not trusted here.`;
    return { ok: false, message };
  }
  const { keySet } = held;
  const keys = file.kids.map((kid) => keySet.keys.find((key) => key.kid === kid));
  const foreign = file.kids.find((_, at) => keys[at] === undefined);
  if (foreign !== undefined) {
    return { ok: false, message: `It names the key ${JSON.stringify(foreign)}, which is not in that set.` };
  }
  const thumbprints = keys.flatMap((key) => (key === undefined ? [] : [keyThumbprint(key)]));
  const message = revocationMessage(file);
  const line = lineOf(trust, keySet);
  const candidates = line.filter(({ keySet: { serial } }) => serial > keySet.serial);
  for (const signer of [held, ...candidates]) {
    if (!(await allKeysSigned(signer.keySet, message, file.signatures, verifier))) continue;
    const isSelf = signer === held;
    if (!isSelf) {
      const fault = authorityFault(trust, signer, line, thumbprints);
      if (fault !== null) return { ok: false, message: fault };
    }
    const { issuer, principal, use } = keySet;
    const entries = thumbprints.map((thumbprint) => ({
      thumbprint,
      revoked_at: file.revoked_at,
      reason: file.reason,
      ...(isSelf ? {} : { line: { issuer, principal, use } }),
    }));
    return { ok: true, revocation: { keySet, signer: signer.keySet, entries } as unknown as VerifiedRevocation };
  }
  return {
    ok: false,
    message: 'Neither that set nor a later edition that is trusted here signed it with all its keys.',
  };
}

/** Why a later edition may not revoke these keys; null where it may. */
function authorityFault(
  trust: Trust,
  signer: HeldEdition,
  line: readonly HeldEdition[],
  thumbprints: readonly string[],
): string | null {
  const named = `Edition ${signer.keySet.serial}, which signed it,`;
  if (isEditionRevoked(trust, signer.keySet)) return `${named} is revoked itself.`;
  const touched = line.filter(({ keySet }) => keySet.keys.some((key) => thumbprints.includes(keyThumbprint(key))));
  if ('endorsed_by' in signer.entry && touched.some(({ entry }) => !('endorsed_by' in entry))) {
    return `${named} is only endorsed and cannot revoke keys of an edition that a person chose.`;
  }
  const later = touched.find(({ keySet }) => keySet.serial > signer.keySet.serial);
  return later === undefined ? null : `${named} cannot revoke keys of edition ${later.keySet.serial}, a later one.`;
}
