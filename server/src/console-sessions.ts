/**
 * How the console signs in (S2): a start token, 256 bits, works once within ten minutes and is exchanged for a session
 * token. Both, and the administrator's token, live in memory only, as hashes.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';

const START_TOKEN_SECONDS = 600;

export interface ConsoleSessions {
  /** Printed once, by `serve --json`. New at every start. */
  readonly adminToken: string;
  /** A fresh start token; the one before stops working. */
  newStartToken(): string;
  /** Exchanges the start token; null where it is wrong, used or too old. */
  open(startToken: string): { readonly sessionToken: string; readonly expiresAt: number } | null;
  /** Who a bearer token belongs to; null for a token that is neither. */
  identify(token: string): 'console' | 'administrator' | null;
}

export function createConsoleSessions(
  random: Random,
  clock: Clock,
  /** How long a session lasts; a setting. */
  sessionSeconds: () => number,
): ConsoleSessions {
  const adminToken = `adm_${toHex(random(32))}`;
  const adminHash = hashOf(adminToken);
  let start: { readonly hash: Buffer; readonly until: number } | null = null;
  const sessions = new Map<string, number>();

  return {
    adminToken,

    newStartToken() {
      const token = toHex(random(32));
      start = { hash: hashOf(token), until: clock() + START_TOKEN_SECONDS * 1000 };
      return token;
    },

    open(startToken) {
      if (start === null || clock() > start.until || !timingSafeEqual(start.hash, hashOf(startToken))) return null;
      start = null;
      for (const [digest, until] of sessions) if (until < clock()) sessions.delete(digest);
      const sessionToken = `cs_${toHex(random(32))}`;
      const expiresAt = clock() + sessionSeconds() * 1000;
      sessions.set(hashOf(sessionToken).toString('hex'), expiresAt);
      return { sessionToken, expiresAt };
    },

    identify(token) {
      const digest = hashOf(token);
      if (timingSafeEqual(digest, adminHash)) return 'administrator';
      const until = sessions.get(digest.toString('hex'));
      return until !== undefined && clock() <= until ? 'console' : null;
    },
  };
}

/** By way of text: memory of its own for each digest would take longer than the digest. */
function hashOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
