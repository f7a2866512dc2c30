/**
 * Judges a release manifest for a program that pins one release set (security, S12; decisions 12.8). A release that brings the
 * next set counts for whoever pins the former one, which endorses the next and signs beside it, and for whoever pins the next one
 * already, who goes by its signatures alone: what a thief of the former one signs moves nobody there.
 */
import { isEditionRevoked } from '../keys/editions.ts';
import { allKeysSigned, verifyEndorsement } from '../keys/endorsement.ts';
import { isInValidity, type KeySet } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { parseStrictJson } from '../strict-json.ts';
import { visibleText } from '../text/visible-text.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { isAhead } from '../verdict/trust-used.ts';
import {
  compareVersions,
  type ReleaseManifest,
  type ReleaseSignatures,
  readRelease,
  releaseMessage,
  type SignedRelease,
} from './manifest.ts';
import { whyNoReleaseSet } from './release-set.ts';

export type ReleaseRefusal =
  | 'FORMAT'
  /** Under a set that this program does not pin: an older one, a later one, or a stranger's. */
  | 'OTHER_KEY_SET'
  | 'RELEASE_KEYS_UNUSABLE'
  | 'NEXT_KEYS_UNUSABLE'
  | 'SIGNATURE_INVALID'
  | 'WRONG_PRODUCT'
  | 'WRONG_PLATFORM'
  /** One of two clocks is wrong: that of the publisher or this one (S41). */
  | 'TIME_AHEAD'
  | 'NOT_NEWER';

export type ReleaseResult =
  /** `next` is the set that the released program pins where this one does not. */
  | { readonly ok: true; readonly manifest: ReleaseManifest; readonly next: KeySet | null }
  /** `message` is a sentence for the person. */
  | { readonly ok: false; readonly reason: ReleaseRefusal; readonly message: string };

export interface ReleaseOptions {
  /** The release set that this build pins. */
  readonly pinned: KeySet;
  /** Its revocations count. */
  readonly trust: Trust;
  readonly installed: { readonly product: string; readonly version: string; readonly platform: string };
  readonly verifier: SignatureVerifier;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
}

/** Several times one that brings a set: what is larger is no manifest, and would keep the program busy. */
const MOST_BYTES = 1 << 20;

/** Names in a file that nobody has signed may be long, or look like other ones. */
const LONGEST_FAULT = 300;
const shownFault = (text: string) =>
  visibleText(text.length > LONGEST_FAULT ? `${text.slice(0, LONGEST_FAULT)}…` : text);

function refuse(reason: ReleaseRefusal, message: string): Extract<ReleaseResult, { ok: false }> {
  return { ok: false, reason, message };
}

/** Judges the bytes of a manifest: form, sets, all signatures, product, platform, a version above the installed one, and a time that is not ahead. */
export async function verifyRelease(bytes: Uint8Array, options: ReleaseOptions): Promise<ReleaseResult> {
  if (bytes.length > MOST_BYTES) return refuse('FORMAT', 'This is not a release manifest: it is larger than 1 MiB.');
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return refuse('FORMAT', `This is not a release manifest: ${shownFault(parsed.message)}`);
  const read = readRelease(parsed.value);
  if (!read.ok)
    return refuse('FORMAT', `This is not a release manifest. ${shownFault(`${read.field}: ${read.message}`)}`);
  const { manifest } = read.release;

  const unusable = whyUnusable(options.pinned, options);
  if (unusable !== null) return refuse('RELEASE_KEYS_UNUSABLE', unusable);
  const wrong = await whyNotSigned(read.release, options);
  if (wrong !== null) return wrong;
  const wrongRelease = whyNotForThis(manifest, options.installed) ?? whyNotNow(manifest, options.now);
  if (wrongRelease !== null) return wrongRelease;
  const next = manifest.next_key_set;
  return { ok: true, manifest, next: next === undefined || isSame(next, options.pinned) ? null : next };
}

const ELSEWHERE = 'no file can update this program any more. Get a newer one from a source that you trust.';
const clockSays = (now: number) => `by this computer's clock, which says ${formatIsoTime(now)}`;

