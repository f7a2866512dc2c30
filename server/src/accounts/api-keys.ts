/** The life of API keys, for the administrator and for the keys of a project alike (S1). */

import type { ApiKey, RevokedApiKey } from '@touchstone/core/api/api-key.ts';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { type KeyScopes, storedScopes } from '@touchstone/core/api/key-scopes.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import type { Static } from 'typebox';
import type { Audit } from '../audit/audit.ts';
import type { Context } from '../frame/context.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import { changed, type Db } from '../store/engine.ts';
import type { Identity } from './identity.ts';
import { boundsOf, type Ended, earlierEnd, reduceTree, requireNotReplaced, revokeTree } from './key-trees.ts';
import {
  type ApiKeyFilter,
  findApiKey,
  handOverChildren,
  insertApiKey,
  listApiKeys,
  lockApiKey,
  rotateApiKey,
  type StoredApiKey,
} from './store/api-keys.ts';

export interface ApiKeyNeeds {
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: SettingsAccess;
  readonly audit: Audit;
  readonly identity: Pick<Identity, 'forget'>;
}

/** A new API key: the text that is shown once, and what is stored of it. */
export function newApiKey(random: Random) {
  const name = toHex(random(8));
  const secret = random(32);
  const salt = random(16);
  return { id: `ak_${name}`, text: `svc_live_${name}_${toHex(secret)}`, salt, secretHash: hmacSha3_256(salt, secret) };
}

export interface KeyPlan {
  readonly projectId: string;
  readonly scopes: KeyScopes;
  readonly label: string;
  readonly expiresAt: number | null;
  /** The key that makes it; null where none does. */
  readonly createdBy: string | null;
  /** Whose votes it casts; null: it begins a voter of its own. */
  readonly voter: string | null;
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
    created_by: plan.createdBy,
    voter: plan.voter ?? id,
  });
  const key = await findApiKey(db, id);
  if (key === null) throw new TypeError(`internal: ${id} was not stored`);
  return { text, key };
}

/** Throws CONFLICT for a key that opens nothing: what the service does with it would seem to hold. */
export function requireGenuine({ isGenuine }: Pick<StoredApiKey, 'isGenuine'>): void {
  if (isGenuine) return;
  throw new ApiError('CONFLICT', 'The key, its project or its account was changed outside of the service.');
}

/**
 * Replaces a key by a fresh one of the same kind, which is made by the same key and gets what the old one made. The old one, and
 * those before it, work through the grace period. Throws CONFLICT.
 */
async function rotateKey(db: Db, old: StoredApiKey, graceSeconds: number, now: number, random: Random) {
  requireGenuine(old);
  requireNotReplaced(old);
  const { projectId, label, createdBy, voter } = old;
  const fresh = await issueKey(db, { projectId, label, createdBy, voter, ...boundsOf(old) }, now, random);
  await handOverChildren(db, old.id, fresh.key.id);
  const expiresAt = earlierEnd(now + graceSeconds * 1000, old.expiresAt) ?? now;
  if (!(await rotateApiKey(db, old.id, { to: fresh.key.id, now, expiresAt }))) {
    throw new ApiError('CONFLICT', 'Only an active key that was not rotated yet can be rotated.');
  }
  await reduceTree(db, { ...old, expiresAt });
  return fresh;
}

/** Revokes a key with all that ends with it, and answers what became of them. */
async function revokeKey(db: Db, before: StoredApiKey, now: number, keepsChildren: boolean) {
  const ended = await revokeTree(db, before, now, keepsChildren);
  const after = await keyOr404(db, before.id);
  const { revoked, kept } = ended;
  const isNews = before.revokedAt === null || revoked.length > 0 || kept.length > 0;
  const event = isNews ? keyEvent('key.revoked', after, { revoked: [...revoked], kept: [...kept] }) : null;
  return { after, ended, event };
}

/** How an operation finds the key that it is about. Throws ApiError where the caller may not. */
type FindKey = (db: Db, now: number) => Promise<StoredApiKey>;

