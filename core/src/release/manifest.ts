/**
 * The manifest of a release, `*.pqrelease.json` (security, S12; docs/formats.md): which file is which version of the program, for
 * which platform, and which release set says so. A release that brings the next set carries it and is signed by both.
 */
import { canonicalBytes, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { type KeySet, readKeySet } from '../keys/key-set.ts';
import { anyMembers, base64, count, exactly, hash, oneOf, text, time, Unreadable } from '../strict-members.ts';
import { memberPath } from '../text/member-path.ts';

export const RELEASE_FORMAT = 'svc-release/v1';
export const RELEASE_EXTENSION = '.pqrelease.json';

export interface ReleaseFile {
  /** A plain name: the file stands beside the manifest. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly sha512: string;
}

/** What is signed. */
export interface ReleaseManifest {
  readonly format: typeof RELEASE_FORMAT;
  readonly product: string;
  /** Three numbers, for instance 1.4.0. */
  readonly version: string;
  /** Platform and processor as Node names them, for instance linux-x64. */
  readonly platform: string;
  readonly released_at: string;
  readonly file: ReleaseFile;
  /** Fingerprint of the release set that the programs pin which this release is for. */
  readonly key_set: string;
  /** The set that the released program pins, endorsed by `key_set`; absent where that stays the same. */
  readonly next_key_set?: KeySet;
}

/** A signature of each key of a set in base64, by kid. */
export type ReleaseSignatures = Readonly<Record<string, string>>;

export interface SignedRelease {
  readonly manifest: ReleaseManifest;
  /** Of the keys of `key_set`. */
  readonly signatures: ReleaseSignatures;
  /** Of the keys of `next_key_set`; null where there is none. */
  readonly nextSignatures: ReleaseSignatures | null;
}

export type ReleaseRead =
  | { readonly ok: true; readonly release: SignedRelease }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** The bytes that all keys sign: `svc-release/v1` 00 SHA3-256(JCS(manifest without `signatures` and `next_signatures`)). */
export function releaseMessage(manifest: ReleaseManifest): Uint8Array {
  return tagged('release', sha3_256(canonicalBytes(manifest as typeof manifest & JsonObject)));
}

/** -1, 0 or 1; null where either is not three plain numbers. */
export function compareVersions(a: string, b: string): -1 | 0 | 1 | null {
  const [left, right] = [a, b].map((text) => /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(text));
  if (!left || !right) return null;
  for (let i = 1; i <= 3; i++) {
    const difference = Number(left[i]) - Number(right[i]);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return 0;
}

const MEMBERS = ['format', 'product', 'version', 'platform', 'released_at', 'file', 'key_set', 'signatures'];
const NEXT_MEMBERS = ['next_key_set', 'next_signatures'];

/** Reads a parsed manifest strictly; says nothing of its signatures. */
export function readRelease(value: JsonValue): ReleaseRead {
  try {
    return { ok: true, release: releaseOf(value) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function releaseOf(value: JsonValue): SignedRelease {
  const bringsNext = typeof value === 'object' && value !== null && NEXT_MEMBERS.some((name) => name in value);
  const members = exactly(value, '', bringsNext ? [...MEMBERS, ...NEXT_MEMBERS] : MEMBERS);
  const manifest: ReleaseManifest = {
    format: oneOf(members.format, 'format', [RELEASE_FORMAT]),
    product: text(members.product, 'product'),
    version: matching(members.version, 'version', (version) => compareVersions(version, version) !== null),
    platform: matching(members.platform, 'platform', (platform) => PLATFORM.test(platform)),
    released_at: time(members.released_at, 'released_at'),
    file: fileOf(members.file),
    key_set: hash(members.key_set, 'key_set'),
    ...(bringsNext ? { next_key_set: keySetOf(members.next_key_set) } : {}),
  };
  return {
    manifest,
    signatures: signaturesOf(members.signatures, 'signatures'),
    nextSignatures: bringsNext ? signaturesOf(members.next_signatures, 'next_signatures') : null,
  };
}

const PLATFORM = /^(?:linux|darwin|win32)-(?:x64|arm64)$/;
/** It is joined to a folder, also on Windows, where some names are devices and a dot at the end is lost. */
const FILE_NAME = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9][a-z0-9._-]{0,119}[a-z0-9]$/i;

/** Whether a file may be released under this name: two to 121 letters, digits and `._-`. */
export function isReleaseFileName(name: string): boolean {
  return FILE_NAME.test(name);
}

/** Whether a text is a platform and a processor, for instance linux-x64. */
export function isPlatform(platform: string): boolean {
  return PLATFORM.test(platform);
}

function fileOf(value: JsonValue | undefined): ReleaseFile {
  const { name, size, sha256, sha512 } = exactly(value, 'file', ['name', 'size', 'sha256', 'sha512']);
  return {
    name: matching(name, 'file.name', isReleaseFileName),
    size: count(size, 'file.size', 1),
    sha256: hash(sha256, 'file.sha256'),
    sha512: matching(sha512, 'file.sha512', (hex) => /^[0-9a-f]{128}$/.test(hex)),
  };
}

function keySetOf(value: JsonValue | undefined): KeySet {
  const read = readKeySet(value ?? null);
  if (read.ok) return read.keySet;
  throw new Unreadable(`next_key_set.${read.field}`, read.message);
}

function signaturesOf(value: JsonValue | undefined, field: string): ReleaseSignatures {
  return Object.fromEntries(
    Object.entries(anyMembers(value, field)).map(([kid, signature]) => [
      kid,
      base64(signature, memberPath(field, kid)),
    ]),
  );
}

function matching(value: JsonValue | undefined, field: string, isRight: (text: string) => boolean): string {
  const found = text(value, field);
  if (isRight(found)) return found;
  throw new Unreadable(field, 'It does not have the form that release manifests have.');
}
