/**
 * Update from file (security, S12). A manifest is signed by every key of the release set that this build pins; the file it
 * names is copied to a private folder while it is hashed, and only that verified copy is ever handed to the installer.
 * There is no automatic update and no network.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { isSignatureAlgorithm } from '@touchstone/core/sign/lengths.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';

export const RELEASE_FORMAT = 'svc-release/v1';
/** The families that every release is signed with; a release set holds exactly these. */
export const RELEASE_ALGORITHMS = ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'] as const;

export interface ReleaseManifest {
  readonly format: typeof RELEASE_FORMAT;
  readonly product: string;
  /** Three numbers, for instance 1.4.0. */
  readonly version: string;
  /** Platform and processor as Node names them, for instance linux-x64. */
  readonly platform: string;
  readonly released_at: string;
  readonly file: { readonly name: string; readonly size: number; readonly sha256: string; readonly sha512: string };
}

export type ReleaseRefusal =
  | 'FORMAT'
  | 'WRONG_PRODUCT'
  | 'WRONG_PLATFORM'
  | 'NOT_NEWER'
  | 'RELEASE_KEYS_UNUSABLE'
  | 'SIGNATURE_INVALID'
  | 'FILE_MISMATCH';

export type Refused = { readonly ok: false; readonly reason: ReleaseRefusal; readonly message: string };
export type ReleaseResult = { readonly ok: true; readonly manifest: ReleaseManifest } | Refused;

export interface ReleaseOptions {
  /** The release set that this build pins. */
  readonly keySet: KeySet;
  readonly installed: { readonly product: string; readonly version: string; readonly platform: string };
  readonly verifier: SignatureVerifier;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

function refuse(reason: ReleaseRefusal, message: string): Refused {
  return { ok: false, reason, message };
}

/** The bytes that every key of the release set signs: `svc-release/v1` 00 SHA3-256(JCS(manifest without signatures)). */
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

/** Judges a manifest: form, all signatures under the pinned set, product, platform, and a version above the installed one. */
export async function verifyRelease(bytes: Uint8Array, options: ReleaseOptions): Promise<ReleaseResult> {
  const { keySet, installed, verifier, now } = options;
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return refuse('FORMAT', parsed.message);
  const read = readManifest(parsed.value);
  if (read === null) return refuse('FORMAT', `This is not a release manifest (${RELEASE_FORMAT}).`);
  const { manifest, signatures } = read;

  const unusable = whyUnusable(keySet, now);
  if (unusable !== null) return refuse('RELEASE_KEYS_UNUSABLE', unusable);
  const message = releaseMessage(manifest);
  let isSigned = true;
  // All are judged, also after a broken one: which failed must not show in the time it takes.
  for (const key of keySet.keys) {
    const algorithm = algorithmOf(key);
    const signature = fromBase64(signatures[algorithm] ?? '');
    const holds =
      signature !== null &&
      isSignatureAlgorithm(algorithm) &&
      (await verifier.verify(algorithm, publicKeyBytes(key), message, signature));
    if (!holds) isSigned = false;
  }
  if (!isSigned) return refuse('SIGNATURE_INVALID', 'The manifest is not signed by the release keys of this program.');

  if (manifest.product !== installed.product)
    return refuse('WRONG_PRODUCT', `This is a release of ${manifest.product}.`);
  if (manifest.platform !== installed.platform) {
    return refuse(
      'WRONG_PLATFORM',
      `This release is for ${manifest.platform}; this computer is ${installed.platform}.`,
    );
  }
  if (compareVersions(manifest.version, installed.version) !== 1) {
    return refuse('NOT_NEWER', `Version ${manifest.version} is not newer than the installed ${installed.version}.`);
  }
  return { ok: true, manifest };
}

function whyUnusable(keySet: KeySet, now: number): string | null {
  if (keySet.use !== 'release') return 'The pinned key set is not a release set.';
  const algorithms = keySet.keys.map(algorithmOf).sort();
  if (algorithms.join() !== [...RELEASE_ALGORITHMS].sort().join()) {
    return `A release set must contain exactly one key of each of ${RELEASE_ALGORITHMS.join(', ')}.`;
  }
  const [from, until] = [parseIsoTime(keySet.not_before), parseIsoTime(keySet.not_after)];
  const isValid = from !== null && until !== null && from <= now && now <= until;
  return isValid ? null : 'The pinned release keys are not valid now. Get a newer build from a source that you trust.';
}

const MEMBERS = ['format', 'product', 'version', 'platform', 'released_at', 'file', 'signatures'];
const FILE_MEMBERS = ['name', 'size', 'sha256', 'sha512'];

function readManifest(
  value: JsonValue,
): { manifest: ReleaseManifest; signatures: Readonly<Record<string, string>> } | null {
  if (!isJsonObject(value) || !hasExactly(value, MEMBERS)) return null;
  const { format, product, version, platform, released_at, file, signatures } = value;
  if (format !== RELEASE_FORMAT || typeof product !== 'string' || typeof platform !== 'string') return null;
  if (typeof version !== 'string' || compareVersions(version, version) === null) return null;
  if (typeof released_at !== 'string' || parseIsoTime(released_at) === null) return null;
  if (!isJsonObject(file) || !hasExactly(file, FILE_MEMBERS)) return null;
  const { name, size, sha256, sha512 } = file;
  // The name is joined to a folder: it must be a plain name.
  if (typeof name !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/.test(name)) return null;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 1) return null;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  if (typeof sha512 !== 'string' || !/^[0-9a-f]{128}$/.test(sha512)) return null;
  if (!isJsonObject(signatures) || !hasExactly(signatures, RELEASE_ALGORITHMS)) return null;
  const texts: Record<string, string> = {};
  for (const [algorithm, text] of Object.entries(signatures)) {
    if (typeof text !== 'string') return null;
    texts[algorithm] = text;
  }
  const manifest: ReleaseManifest = {
    format,
    product,
    version,
    platform,
    released_at,
    file: { name, size, sha256, sha512 },
  };
  return { manifest, signatures: texts };
}

