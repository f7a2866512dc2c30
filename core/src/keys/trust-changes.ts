/**
 * What a person does to the trust store: pins key sets, accepts endorsed ones, withdraws trust, revokes, merges two stores.
 * Pure: a function takes a store and answers the next one, or why there is none.
 */
import { formatIsoTime, parseIsoTime } from '../time.ts';
import { editionBefore, heldByFingerprint, heldEditions, isEditionRevoked, isRevoked, lineOf } from './editions.ts';
import { isSameLine, mayEndorse, type VerifiedEndorsement } from './endorsement.ts';
import { isInValidity, type KeySet } from './key-set.ts';
import type { VerifiedRevocation } from './revocation.ts';
import {
  ENTERED_BY_HAND,
  type EndorsedKeySet,
  type PinnedKeySet,
  type RetiredKeySet,
  type Revocation,
  type StoredKeySet,
  type Trust,
  type TrustStore,
} from './trust.ts';

export type TrustChange =
  | { readonly ok: true; readonly store: TrustStore; readonly note: 'added' | 'replaced' | 'unchanged' }
  | {
      readonly ok: false;
      readonly code: 'KEY_SET_CONFLICT' | 'NOT_ENDORSED' | 'REVOCATION_REFUSED' | 'UNKNOWN';
      readonly message: string;
    };

export interface Pin {
  readonly at: number;
  readonly by: string;
  readonly source: string;
}

/** What importing a set would mean; the caller asks a person in every case but `known` and `conflict`. */
export type ImportAssessment =
  /** The store holds it already, pinned or endorsed. */
  | { readonly kind: 'known'; readonly entry: StoredKeySet }
  /** No edition of its line is held: a person compares the fingerprint. */
  | { readonly kind: 'new_line' }
  /** The held edition before vouches for it: both fingerprints are shown, and a person agrees once. */
  | { readonly kind: 'endorsed'; readonly by: StoredKeySet; readonly endorsement: VerifiedEndorsement }
  /** Editions of its line are held, and none vouches for it: a person compares the fingerprint. `reason` is a sentence. */
  | { readonly kind: 'not_endorsed'; readonly editions: readonly StoredKeySet[]; readonly reason: string }
  /** KEY_SET_CONFLICT: a held edition has the same serial and other contents. */
  | { readonly kind: 'conflict'; readonly with: StoredKeySet };

/** The held edition that a set names as its endorser, to be handed to `verifyEndorsement`; null where there is none. */
export function endorserOf(store: TrustStore, keySet: KeySet): KeySet | null {
  const by = keySet.endorsement?.by;
  return by === undefined ? null : (heldByFingerprint(store, by)?.keySet ?? null);
}

/**
 * What importing a set into a store would mean.
 *
 * @param endorsement what `verifyEndorsement` answered for `endorserOf`; null without one
 * @param now milliseconds since 1970
 */
export function assessImport(
  store: TrustStore,
  keySet: KeySet,
  endorsement: VerifiedEndorsement | null,
  now: number,
): ImportAssessment {
  const line = lineOf(store, keySet);
  const stored = (fingerprint: string) => store.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint);
  if (line.some((held) => held.keySet.fingerprint === keySet.fingerprint)) {
    const entry = stored(keySet.fingerprint);
    if (entry !== undefined) return { kind: 'known', entry };
  }
  const rival = line.find((held) => held.keySet.serial === keySet.serial);
  const other = rival === undefined ? undefined : stored(rival.keySet.fingerprint);
  if (other !== undefined) return { kind: 'conflict', with: other };
  if (line.length === 0) return { kind: 'new_line' };
  const fault = endorsementFault(store, keySet, endorsement, now);
  const by = endorsement === null ? undefined : stored(endorsement.by);
  if (fault === null && endorsement !== null && by !== undefined) return { kind: 'endorsed', by, endorsement };
  const editions = line.flatMap((held) => stored(held.keySet.fingerprint) ?? []);
  return { kind: 'not_endorsed', editions, reason: fault ?? 'No held edition endorses it.' };
}

/**
 * Why an endorsement does not count in a trust, as a sentence; null where it does (12.8): its edition is held, unrevoked,
 * valid now, of the same line, and the one with the next lower serial. In the middle of a line the set must also begin before
 * the edition after it, since that is where its own time ends.
 */
