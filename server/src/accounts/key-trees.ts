/**
 * Keys that keys made (decisions 12.21): none outlives or outranks its maker. A key, those that it replaced and that still work
 * for a while, and all that they made end together. Everything here runs in the transaction that needs it, on rows as that
 * finds them, so that no key is made by one that ends meanwhile.
 */

import { commonScopes, type KeyScopes, lackingScope, storedScopes } from '@touchstone/core/api/key-scopes.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { Db } from '../store/engine.ts';
import {
  findApiKey,
  handOverChildren,
  keyTree,
  makersAbove,
  revokeApiKeys,
  type StoredApiKey,
  updateApiKey,
} from './store/api-keys.ts';

/** How many generations of keys stand below one that no key made. */
export const MOST_GENERATIONS = 8;

/** Whether a key opens anything at this time. */
export function isLiving(key: StoredApiKey, now: number): boolean {
  const { revokedAt, expiresAt, accountStatus } = key;
  return key.isGenuine && revokedAt === null && (expiresAt === null || expiresAt > now) && accountStatus === 'active';
}

/** The key that calls, as the transaction finds it. Throws INVALID_KEY where it has ended since the request was let in. */
export async function callingKey(db: Db, id: string, now: number): Promise<StoredApiKey> {
  const key = await findApiKey(db, id);
  if (key === null || !isLiving(key, now)) throw new ApiError('INVALID_KEY');
  return key;
}

/** The calling key as the maker of another. Throws INVALID_KEY, and CONFLICT where it was replaced or is the last generation. */
export async function makingKey(db: Db, id: string, now: number): Promise<StoredApiKey> {
  const maker = await callingKey(db, id, now);
  requireNotReplaced(maker);
  if ((await makersAbove(db, maker.id, MOST_GENERATIONS)) >= MOST_GENERATIONS) {
    throw new ApiError('CONFLICT', `Below a key there are at most ${MOST_GENERATIONS} generations of keys.`);
  }
  return maker;
}

/** A key that another one replaced works on for a while, and neither makes nor replaces keys. Throws CONFLICT. */
export function requireNotReplaced({ rotatedTo }: StoredApiKey): void {
  if (rotatedTo === null) return;
  throw new ApiError('CONFLICT', `This key was rotated. Use the key that replaced it, ${rotatedTo}.`);
}

/** What a key may be or become, in scopes and time: no more than what it stands below. */
export interface Bounds {
  readonly scopes: KeyScopes;
  /** Milliseconds since 1970; null: it never ends. */
  readonly expiresAt: number | null;
}

export function boundsOf({ scopes, expiresAt }: StoredApiKey): Bounds {
  return { scopes: storedScopes(scopes), expiresAt };
}

/** Throws INVALID_SCOPE: nobody gives what he has not. */
export function requireScopesWithin(own: KeyScopes, wanted: KeyScopes): void {
  const lacking = lackingScope(own, wanted);
  if (lacking !== null) throw new ApiError('INVALID_SCOPE', `The calling key lacks the scope ${lacking}.`);
}

/** Throws INVALID_REQUEST: no key ends later than its maker. */
export function requireEndWithin(bound: number | null, end: number | null): void {
  if (bound === null || (end !== null && end <= bound)) return;
  throw invalid('expires_at', '`expires_at` must not be later than the end of the key that makes this one.');
}

/** The earlier of two ends; null never comes. */
export function earlierEnd(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** Takes from everything that ends with a key what the key itself does not have or reach any more. */
export async function reduceTree(db: Db, key: StoredApiKey): Promise<void> {
  const { scopes, expiresAt } = boundsOf(key);
  for (const other of await keyTree(db, key.id)) {
    if (other.id === key.id) continue;
    const left = JSON.stringify(commonScopes(storedScopes(other.scopes), scopes));
    const end = earlierEnd(other.expiresAt, expiresAt);
    if (left === other.scopes && end === other.expiresAt) continue;
    await updateApiKey(db, other.id, { scopes: left, expires_at: end });
  }
}

export interface Ended {
  /** Keys that ended with it, without itself and without those that had ended before. */
  readonly revoked: readonly string[];
  /** Its children that go on without a maker. */
  readonly kept: readonly string[];
}

/** Revokes a key with all that ends with it; where `keeps` says so, what it made goes on and has no maker any more. */
export async function revokeTree(db: Db, key: StoredApiKey, now: number, keeps: boolean): Promise<Ended> {
  const kept = keeps ? await handOverChildren(db, key.id, null) : [];
  const ending = (await keyTree(db, key.id)).filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
  await revokeApiKeys(db, ending, now);
  return { revoked: ending.filter((id) => id !== key.id), kept: kept.toSorted() };
}