function hasExactly(value: JsonObject, names: readonly string[]): boolean {
  return Object.keys(value).sort().join() === [...names].sort().join();
}

export type CopyResult = { readonly ok: true; readonly path: string } | Refused;

/**
 * Copies the release file from beside the manifest into a new 0700 folder under `privateFolder`, hashing the bytes that are
 * written. Installing the copy leaves no time in which the checked file could be exchanged.
 */
export async function copyVerified(
  source: string,
  manifest: ReleaseManifest,
  privateFolder: string,
): Promise<CopyResult> {
  await mkdir(privateFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(privateFolder, 'update-'));
  const target = path.join(folder, manifest.file.name);
  const refused = await copyAndCompare(source, target, manifest.file);
  if (refused === null) return { ok: true, path: target };
  await rm(folder, { recursive: true, force: true });
  return refuse('FILE_MISMATCH', refused);
}

async function copyAndCompare(
  source: string,
  target: string,
  expected: ReleaseManifest['file'],
): Promise<string | null> {
  const sha256 = createHash('sha256');
  // Not SHA3: Electron's crypto library does not have it.
  const sha512 = createHash('sha512');
  let size = 0;
  const reading = await open(source, 'r').catch(() => null);
  if (reading === null) return `${expected.name} is not in the same folder as the manifest.`;
  try {
    const writing = await open(target, 'wx', 0o600);
    try {
      for await (const chunk of reading.createReadStream({ autoClose: false })) {
        const bytes: Uint8Array = chunk;
        size += bytes.length;
        if (size > expected.size) return `${expected.name} is larger than the manifest says.`;
        sha256.update(bytes);
        sha512.update(bytes);
        await writing.write(bytes);
      }
      await writing.sync();
    } finally {
      await writing.close();
    }
  } finally {
    await reading.close();
  }
  const isSame =
    size === expected.size && toHex(sha256.digest()) === expected.sha256 && toHex(sha512.digest()) === expected.sha512;
  return isSame ? null : `${expected.name} is not the file named by the manifest.`;
}
