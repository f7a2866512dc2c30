/** API keys, held against what the administration's signed audit tells of them: each entry is carried out again on its facts. */

import { commonScopes, type KeyScopes, storedScopes } from '@touchstone/core/api/key-scopes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type AuditHistory, type Entry, recordedOr, textOr } from '../audit/history.ts';
import { type Finding, listed, warning } from '../doctor/check.ts';
import { type Comparison, type RowFaults, stamped } from '../doctor/row-faults.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { earlierEnd } from './key-trees.ts';

/** What the entries say that a key is. */
interface RecordedKey {
  readonly id: string;
  readonly createdAt: number;
  readonly voter: string;
  projectId: JsonValue | undefined;
  scopes: JsonValue | undefined;
  label: JsonValue | undefined;
  createdBy: string | null;
  rotatedTo: string | null;
  /** undefined where entries of an earlier version do not tell. */
  end: number | null | undefined;
  /** Whether the end was reckoned from the time of an entry, which lies near that of the row. */
  isEndNear: boolean;
  revokedAt: number | null;
}

/** Answers a warning for keys of which the audit does not tell. */
export async function checkApiKeys(db: Db, history: AuditHistory, faults: RowFaults): Promise<readonly Finding[]> {
  const rowEnds = new Map<string, number | null>();
  for await (const { id, expires_at: end } of rowsOf(db, 'api_keys')) rowEnds.set(id, end);
  const keys = recordedKeys(history, rowEnds);
  const unknown: string[] = [];
  for await (const row of rowsOf(db, 'api_keys')) {
    const key = keys.get(row.id);
    if (key === undefined) {
      unknown.push(row.id);
      continue;
    }
    // A restore makes rows stricter than the audit tells (S27).
    const wasRestricted = history.isRestored;
    faults.compare('api_keys', row.id, {
      project_id: [row.project_id, recordedOr(key.projectId, row.project_id)],
      scopes: wasRestricted ? [0, 0] : [scopesText(row.scopes), scopesText(key.scopes ?? row.scopes)],
      label: [row.label, recordedOr(key.label, row.label)],
      created_at: stamped(row.created_at, key.createdAt),
      created_by: wasRestricted ? [0, 0] : [row.created_by, key.createdBy],
      voter: [row.voter, key.voter],
      rotated_to: [row.rotated_to, key.rotatedTo],
      expires_at: wasRestricted ? [0, 0] : endOf(row.expires_at, key),
      revoked_at: revocationOf(row.revoked_at, key, wasRestricted),
    });
  }
  for (const { subject } of history.all('key.issued')) {
    if (!rowEnds.has(subject)) faults.add('api_keys', subject, 'is gone, and the audit tells that it was issued');
  }
  if (unknown.length === 0) return [];
  const what = `The audit does not tell of these API keys: ${listed(unknown)}.`;
  return [
    warning(`${what} They were put there by hand, or before this was recorded.`, 'Revoke those that you do not know.'),
  ];
}

/** What the entries allow a key at most; null or absent where they set no bound, or do not tell. */
export interface KeyBounds {
  readonly revokedAt: number | null;
  readonly expiresAt: number | null;
  readonly scopes?: KeyScopes;
}

/** The bounds of every key of which the audit tells, whatever its row says. */
export async function toldKeyBounds(db: Db, history: AuditHistory): Promise<ReadonlyMap<string, KeyBounds>> {
  const rowEnds = new Map<string, number | null>();
  for await (const { id, expires_at: end } of rowsOf(db, 'api_keys')) rowEnds.set(id, end);
  const bounds = new Map<string, KeyBounds>();
  for (const [id, { revokedAt, end = null, scopes }] of recordedKeys(history, rowEnds)) {
    bounds.set(id, { revokedAt, expiresAt: end, ...(scopes === undefined ? {} : { scopes: scopesIn(scopes) }) });
  }
  return bounds;
}

function endOf(found: number | null, { end, isEndNear }: RecordedKey): Comparison {
  if (end === undefined) return [found, found];
  return isEndNear && end !== null ? stamped(found, end) : [found, end];
}

function revocationOf(found: number | null, { revokedAt }: RecordedKey, wasRestricted: boolean): Comparison {
  if (revokedAt === null) return wasRestricted ? [0, 0] : [found, null];
  return wasRestricted && found !== null ? [0, 0] : stamped(found, revokedAt);
}

