/**
 * The trust store: which key sets this machine believes, and which keys are revoked (security, S8). Pure functions over
 * one JSON document, `trust-store.json` in the data folder; nothing is trusted out of the box.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { formatIsoTime } from '../time.ts';
import { type KeySet, keyThumbprint, type PublicJwk, readKeySet } from './key-set.ts';

export interface PinnedKeySet {
  readonly key_set: KeySet;
  /** ISO 8601 UTC. */
  readonly pinned_at: string;
  /** Who compared the fingerprint, as they named themselves. */
  readonly pinned_by: string;
  /** File name or address that it came from. */
  readonly source: string;
}

export interface Revocation {
  /** RFC 7638 thumbprint of the key. */
  readonly thumbprint: string;
  readonly revoked_at: string;
  readonly reason: string;
}

/** A set that is no longer trusted, with the highest serial that was: an older edition of it stays refused. */
export interface RetiredKeySet {
  readonly keyset_id: string;
  readonly issuer: string;
  readonly principal: string;
  readonly use: KeySet['use'];
  readonly serial: number;
}

export interface TrustStore {
  readonly version: 1;
  readonly key_sets: readonly PinnedKeySet[];
  readonly revocations: readonly Revocation[];
  /** Absent while nothing was ever unpinned. */
  readonly retired?: readonly RetiredKeySet[];
}

export const EMPTY_TRUST_STORE: TrustStore = { version: 1, key_sets: [], revocations: [] };

export type TrustChange =
  | { readonly ok: true; readonly store: TrustStore; readonly note: 'added' | 'replaced' | 'unchanged' }
  | { readonly ok: false; readonly code: 'SERIAL_TOO_LOW' | 'SERIAL_REUSED' | 'UNKNOWN'; readonly message: string };

export interface Pin {
  readonly at: number;
  readonly by: string;
  readonly source: string;
}

/**
 * Pins a key set. A set of the same id, issuer, principal and use is replaced by a higher serial; a lower serial, or the
 * same serial with other contents, is refused. Revocations stay as they are.
 */
export function pinKeySet(store: TrustStore, keySet: KeySet, pin: Pin): TrustChange {
  const present = store.key_sets.find(({ key_set }) => isSameSet(key_set, keySet));
  const pinned = { key_set: keySet, pinned_at: formatIsoTime(pin.at), pinned_by: pin.by, source: pin.source };
  const retired = store.retired?.find((entry) => isSameSet(entry, keySet));
  if (retired !== undefined && keySet.serial < retired.serial) {
    const message = `Serial ${keySet.serial} is older than serial ${retired.serial} of ${keySet.keyset_id}, which was trusted before.`;
    return { ok: false, code: 'SERIAL_TOO_LOW', message };
  }
  if (present === undefined) {
    return { ok: true, store: { ...store, key_sets: [...store.key_sets, pinned] }, note: 'added' };
  }
  if (present.key_set.fingerprint === keySet.fingerprint) return { ok: true, store, note: 'unchanged' };
  if (keySet.serial < present.key_set.serial) {
    const message = `Serial ${keySet.serial} is older than the pinned serial ${present.key_set.serial} of ${keySet.keyset_id}.`;
    return { ok: false, code: 'SERIAL_TOO_LOW', message };
  }
  if (keySet.serial === present.key_set.serial) {
    const message = `Another key set ${keySet.keyset_id} with serial ${keySet.serial} but other contents is pinned already.`;
    return { ok: false, code: 'SERIAL_REUSED', message };
  }
  const key_sets = store.key_sets.map((entry) => (entry === present ? pinned : entry));
  return { ok: true, store: { ...store, key_sets }, note: 'replaced' };
}

/** Stops trusting the set with this fingerprint. Its revocations stay, and its serial is remembered. */
export function unpinKeySet(store: TrustStore, fingerprint: string): TrustChange {
  const removed = store.key_sets.find(({ key_set }) => key_set.fingerprint === fingerprint);
  if (removed === undefined) {
    return { ok: false, code: 'UNKNOWN', message: `No key set with the fingerprint ${fingerprint} is pinned.` };
  }
  const key_sets = store.key_sets.filter((entry) => entry !== removed);
  const { keyset_id, issuer, principal, use, serial } = removed.key_set;
  const retired = withRetired(store.retired ?? [], { keyset_id, issuer, principal, use, serial });
  return { ok: true, store: { ...store, key_sets, retired }, note: 'replaced' };
}

/** Revokes a key for good: by thumbprint, whatever `issued_at` says, also for sets that are pinned later. */
export function revokeKey(store: TrustStore, thumbprint: string, at: number, reason: string): TrustChange {
  if (!/^[A-Za-z0-9_-]{43}$/.test(thumbprint)) {
    return { ok: false, code: 'UNKNOWN', message: 'A key thumbprint is 43 characters of base64url.' };
  }
  if (isRevoked(store, thumbprint)) return { ok: true, store, note: 'unchanged' };
  const revocations = [...store.revocations, { thumbprint, revoked_at: formatIsoTime(at), reason }];
  return { ok: true, store: { ...store, revocations }, note: 'added' };
}

