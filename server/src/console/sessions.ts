/**
 * How the console signs in (S2): a start token, 256 bits, works once within ten minutes and is exchanged for a session
 * token. Start token and administrator's token are kept in memory only, as hashes. Sessions are rows: the hash of the token
 * and the end, with a MAC under the master key over both and the start, so that whoever can write to the database and has no
 * master key neither lets a token of his own in nor gives a session more time, nor brings one back from before a restart.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { ConsoleSession } from '../frame/caller.ts';
import { type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { deleteConsoleSession, endConsoleSessions, findConsoleSession, insertConsoleSession } from './store.ts';

const START_TOKEN_SECONDS = 600;

const SESSION_TOKEN = /^cs_[0-9a-f]{64}$/;

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
  openFor(): Promise<OpenedSession>;
  /** Exchanges the start token; null where it is wrong, used or too old. */
  open(startToken: string): Promise<OpenedSession | null>;
  /** Who a bearer token belongs to; null for a token that is neither. */
  identify(
    token: string,
  ): Promise<
    { readonly kind: 'console'; readonly session: ConsoleSession } | { readonly kind: 'administrator' } | null
  >;
}

interface Needs {
  readonly adminToken: string;
  readonly db: Db;
  readonly vault: Pick<Vault, 'mac'>;
  readonly random: Random;
  readonly clock: Clock;
  /** How long a session lasts; a setting. */
  readonly sessionSeconds: () => Promise<number>;
}

/** The administrator's token of one start. */
export function newAdminToken(random: Random): string {
  return `adm_${toHex(random(32))}`;
}

/** The sessions of this start; those of the ones before end now. */
export async function openConsoleSessions(needs: Needs): Promise<ConsoleSessions> {
  const { adminToken, db, vault, random, clock, sessionSeconds } = needs;
  await write(db, endConsoleSessions);
  const adminHash = hashOf(adminToken);
  const startId = toHex(random(16));
  let start: { readonly hash: Buffer; readonly until: number } | null = null;
  /** What windows keep, by the hashes of their tokens: never stored, and gone with the session. */
  const windows = new Map<string, { readonly until: number; readonly kept: ConsoleSession['kept'] }>();

  const macOf = (digest: Uint8Array, expiresAt: number) =>
    vault.mac('console-session', canonicalBytes([toHex(digest), expiresAt, startId]));

  async function openFor() {
    const now = clock();
    for (const [name, { until }] of windows) if (until < now) windows.delete(name);
    const sessionToken = `cs_${toHex(random(32))}`;
    const digest = hashOf(sessionToken);
    const expiresAt = now + (await sessionSeconds()) * 1000;
    const session = { token_hash: digest, expires_at: expiresAt, mac: macOf(digest, expiresAt) };
    await write(db, (transaction) => insertConsoleSession(transaction, session, now));
    return { sessionToken, expiresAt };
  }

  function sessionOf(digest: Uint8Array, until: number): ConsoleSession {
    const name = toHex(digest);
    const window = windows.get(name) ?? { until, kept: new Map() };
    windows.set(name, window);
    return {
      name,
      kept: window.kept,
      async end() {
        await write(db, (transaction) => deleteConsoleSession(transaction, digest));
        windows.delete(name);
      },
    };
  }

  return {
    adminToken,
    openFor,

    newStartToken() {
      const token = toHex(random(32));
      start = { hash: hashOf(token), until: clock() + START_TOKEN_SECONDS * 1000 };
      return token;
    },

    async open(startToken) {
      if (start === null || clock() > start.until || !timingSafeEqual(start.hash, hashOf(startToken))) return null;
      const spent = start;
      // Before the row is written: somebody else may bring the token meanwhile.
      start = null;
      try {
        return await openFor();
      } catch (error) {
        // Nobody got a session for it.
        start ??= spent;
        throw error;
      }
    },

    async identify(token) {
      const digest = hashOf(token);
      if (timingSafeEqual(digest, adminHash)) return { kind: 'administrator' };
      const row = SESSION_TOKEN.test(token) ? await findConsoleSession(db, digest) : null;
      if (row === null || clock() > row.expires_at) return null;
      if (!timingSafeEqual(row.mac, macOf(digest, row.expires_at))) return null;
      return { kind: 'console', session: sessionOf(digest, row.expires_at) };
    },
  };
}

/** By way of text: memory of its own for each digest would take longer than the digest. */
function hashOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex');
}