type Recorded = Pick<Context<Endpoint, ApiKeyNeeds>, 'deps' | 'caller' | 'write'>;

/** Rotates a key and answers the fresh one with its text. Throws what `find` and `rotateKey` throw. */
export async function rotateRecorded(
  { deps, caller, write }: Recorded,
  { grace_period_seconds: stated }: { readonly grace_period_seconds?: number },
  find: FindKey,
) {
  const now = deps.clock();
  const grace = stated ?? (await deps.settings.read()).api_key_grace_seconds;
  const answer = await deps.audit.recorded(write, caller, async (db) => {
    const old = await find(db, now);
    changed(db, 'api-keys');
    const { text, key } = await rotateKey(db, old, grace, now, deps.random);
    const event = keyEvent('key.rotated', old, { to: key.id, grace_period_seconds: grace });
    return { result: { api_key: text, ...keyAnswer(key, now) }, event };
  });
  deps.identity.forget();
  return answer;
}

/** Revokes a key with all that ends with it, and answers it. Throws what `find` throws. */
export async function revokeRecorded({ deps, caller, write }: Recorded, find: FindKey, keepsChildren: boolean) {
  const now = deps.clock();
  const answer = await deps.audit.recorded(write, caller, async (db) => {
    changed(db, 'api-keys');
    const { after, ended, event } = await revokeKey(db, await find(db, now), now, keepsChildren);
    return { result: revokedAnswer(after, ended, now), event };
  });
  deps.identity.forget();
  return answer;
}

/** Throws NOT_FOUND; also for a key of another project where one is named. */
export async function keyOr404(db: Db, id: string, projectId?: string): Promise<StoredApiKey> {
  const key = await lockApiKey(db, id);
  if (key === null || (projectId !== undefined && key.projectId !== projectId)) {
    throw new ApiError('NOT_FOUND', 'There is no API key with this id.');
  }
  return key;
}

/** A key as it is answered. */
export function keyAnswer(key: StoredApiKey, now: number): Static<typeof ApiKey> {
  const { id, projectId, label, createdAt, expiresAt, revokedAt, rotatedTo, createdBy } = key;
  return {
    key_id: id,
    project_id: projectId,
    label,
    scopes: scopesAnswer(key),
    status: statusOf(key, now),
    created_at: formatIsoTime(createdAt),
    expires_at: expiresAt === null ? null : formatIsoTime(expiresAt),
    revoked_at: revokedAt === null ? null : formatIsoTime(revokedAt),
    rotated_to: rotatedTo,
    created_by: createdBy,
  };
}

/** A revoked key as it is answered, with the keys that ended with it. */
function revokedAnswer(key: StoredApiKey, { revoked, kept }: Ended, now: number): Static<typeof RevokedApiKey> {
  return { ...keyAnswer(key, now), revoked_with_it: [...revoked], kept: [...kept] };
}

/** The contract's lists are the caller's own to change. */
function scopesAnswer({ scopes }: StoredApiKey) {
  const stored = storedScopes(scopes);
  return stored === '*' ? stored : [...stored];
}

function statusOf({ expiresAt, revokedAt, rotatedTo }: StoredApiKey, now: number) {
  if (revokedAt !== null) return 'revoked' as const;
  if (expiresAt !== null && expiresAt <= now) return 'expired' as const;
  return rotatedTo === null ? ('active' as const) : ('rotated' as const);
}

/** The audit's event about a key. */
export function keyEvent<A extends 'key.issued' | 'key.changed' | 'key.rotated' | 'key.revoked'>(
  action: A,
  key: StoredApiKey,
  more: Readonly<Record<string, string | number | string[]>> = {},
) {
  const { id, accountId, projectId, label, createdBy, expiresAt } = key;
  return {
    action,
    accountId,
    subject: id,
    details: {
      project_id: projectId,
      scopes: scopesAnswer(key),
      label,
      created_by: createdBy,
      expires_at: expiresAt === null ? null : formatIsoTime(expiresAt),
      ...more,
    },
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