/** Everything that either store knows: pins of `a` win over equal ones of `b`, higher serials win, revocations unite. */
export function mergeTrustStores(a: TrustStore, b: TrustStore): TrustStore {
  let merged = a;
  for (const pinned of b.key_sets) {
    const { key_set: keySet } = pinned;
    const present = merged.key_sets.find((entry) => isSameSet(entry.key_set, keySet));
    if (present !== undefined && present.key_set.serial >= keySet.serial) continue;
    merged = { ...merged, key_sets: [...merged.key_sets.filter((entry) => entry !== present), pinned] };
  }
  const known = new Set(merged.revocations.map(({ thumbprint }) => thumbprint));
  const revocations = [...merged.revocations, ...b.revocations.filter(({ thumbprint }) => !known.has(thumbprint))];
  const retired = (b.retired ?? []).reduce(withRetired, a.retired ?? []);
  return { ...merged, revocations, ...(retired.length === 0 ? {} : { retired }) };
}

/** One entry for each set, with the higher serial. */
function withRetired(entries: readonly RetiredKeySet[], entry: RetiredKeySet): readonly RetiredKeySet[] {
  const known = entries.find((other) => isSameSet(other, entry));
  if (known !== undefined && known.serial >= entry.serial) return entries;
  return [...entries.filter((other) => other !== known), entry];
}

export function isRevoked(store: TrustStore, key: PublicJwk | string): boolean {
  const thumbprint = typeof key === 'string' ? key : keyThumbprint(key);
  return store.revocations.some((revocation) => revocation.thumbprint === thumbprint);
}

/** The pinned sets that speak for an artifact: use `artifact`, issuer and principal equal byte for byte (S8). */
export function keySetsFor(
  store: TrustStore,
  use: KeySet['use'],
  issuer: string,
  principal: string,
): readonly PinnedKeySet[] {
  return store.key_sets.filter(
    ({ key_set }) => key_set.use === use && key_set.issuer === issuer && key_set.principal === principal,
  );
}

function isSameSet(a: Omit<RetiredKeySet, 'serial'>, b: Omit<RetiredKeySet, 'serial'>): boolean {
  return a.keyset_id === b.keyset_id && a.issuer === b.issuer && a.principal === b.principal && a.use === b.use;
}

export type TrustStoreResult =
  | { readonly ok: true; readonly store: TrustStore }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** Reads a stored trust store strictly; every key set is parsed and its fingerprint recomputed again. */
export function readTrustStore(value: JsonValue): TrustStoreResult {
  if (!isJsonObject(value) || value.version !== 1)
    return wrong('version', 'A trust store is an object with version 1.');
  const { key_sets: sets, revocations } = value;
  if (!Array.isArray(sets)) return wrong('key_sets', '`key_sets` must be a list.');
  if (!Array.isArray(revocations)) return wrong('revocations', '`revocations` must be a list.');
  const pinned: PinnedKeySet[] = [];
  for (const [index, entry] of (sets as JsonValue[]).entries()) {
    const path = `key_sets[${index}]`;
    if (!isJsonObject(entry) || !hasTexts(entry, ['pinned_at', 'pinned_by', 'source'])) {
      return wrong(path, 'An entry holds key_set, pinned_at, pinned_by and source.');
    }
    const result = readKeySet(entry.key_set ?? null);
    if (!result.ok) return wrong(`${path}.key_set.${result.field}`, result.message);
    const { pinned_at, pinned_by, source } = entry as JsonObject & PinnedKeySet;
    pinned.push({ key_set: result.keySet, pinned_at, pinned_by, source });
  }
  const revoked: Revocation[] = [];
  for (const [index, entry] of (revocations as JsonValue[]).entries()) {
    if (!isJsonObject(entry) || !hasTexts(entry, ['thumbprint', 'revoked_at', 'reason'])) {
      return wrong(`revocations[${index}]`, 'An entry holds thumbprint, revoked_at and reason.');
    }
    const { thumbprint, revoked_at, reason } = entry as JsonObject & Revocation;
    revoked.push({ thumbprint, revoked_at, reason });
  }
  const retired = readRetired(value.retired);
  if (retired === null) return wrong('retired', 'An entry holds keyset_id, issuer, principal, use and serial.');
  const store = { version: 1, key_sets: pinned, revocations: revoked } as const;
  return { ok: true, store: retired.length === 0 ? store : { ...store, retired } };
}

function readRetired(value: JsonValue | undefined): readonly RetiredKeySet[] | null {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return null;
  const retired: RetiredKeySet[] = [];
  for (const entry of value as JsonValue[]) {
    if (!isJsonObject(entry) || !hasTexts(entry, ['keyset_id', 'issuer', 'principal', 'use'])) return null;
    if (typeof entry.serial !== 'number' || !Number.isSafeInteger(entry.serial)) return null;
    const { keyset_id, issuer, principal, use, serial } = entry as JsonObject & RetiredKeySet;
    retired.push({ keyset_id, issuer, principal, use, serial });
  }
  return retired;
}

function hasTexts(entry: JsonObject, names: readonly string[]): boolean {
  return names.every((name) => typeof entry[name] === 'string');
}

function wrong(field: string, message: string): TrustStoreResult {
  return { ok: false, field, message };
}
