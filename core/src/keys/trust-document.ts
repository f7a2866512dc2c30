/**
 * The trust store as a document: `trust-store.json`, the answer of `GET /api/v1/admin/trust-store`, and the copy of a console.
 * Version 2 carries a checksum, so that damage is found and never taken for a store without that revocation (decisions 12.12).
 * Version 1 is read too; the next write makes it version 2.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { parseStrictJson } from '../strict-json.ts';
import { anyText, count, exactly, hash, listOf, oneOf, text, time, Unreadable } from '../strict-members.ts';
import { KEY_USES, type KeySet, readKeySet } from './key-set.ts';
import { ENTERED_BY_HAND, type RetiredKeySet, type Revocation, type StoredKeySet, type TrustStore } from './trust.ts';

export interface TrustStoreDocument extends Omit<TrustStore, 'store_name'> {
  /** SHA3-256, lower-case hex, over `svc-trust-store/v1` 00 JCS(the document without `checksum`). */
  readonly checksum: string;
}

export type TrustStoreResult =
  | { readonly ok: true; readonly store: TrustStore }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** The document of a store. */
export function trustStoreDocument({ version, key_sets, revocations, retired }: TrustStore): TrustStoreDocument {
  const rest = { version, key_sets, revocations, ...(retired === undefined ? {} : { retired }) };
  return { ...rest, checksum: checksumOf(rest as unknown as JsonObject) };
}

/** The text of `trust-store.json`. */
export function trustStoreText(store: TrustStore): string {
  return `${JSON.stringify(trustStoreDocument(store), null, 2)}\n`;
}

/** Reads the text of a document; a message without a member says where the text is broken. */
export function parseTrustStore(input: Uint8Array | string): TrustStoreResult {
  const parsed = parseStrictJson(input);
  if (parsed.ok) return readTrustStore(parsed.value);
  return { ok: false, field: `line ${parsed.line}, column ${parsed.column}`, message: parsed.message };
}

