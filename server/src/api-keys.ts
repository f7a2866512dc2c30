/** The life of API keys, for the administrator and for the keys of a project alike (S1). */
import type { ApiKey } from '@touchstone/core/api/api-key.ts';
import { SCOPES, type Scope } from '@touchstone/core/api/plans.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import type { Static } from 'typebox';
import { ApiError, invalid } from './errors.ts';
import {
  type ApiKeyFilter,
  findApiKey,
  insertApiKey,
  listApiKeys,
  rotateApiKey,
  type StoredApiKey,
} from './store/api-keys.ts';
import type { Db } from './store/db.ts';

export type KeyScopes = '*' | Scope[];

/** A new API key: the text that is shown once, and what is stored of it. */
export function newApiKey(random: Random) {
  const name = toHex(random(8));
  const secret = random(32);
  const salt = random(16);
  return { id: `ak_${name}`, text: `svc_live_${name}_${toHex(secret)}`, salt, secretHash: hmacSha3_256(salt, secret) };
}

/** Reads stored scopes. Throws TypeError for what no key is stored with: a broken invariant. */
export function storedScopes(stored: string): KeyScopes {
  const names: unknown = JSON.parse(stored);
  if (names === '*') return '*';
  if (!Array.isArray(names)) throw new TypeError('internal: an API key holds unreadable scopes');
  return SCOPES.filter((scope) => names.includes(scope));
}

/** The scopes that a request asks for: a list with `*` in it is `*`. */
export function wantedScopes(wanted: '*' | readonly ('*' | Scope)[]): KeyScopes {
  if (wanted === '*' || wanted.includes('*')) return '*';
  return SCOPES.filter((scope) => wanted.includes(scope));
}

export interface KeyPlan {
  readonly projectId: string;
  readonly scopes: KeyScopes;
  readonly label: string;
  readonly expiresAt: number | null;
}

/** Stores a fresh key and returns it with its secret text. */
export async function issueKey(db: Db, plan: KeyPlan, now: number, random: Random) {
  const { id, text, salt, secretHash } = newApiKey(random);
  await insertApiKey(db, {
    id,
    project_id: plan.projectId,
    salt,
    secret_hash: secretHash,
    scopes: JSON.stringify(plan.scopes),
    created_at: now,
    expires_at: plan.expiresAt,
    revoked_at: null,
    label: plan.label,
    rotated_to: null,
  });
  return { text, key: await keyOr404(db, id) };
}

/** Replaces a key by a fresh one of the same kind; the old one works through the grace period. Throws CONFLICT. */
export async function rotateKey(db: Db, old: StoredApiKey, graceSeconds: number, now: number, random: Random) {
  const { projectId, label, expiresAt } = old;
  const plan = { projectId, scopes: storedScopes(old.scopes), label, expiresAt };
  const fresh = await issueKey(db, plan, now, random);
  const end = Math.min(now + graceSeconds * 1000, expiresAt ?? Number.POSITIVE_INFINITY);
  if (await rotateApiKey(db, old.id, { to: fresh.key.id, now, expiresAt: end })) return fresh;
  throw new ApiError('CONFLICT', 'Only a key that works and was not rotated before can be rotated.');
}

/** Throws NOT_FOUND; also for a key of another project where one is named. */
export async function keyOr404(db: Db, id: string, projectId?: string): Promise<StoredApiKey> {
  const key = await findApiKey(db, id);
  if (key === null || (projectId !== undefined && key.projectId !== projectId)) {
    throw new ApiError('NOT_FOUND', 'There is no API key of that id.');
  }
  return key;
}

/** A key as it is answered. */
export function keyAnswer(key: StoredApiKey, now: number): Static<typeof ApiKey> {
  const { id, projectId, label, createdAt, expiresAt, revokedAt, rotatedTo } = key;
  return {
    key_id: id,
    project_id: projectId,
    label,
    scopes: storedScopes(key.scopes),
    status: statusOf(key, now),
    created_at: formatIsoTime(createdAt),
    expires_at: expiresAt === null ? null : formatIsoTime(expiresAt),
    revoked_at: revokedAt === null ? null : formatIsoTime(revokedAt),
    rotated_to: rotatedTo,
  };
}

function statusOf({ expiresAt, revokedAt, rotatedTo }: StoredApiKey, now: number) {
  if (revokedAt !== null) return 'revoked' as const;
  if (expiresAt !== null && expiresAt <= now) return 'expired' as const;
  return rotatedTo === null ? ('active' as const) : ('rotated' as const);
}

/** The audit's event about a key. */
export function keyEvent<A extends 'key.issued' | 'key.changed' | 'key.rotated' | 'key.revoked'>(
  action: A,
  { id, accountId, projectId, scopes, label }: StoredApiKey,
  more: Readonly<Record<string, string | number>> = {},
) {
  return {
    action,
    accountId,
    subject: id,
    details: { project_id: projectId, scopes: storedScopes(scopes), label, ...more },
  };
}

/** `expires_at` of a request in milliseconds; null without one. Throws INVALID_REQUEST where it is past. */
export function expiryOf(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const time = parseIsoTime(text);
  if (time === null || time <= now) throw invalid('expires_at', '`expires_at` must be a time that is still to come.');
  return time;
}

const PAGE_ITEMS = 50;

/** A page of keys and the cursor of the next; null on the last. Throws INVALID_REQUEST for a cursor that is none of ours. */
export async function keyPage(
  db: Db,
  query: { readonly limit?: number; readonly cursor?: string },
  filter: Omit<ApiKeyFilter, 'limit' | 'after'>,
): Promise<{ readonly keys: readonly StoredApiKey[]; readonly nextCursor: string | null }> {
  const limit = query.limit ?? PAGE_ITEMS;
  const after = query.cursor === undefined ? {} : { after: cursorOf(query.cursor) };
  const found = await listApiKeys(db, { ...filter, ...after, limit: limit + 1 });
  const keys = found.slice(0, limit);
  const last = keys.at(-1);
  return { keys, nextCursor: found.length > limit && last !== undefined ? `${last.createdAt}.${last.id}` : null };
}

function cursorOf(text: string): { readonly createdAt: number; readonly id: string } {
  const [, time, id] = /^(\d{1,15})\.(ak_[0-9a-f]{16})$/.exec(text) ?? [];
  if (time === undefined || id === undefined) {
    throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  }
  return { createdAt: Number(time), id };
}
