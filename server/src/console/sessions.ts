/**
 * How the console signs in (S2): a start token, 256 bits, works once within ten minutes and is exchanged for a session
 * token. Both, and the administrator's token, live in memory only, as hashes.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { ConsoleSession } from '../frame/caller.ts';

const START_TOKEN_SECONDS = 600;

export interface OpenedSession {
  readonly sessionToken: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export interface ConsoleSessions {
  /** Printed once, by `serve --json`. New at every start. */
  readonly adminToken: string;
  /** A fresh start token; the one before stops working. */
  newStartToken(): string;
  /** Opens a session for whoever has shown by other means that it may be had. */
  openFor(): OpenedSession;
  /** Exchanges the start token; null where it is wrong, used or too old. */
  open(startToken: string): OpenedSession | null;
  /** Who a bearer token belongs to; null for a token that is neither. */
  identify(
    token: string,
  ): { readonly kind: 'console'; readonly session: ConsoleSession } | { readonly kind: 'administrator' } | null;
}

/** The administrator's token of one start. */
export function newAdminToken(random: Random): string {
  return `adm_${toHex(random(32))}`;
}

export function createConsoleSessions(
  adminToken: string,
  random: Random,
  clock: Clock,
  /** How long a session lasts; a setting. */
  sessionSeconds: () => number,
): ConsoleSessions {
  const adminHash = hashOf(adminToken);
  let start: { readonly hash: Buffer; readonly until: number } | null = null;
  const sessions = new Map<string, { readonly until: number; readonly session: ConsoleSession }>();

  function openFor() {
    for (const [digest, { until }] of sessions) if (until < clock()) sessions.delete(digest);
    const sessionToken = `cs_${toHex(random(32))}`;
    const digest = hashOf(sessionToken).toString('hex');
    const expiresAt = clock() + sessionSeconds() * 1000;
    sessions.set(digest, {
      until: expiresAt,
      session: { kept: new Map(), end: () => void sessions.delete(digest) },
    });
    return { sessionToken, expiresAt };
  }

  return {
    adminToken,
    openFor,

    newStartToken() {
      const token = toHex(random(32));
      start = { hash: hashOf(token), until: clock() + START_TOKEN_SECONDS * 1000 };
      return token;
    },

    open(startToken) {
      if (start === null || clock() > start.until || !timingSafeEqual(start.hash, hashOf(startToken))) return null;
      start = null;
      return openFor();
    },

    identify(token) {
      const digest = hashOf(token);
      if (timingSafeEqual(digest, adminHash)) return { kind: 'administrator' };
      const known = sessions.get(digest.toString('hex'));
      return known !== undefined && clock() <= known.until ? { kind: 'console', session: known.session } : null;
    },
  };
}

/** By way of text: memory of its own for each digest would take longer than the digest. */
function hashOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