export function endorsementFault(
  trust: Trust,
  keySet: KeySet,
  endorsement: VerifiedEndorsement | null,
  now: number,
): string | null {
  const by = keySet.endorsement?.by;
  if (by === undefined) return 'No earlier edition endorses it.';
  const held = heldByFingerprint(trust, by);
  if (held === undefined) return `The edition that endorses it, fingerprint ${by}, is not trusted here.`;
  const { keySet: endorser } = held;
  const named = `Edition ${endorser.serial}, which endorses it,`;
  if (!isSameLine(endorser, keySet)) return `${named} belongs to another issuer, principal or use.`;
  if (!mayEndorse(endorser, keySet)) return `${named} is not an earlier edition of it.`;
  if (editionBefore(trust, keySet)?.keySet !== endorser) return `${named} is not the edition before it.`;
  if (endorsement?.fingerprint !== keySet.fingerprint || endorsement.by !== by) {
    return `The signatures of edition ${endorser.serial} do not endorse it.`;
  }
  if (isEditionRevoked(trust, endorser)) return `${named} is revoked.`;
  if (!isInValidity(endorser, now)) return `${named} is not valid now.`;
  const after = lineOf(trust, keySet).find((other) => other.keySet.serial > keySet.serial);
  if (after !== undefined && !((parseIsoTime(keySet.not_before) ?? Number.NaN) < after.notBefore)) {
    return `It does not begin before edition ${after.keySet.serial}.`;
  }
  return null;
}

/**
 * Pins a key set whose fingerprint a person compared. Other editions of its line stay; the one with the highest serial is
 * current. Refused where a held edition has the same serial and other contents. Revocations stay as they are.
 */
export function pinKeySet(store: TrustStore, keySet: KeySet, pin: Pin): TrustChange {
  const rival = rivalOf(store, keySet);
  if (rival !== null) return conflict(keySet, rival);
  const entry: PinnedKeySet = { key_set: keySet, held: 'pinned', ...accepted(pin) };
  return withEntry(store, entry);
}

/**
 * Takes in an edition that the held one before it endorses, after a person saw both fingerprints and agreed. It is recorded
 * as endorsed, never as pinned. Refused where the endorsement does not count at `pin.at`.
 */
export function acceptEndorsedKeySet(
  store: TrustStore,
  keySet: KeySet,
  endorsement: VerifiedEndorsement,
  pin: Pin,
): TrustChange {
  const rival = rivalOf(store, keySet);
  if (rival !== null) return conflict(keySet, rival);
  const held = heldByFingerprint(store, keySet.fingerprint);
  if (held !== undefined) return { ok: true, store, note: 'unchanged' };
  const fault = endorsementFault(store, keySet, endorsement, pin.at);
  if (fault !== null) return { ok: false, code: 'NOT_ENDORSED', message: fault };
  const entry: EndorsedKeySet = {
    key_set: keySet,
    held: 'endorsed',
    endorsed_by: endorsement.by,
    ...accepted(pin),
  };
  return withEntry(store, entry);
}

/**
 * Withdraws trust in one edition without revoking it, and so in every edition that rests on its endorsement alone. The entry
 * stays, so that the set comes back only where a person pins it.
 */
export function untrustKeySet(
  store: TrustStore,
  fingerprint: string,
  { at, by }: { readonly at: number; readonly by: string },
): TrustChange {
  const present = store.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint);
  if (present === undefined) {
    return {
      ok: false,
      code: 'UNKNOWN',
      message: `No key set with the fingerprint ${fingerprint} is in the trust store.`,
    };
  }
  if (present.untrusted !== undefined) return { ok: true, store, note: 'unchanged' };
  const untrusted = { at: formatIsoTime(at), by };
  const key_sets = store.key_sets.map((entry) => (entry === present ? { ...entry, untrusted } : entry));
  return { ok: true, store: { ...store, key_sets }, note: 'replaced' };
}

/** Revokes a key for good, wherever it appears: by thumbprint, whatever `issued_at` says, also for sets that are pinned later. */
export function revokeKey(
  store: TrustStore,
  thumbprint: string,
  at: number,
  reason: string,
  source = ENTERED_BY_HAND,
): TrustChange {
  if (!/^[A-Za-z0-9_-]{43}$/.test(thumbprint)) {
    return { ok: false, code: 'UNKNOWN', message: 'A key thumbprint is 43 characters of base64url.' };
  }
  if (isRevoked(store, thumbprint)) return { ok: true, store, note: 'unchanged' };
  const time = formatIsoTime(at);
  return withRevocations(store, [{ thumbprint, revoked_at: time, reason, source, recorded_at: time }]);
}