/** Why the pinned set signs nothing now and what to do, as sentences; null where it may. */
function whyUnusable(keySet: KeySet, { trust, now }: ReleaseOptions): string | null {
  const wrong = whyNoReleaseSet(keySet);
  if (wrong !== null) return `${wrong} Therefore ${ELSEWHERE}`;
  if (isEditionRevoked(trust, keySet)) return `The release keys of this program are revoked. Therefore ${ELSEWHERE}`;
  if (isInValidity(keySet, now)) return null;
  const { not_before, not_after } = keySet;
  if (now < (parseIsoTime(not_before) ?? Number.NaN)) {
    return `The release keys of this program begin on ${not_before}, which has not come ${clockSays(now)}. Set the clock if it is wrong; else no file can update this program before that.`;
  }
  return `The release keys of this program ended on ${not_after} ${clockSays(now)}. Set the clock if it is wrong; else ${ELSEWHERE}`;
}

async function whyNotSigned(
  { manifest, signatures, nextSignatures }: SignedRelease,
  options: ReleaseOptions,
): Promise<Extract<ReleaseResult, { ok: false }> | null> {
  const { pinned, verifier } = options;
  const next = manifest.next_key_set;
  const message = releaseMessage(manifest);
  const isSigned = (keySet: KeySet, by: ReleaseSignatures | null) =>
    by !== null && allKeysSigned(keySet, message, by, verifier);
  const unsigned = refuse('SIGNATURE_INVALID', 'The manifest is not signed by all release keys of this program.');

  if (next !== undefined && isSame(next, pinned)) return (await isSigned(pinned, nextSignatures)) ? null : unsigned;
  if (manifest.key_set !== pinned.fingerprint) {
    return refuse(
      'OTHER_KEY_SET',
      `The manifest is signed with other release keys (${manifest.key_set}) than those this program knows (${pinned.fingerprint}). If the keys were replaced since, install the release that brings the new ones first.`,
    );
  }
  if (!(await isSigned(pinned, signatures))) return unsigned;
  if (next === undefined) return null;
  const unusable = whyNotNext(next, options);
  if (unusable !== null) return refuse('NEXT_KEYS_UNUSABLE', unusable);
  if ((await verifyEndorsement(next, pinned, verifier)) === null) {
    return refuse(
      'NEXT_KEYS_UNUSABLE',
      'The release keys of this program do not endorse the new ones of the manifest.',
    );
  }
  if (await isSigned(next, nextSignatures)) return null;
  return refuse('SIGNATURE_INVALID', 'The manifest brings new release keys but is not signed by all of them.');
}

/**
 * A program that pins a set that has ended could never be updated. One that begins later than now is let pass: whoever signs
 * brings none (ADR 0035), so it is this clock that is behind, and the program says so once it is installed.
 */
function whyNotNext(next: KeySet, { trust, now }: ReleaseOptions): string | null {
  const wrong = whyNoReleaseSet(next);
  if (wrong !== null) return wrong;
  if (isEditionRevoked(trust, next)) return 'The new release keys of the manifest are revoked.';
  return now <= (parseIsoTime(next.not_after) ?? Number.NaN)
    ? null
    : `The new release keys of the manifest ended on ${next.not_after} ${clockSays(now)}. Set the clock if it is wrong.`;
}

function whyNotForThis(
  { product, version, platform }: ReleaseManifest,
  installed: ReleaseOptions['installed'],
): Extract<ReleaseResult, { ok: false }> | null {
  if (product !== installed.product) return refuse('WRONG_PRODUCT', `This is a release of ${product}.`);
  if (platform !== installed.platform) {
    return refuse('WRONG_PLATFORM', `This release is for ${platform}; this computer is ${installed.platform}.`);
  }
  if (compareVersions(version, installed.version) === 1) return null;
  return refuse('NOT_NEWER', `Version ${version} is not newer than the installed ${installed.version}.`);
}

/** Before the set began is no fault: versions, not times, say which release is the later one. */
function whyNotNow({ released_at }: ReleaseManifest, now: number): Extract<ReleaseResult, { ok: false }> | null {
  if (!isAhead(parseIsoTime(released_at) ?? Number.NaN, now)) return null;
  return refuse(
    'TIME_AHEAD',
    `The manifest says that it was released at ${released_at}, which lies ahead of this computer's clock. Set the clock if it is wrong; else ask whoever published the release.`,
  );
}

function isSame(a: KeySet, b: KeySet): boolean {
  return a.fingerprint === b.fingerprint;
}
