/** Sessions of platform users: `tok_<id>.<secret>`, of which the store holds a hash only (decisions, section 7; S26). */

import { timingSafeEqual } from 'node:crypto';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import type { Db } from '../store/engine.ts';
import { findPlatformSession, insertPlatformSession } from './store/users.ts';

interface SessionNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: SettingsAccess;
}

const SECRET_BYTES = 32;
/** How long an ended session can still be asked about. */
const KEPT_MS = 30 * 86_400_000;

/** The hash covers the id too. The secret is random, so it needs no salt. */
function hashOf(token: string): Uint8Array {
  return sha3_256(tagged('session-token', utf8(token)));
}

/** Opens a session for a user. The token is shown this once. */
export async function openPlatformSession(
  db: Db,
  { random, clock }: Pick<SessionNeeds, 'random' | 'clock'>,
  { userId, seconds }: { readonly userId: string; readonly seconds: number },
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  const now = clock();
  const id = newId('tok', random);
  const token = `${id}.${toHex(random(SECRET_BYTES))}`;
  const expiresAt = now + seconds * 1_000;
  const session = { id, user_id: userId, token_hash: hashOf(token), created_at: now, expires_at: expiresAt };
  await insertPlatformSession(db, session, now - KEPT_MS);
  return { token, expiresAt: formatIsoTime(expiresAt) };
}

export interface KnownSession {
  readonly userId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly hasEnded: boolean;
}

/**
 * The session that `tok_<id>`, or a whole token, names in a project; null where there is none, or the secret is not its
 * own. The id alone proves nothing about who sends it.
 */
export async function sessionNamed(
  { db, clock }: Pick<SessionNeeds, 'db' | 'clock'>,
  projectId: string,
  idOrToken: string,
): Promise<KnownSession | null> {
  const id = sessionIdOf(idOrToken);
  const session = await findPlatformSession(db, projectId, id);
  if (session === null) return null;
  if (idOrToken !== id && !timingSafeEqual(hashOf(idOrToken), session.token_hash)) return null;
  const { user_id: userId, created_at: issuedAt, expires_at: expiresAt } = session;
  return { userId, issuedAt, expiresAt, hasEnded: expiresAt <= clock() };
}

/** `tok_<id>`, which may be shown. */
export function sessionIdOf(idOrToken: string): string {
  return idOrToken.replace(/\..*$/s, '');
}