/**
 * Takes in the revocations of a `*.pqrevoke.json` file that `verifyRevocation` let through for this store.
 *
 * @param source the file's name
 */
export function importRevocation(
  store: TrustStore,
  { entries }: VerifiedRevocation,
  at: number,
  source: string,
): TrustChange {
  const recorded_at = formatIsoTime(at);
  return withRevocations(
    store,
    entries.map((entry) => ({ ...entry, source, recorded_at })),
  );
}

/**
 * Everything that either store knows. Of two entries for one set the later statement counts, at the same time the one of
 * `a`; a set of `b` that has the serial of another held one of `a` is kept as untrusted. Revocations unite.
 */
export function mergeTrustStores(a: TrustStore, b: TrustStore): TrustStore {
  let merged = a;
  for (const entry of b.key_sets) {
    const present = merged.key_sets.find(({ key_set }) => key_set.fingerprint === entry.key_set.fingerprint);
    if (present !== undefined && statedAt(present) >= statedAt(entry)) continue;
    const rival = entry.untrusted === undefined ? rivalOf(merged, entry.key_set) : null;
    const taken = rival === null ? entry : { ...entry, untrusted: { at: entry.at, by: 'merge' } };
    const key_sets = merged.key_sets.filter((other) => other !== present);
    merged = { ...merged, key_sets: [...key_sets, taken] };
  }
  const { store } = withRevocations(merged, b.revocations);
  const retired = (b.retired ?? []).reduce(withRetired, a.retired ?? []);
  return { ...store, ...(retired.length === 0 ? {} : { retired }) };
}

function statedAt({ at, untrusted }: StoredKeySet): number {
  return parseIsoTime(untrusted?.at ?? at) ?? 0;
}

function accepted({ at, by, source }: Pin): { readonly at: string; readonly by: string; readonly source: string } {
  return { at: formatIsoTime(at), by, source };
}

/** The held edition of the same line and serial with other contents; null where there is none. */
function rivalOf(store: TrustStore, keySet: KeySet): KeySet | null {
  const rival = heldEditions(store).find(
    (held) =>
      isSameLine(held.keySet, keySet) &&
      held.keySet.serial === keySet.serial &&
      held.keySet.fingerprint !== keySet.fingerprint,
  );
  return rival?.keySet ?? null;
}

function conflict(keySet: KeySet, rival: KeySet): TrustChange {
  const message =
    `Another edition ${keySet.serial} of this line is trusted already, with other contents: fingerprint ` +
    `${rival.fingerprint}, and this one has ${keySet.fingerprint}.`;
  return { ok: false, code: 'KEY_SET_CONFLICT', message };
}

/** Puts an entry in, in place of one of the same set that is no longer held, or that is held for a weaker reason. */
function withEntry(store: TrustStore, entry: StoredKeySet): TrustChange {
  const { fingerprint } = entry.key_set;
  const present = store.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint);
  if (present === undefined)
    return { ok: true, store: { ...store, key_sets: [...store.key_sets, entry] }, note: 'added' };
  const isHeld = heldByFingerprint(store, fingerprint) !== undefined;
  if (isHeld && (present.held === 'pinned' || entry.held === 'endorsed')) return { ok: true, store, note: 'unchanged' };
  const key_sets = store.key_sets.map((other) => (other === present ? entry : other));
  return { ok: true, store: { ...store, key_sets }, note: 'replaced' };
}

function withRevocations(store: TrustStore, entries: readonly Revocation[]): TrustChange & { readonly ok: true } {
  const revocations = [...store.revocations];
  for (const entry of entries) {
    const isKnown = revocations.some(
      ({ thumbprint, line }) =>
        thumbprint === entry.thumbprint &&
        (line === undefined || (entry.line !== undefined && isSameLine(line, entry.line))),
    );
    if (!isKnown) revocations.push(entry);
  }
  if (revocations.length === store.revocations.length) return { ok: true, store, note: 'unchanged' };
  return { ok: true, store: { ...store, revocations }, note: 'added' };
}

/** One entry for each set, with the higher serial. */
function withRetired(entries: readonly RetiredKeySet[], entry: RetiredKeySet): readonly RetiredKeySet[] {
  const known = entries.find((other) => isSameLine(other, entry) && other.keyset_id === entry.keyset_id);
  if (known !== undefined && known.serial >= entry.serial) return entries;
  return [...entries.filter((other) => other !== known), entry];
}