function recordedKeys(
  history: AuditHistory,
  rowEnds: ReadonlyMap<string, number | null>,
): ReadonlyMap<string, RecordedKey> {
  const keys = new Map<string, RecordedKey>();
  for (const entry of history.all('key.issued', 'key.changed', 'key.rotated', 'key.revoked')) {
    if (entry.action === 'key.issued') issue(keys, entry);
    const key = keys.get(entry.subject);
    if (key === undefined) continue;
    if (entry.action === 'key.changed') change(keys, key, entry);
    if (entry.action === 'key.rotated') rotate(keys, key, entry, rowEnds);
    if (entry.action === 'key.revoked') revoke(keys, key, entry);
  }
  return keys;
}

function issue(keys: Map<string, RecordedKey>, { subject: id, details, at }: Entry): void {
  const createdBy = textOr(details.created_by);
  keys.set(id, {
    id,
    createdAt: at,
    voter: (createdBy === null ? undefined : keys.get(createdBy)?.voter) ?? id,
    projectId: details.project_id,
    scopes: details.scopes,
    label: details.label,
    createdBy,
    rotatedTo: null,
    end: endIn(details.expires_at),
    isEndNear: false,
    revokedAt: null,
  });
}

function change(keys: ReadonlyMap<string, RecordedKey>, key: RecordedKey, { details }: Entry): void {
  key.scopes = details.scopes;
  key.label = details.label;
  if (!hasTrees(details)) return;
  key.end = endIn(details.expires_at);
  key.isEndNear = false;
  reduce(keys, key);
}

function rotate(
  keys: Map<string, RecordedKey>,
  key: RecordedKey,
  { details, at }: Entry,
  rowEnds: ReadonlyMap<string, number | null>,
): void {
  const to = textOr(details.to);
  const grace = details.grace_period_seconds;
  if (to === null || typeof grace !== 'number') return;
  // Its successor has the end that the key had.
  const own = key.end === undefined ? (rowEnds.get(to) ?? null) : key.end;
  keys.set(to, { ...key, id: to, createdAt: at });
  if (hasTrees(details)) {
    for (const child of keys.values()) if (child.createdBy === key.id) child.createdBy = to;
  }
  key.rotatedTo = to;
  key.isEndNear = own === null || own > at + grace * 1000 || key.isEndNear;
  key.end = earlierEnd(own, at + grace * 1000);
  if (hasTrees(details)) reduce(keys, key);
}

function revoke(keys: ReadonlyMap<string, RecordedKey>, key: RecordedKey, { details, at }: Entry): void {
  for (const id of idsIn(details.kept)) {
    const kept = keys.get(id);
    if (kept !== undefined) kept.createdBy = null;
  }
  key.revokedAt ??= at;
  for (const id of idsIn(details.revoked)) {
    const other = keys.get(id);
    if (other !== undefined) other.revokedAt ??= at;
  }
}

/** Takes from all that ends with a key what it does not have. */
function reduce(keys: ReadonlyMap<string, RecordedKey>, top: RecordedKey): void {
  const tree = new Set([top]);
  for (const key of tree) {
    for (const other of keys.values()) {
      if (other.createdBy === key.id || other.rotatedTo === key.id) tree.add(other);
    }
  }
  tree.delete(top);
  for (const other of tree) {
    other.scopes = JSON.stringify(commonScopes(scopesIn(other.scopes), scopesIn(top.scopes)));
    if (other.end === undefined || top.end === undefined) continue;
    const end = earlierEnd(other.end, top.end);
    if (end !== other.end) other.isEndNear = top.isEndNear;
    other.end = end;
  }
}

/** Whether an entry is of a version in which keys have makers. */
function hasTrees(details: Entry['details']): boolean {
  return details.created_by !== undefined;
}

function endIn(value: JsonValue | undefined): number | null | undefined {
  if (value === undefined || value === null) return value;
  return typeof value === 'string' ? (parseIsoTime(value) ?? undefined) : undefined;
}

function idsIn(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

/** Scopes in one form: rows hold JSON, and so do entries of earlier versions. */
function scopesIn(value: JsonValue | undefined): KeyScopes {
  const parsed = typeof value === 'string' && value !== '*' ? parseStrictJson(value) : null;
  const scopes = parsed?.ok === true ? parsed.value : value;
  return scopes === '*' || Array.isArray(scopes) ? storedScopes(JSON.stringify(scopes)) : [];
}

function scopesText(value: JsonValue): string {
  const scopes = scopesIn(value);
  return scopes === '*' ? scopes : scopes.toSorted().join(' ');
}