/** Reads a document strictly; every key set is parsed, its fingerprint and the checksum are recomputed. */
export function readTrustStore(value: JsonValue): TrustStoreResult {
  try {
    if (!isJsonObject(value)) throw new Unreadable('', 'It is no JSON object.');
    return { ok: true, store: value.version === 1 ? fromVersion1(value) : fromVersion2(value) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function checksumOf(rest: JsonObject): string {
  return toHex(sha3_256(tagged('trust-store', canonicalBytes(rest))));
}

function fromVersion2(value: JsonObject): TrustStore {
  if (value.version !== 2) throw new Unreadable('version', 'It is neither 1 nor 2.');
  const document = exactly(value, '', ['version', 'key_sets', 'revocations', 'checksum'], ['retired']);
  const { checksum, ...rest } = document;
  if (hash(checksum, 'checksum') !== checksumOf(rest)) {
    throw new Unreadable('checksum', 'The file was damaged or changed by hand. Restore it from a backup.');
  }
  const key_sets = listOf(document.key_sets, 'key_sets', storedKeySet);
  if (new Set(key_sets.map(({ key_set }) => key_set.fingerprint)).size < key_sets.length) {
    throw new Unreadable('key_sets', 'A set appears twice.');
  }
  const revocations = listOf(document.revocations, 'revocations', revocation);
  const retired = document.retired === undefined ? [] : listOf(document.retired, 'retired', retiredKeySet);
  return { version: 2, key_sets, revocations, ...(retired.length === 0 ? {} : { retired }) };
}

function storedKeySet(value: JsonValue, field: string): StoredKeySet {
  const isEndorsed = isJsonObject(value) && value.held === 'endorsed';
  const members = ['key_set', 'held', 'at', 'by', 'source', ...(isEndorsed ? ['endorsed_by'] : [])];
  const entry = exactly(value, field, members, ['untrusted']);
  const held = oneOf(entry.held, `${field}.held`, ['pinned', 'endorsed'] as const);
  const common = {
    key_set: keySetIn(entry, field),
    at: time(entry.at, `${field}.at`),
    by: anyText(entry.by, `${field}.by`),
    source: anyText(entry.source, `${field}.source`),
    ...(entry.untrusted === undefined ? {} : { untrusted: untrusted(entry.untrusted, `${field}.untrusted`) }),
  };
  if (held === 'pinned') return { ...common, held };
  const endorsed_by = hash(entry.endorsed_by, `${field}.endorsed_by`);
  if (common.key_set.endorsement?.by !== endorsed_by) {
    throw new Unreadable(`${field}.endorsed_by`, 'The set itself names another edition.');
  }
  return { ...common, held, endorsed_by };
}

function untrusted(value: JsonValue, field: string): { readonly at: string; readonly by: string } {
  const { at, by } = exactly(value, field, ['at', 'by']);
  return { at: time(at, `${field}.at`), by: anyText(by, `${field}.by`) };
}

function keySetIn(entry: JsonObject, field: string): KeySet {
  const result = readKeySet(entry.key_set ?? null);
  if (result.ok) return result.keySet;
  throw new Unreadable(`${field}.key_set${result.field === '' ? '' : `.${result.field}`}`, result.message);
}

function revocation(value: JsonValue, field: string): Revocation {
  const entry = exactly(value, field, ['thumbprint', 'revoked_at', 'reason', 'source', 'recorded_at'], ['line']);
  return {
    thumbprint: thumbprint(entry.thumbprint, `${field}.thumbprint`),
    revoked_at: time(entry.revoked_at, `${field}.revoked_at`),
    reason: anyText(entry.reason, `${field}.reason`),
    source: anyText(entry.source, `${field}.source`),
    recorded_at: time(entry.recorded_at, `${field}.recorded_at`),
    ...(entry.line === undefined ? {} : { line: line(entry.line, `${field}.line`) }),
  };
}

function line(value: JsonValue, field: string): NonNullable<Revocation['line']> {
  const { issuer, principal, use } = exactly(value, field, ['issuer', 'principal', 'use']);
  return {
    issuer: text(issuer, `${field}.issuer`),
    principal: text(principal, `${field}.principal`),
    use: oneOf(use, `${field}.use`, KEY_USES),
  };
}

function retiredKeySet(value: JsonValue, field: string): RetiredKeySet {
  const entry = exactly(value, field, ['keyset_id', 'issuer', 'principal', 'use', 'serial']);
  return {
    keyset_id: text(entry.keyset_id, `${field}.keyset_id`),
    issuer: text(entry.issuer, `${field}.issuer`),
    principal: text(entry.principal, `${field}.principal`),
    use: oneOf(entry.use, `${field}.use`, KEY_USES),
    serial: count(entry.serial, `${field}.serial`, 1),
  };
}

function thumbprint(value: JsonValue | undefined, field: string): string {
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  throw new Unreadable(field, 'A key thumbprint is 43 characters of base64url.');
}

/** Version 1 had no checksum and one edition of each set. A document with a checksum is not of this version. */
function fromVersion1(value: JsonObject): TrustStore {
  const document = exactly(value, '', ['version', 'key_sets', 'revocations'], ['retired']);
  const key_sets = listOf(document.key_sets, 'key_sets', (item, field): StoredKeySet => {
    const entry = anyEntry(item, field);
    return {
      key_set: keySetIn(entry, field),
      held: 'pinned',
      at: anyText(entry.pinned_at, `${field}.pinned_at`),
      by: anyText(entry.pinned_by, `${field}.pinned_by`),
      source: anyText(entry.source, `${field}.source`),
    };
  });
  const revocations = listOf(document.revocations, 'revocations', (item, field): Revocation => {
    const entry = anyEntry(item, field);
    const revoked_at = anyText(entry.revoked_at, `${field}.revoked_at`);
    return {
      thumbprint: anyText(entry.thumbprint, `${field}.thumbprint`),
      revoked_at,
      reason: anyText(entry.reason, `${field}.reason`),
      source: ENTERED_BY_HAND,
      recorded_at: revoked_at,
    };
  });
  const retired = document.retired === undefined ? [] : listOf(document.retired, 'retired', retiredKeySet);
  return { version: 2, key_sets: onceEach(key_sets), revocations, ...(retired.length === 0 ? {} : { retired }) };
}

function anyEntry(item: JsonValue, field: string): JsonObject {
  if (isJsonObject(item)) return item;
  throw new Unreadable(field, 'It is no JSON object.');
}

function onceEach(entries: readonly StoredKeySet[]): readonly StoredKeySet[] {
  return [...new Map(entries.map((entry) => [entry.key_set.fingerprint, entry])).values()];
}
