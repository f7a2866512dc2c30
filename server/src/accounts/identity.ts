/** Who calls: API keys (looked up by the id in their text, compared as salted hashes), console session, administrator. */
import { hash, timingSafeEqual } from 'node:crypto';
import { storedScopes } from '@touchstone/core/api/key-scopes.ts';
import { SCOPES, type Scope } from '@touchstone/core/api/plans.ts';
import { fromHex } from '@touchstone/core/bytes.ts';
import { hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { ConsoleSessions } from '../console/sessions.ts';
import { type Caller, LOCAL } from '../frame/caller.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { type Db, versionOf } from '../store/engine.ts';
import { findProject } from './store/accounts.ts';
import { findApiKey } from './store/api-keys.ts';

export interface Identity {
  /**
   * Throws UNAUTHORIZED or INVALID_KEY. Console and administrator act for the project that `X-Svc-Project` names, for
   * `local` without it; one that does not exist is INVALID_REQUEST.
   */
  authenticate(headers: Readonly<Record<string, unknown>>): Promise<Caller>;
  /** Forgets what was looked up: after every change to accounts and keys. Event streams look again at once. */
  forget(): void;
  /** Calls a function after every `forget`. */
  onForget(listener: () => void): void;
}

const API_KEY = /^svc_live_([0-9a-f]{16})_([0-9a-f]{64})$/;

/** Verified keys are remembered this long at most, and never past their end, so that a busy key costs no look-up and no hashing. */
const REMEMBER_MS = 5_000;
const REMEMBER_MOST = 10_000;

export function createIdentity(db: Db, sessions: ConsoleSessions, clock: Clock): Identity {
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const allScopes: ReadonlySet<Scope> = new Set(SCOPES);
  const listeners: (() => void)[] = [];
  /** How often was forgotten: what was looked up before that is not remembered after it. */
  let forgotten = 0;
  /** The keys as they were when those that are known were looked up. */
  let version = 0;

  async function keyHolder(token: string): Promise<Caller> {
    const now = clock();
    const digest = hash('sha256', token, 'base64');
    if (versionOf(db, 'api-keys') !== version) {
      version = versionOf(db, 'api-keys');
      forgotten++;
      known.clear();
    }
    const remembered = known.get(digest);
    if (remembered !== undefined && now < remembered.until) return remembered.caller;
    const before = forgotten;
    const { caller, expiresAt } = await lookUp(token, now);
    if (before !== forgotten) return caller;
    if (known.size >= REMEMBER_MOST) known.clear();
    known.set(digest, { caller, until: Math.min(now + REMEMBER_MS, expiresAt ?? Number.POSITIVE_INFINITY) });
    return caller;
  }

  async function lookUp(
    token: string,
    now: number,
  ): Promise<{ readonly caller: Caller; readonly expiresAt: number | null }> {
    const [, name = '', secretText = ''] = API_KEY.exec(token) ?? [];
    const secret = fromHex(secretText);
    if (name === '' || secret === null) throw new ApiError('INVALID_KEY');
    const key = await findApiKey(db, `ak_${name}`);
    if (key === null || !key.isGenuine) throw new ApiError('INVALID_KEY');
    if (!timingSafeEqual(hmacSha3_256(key.salt, secret), key.secretHash)) throw new ApiError('INVALID_KEY');
    if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) throw new ApiError('INVALID_KEY');
    if (key.accountStatus !== 'active') throw new ApiError('INVALID_KEY', 'The account of this API key is suspended.');
    const { accountId, projectId, plan, expiresAt } = key;
    const scopes = scopesOf(key.scopes, allScopes);
    return { caller: { kind: 'key', accountId, projectId, keyId: key.id, plan, scopes }, expiresAt };
  }

  return {
    async authenticate(headers) {
      const token = tokenOf(headers);
      if (token.startsWith('svc_live_')) return keyHolder(token);
      const known = await sessions.identify(token);
      if (known === null) throw new ApiError('INVALID_KEY');
      return { ...known, ...(await actingFor(db, headers[PROJECT_HEADER])), keyId: null, scopes: allScopes };
    },

    forget() {
      forgotten++;
      known.clear();
      for (const listener of listeners) listener();
    },

    onForget(listener) {
      listeners.push(listener);
    },
  };
}

/** In which console and administrator name the project that they act for. */
export const PROJECT_HEADER = 'x-svc-project';

async function actingFor(db: Db, header: unknown): Promise<Pick<Caller, 'accountId' | 'projectId' | 'plan'>> {
  if (header === undefined) return LOCAL;
  const found = typeof header === 'string' ? await findProject(db, header) : null;
  if (found === null || !found.isGenuine)
    throw invalid('X-Svc-Project', '`X-Svc-Project` names no project of this server.');
  const { id, account } = found;
  return { accountId: account.id, projectId: id, plan: account.plan };
}

/** The token of `Authorization: Bearer …` or of its equal, `X-API-Key`. Two that differ are malformed. */
function tokenOf(headers: Readonly<Record<string, unknown>>): string {
  const { authorization, 'x-api-key': apiKey } = headers;
  const bearer =
    typeof authorization === 'string' ? /^Bearer ([\x21-\x7e]{1,300})$/i.exec(authorization)?.[1] : undefined;
  if (authorization !== undefined && bearer === undefined) throw new ApiError('UNAUTHORIZED');
  if (typeof apiKey === 'string') {
    if (apiKey === '' || apiKey.length > 300) throw new ApiError('UNAUTHORIZED');
    if (bearer !== undefined && bearer !== apiKey) {
      throw new ApiError('UNAUTHORIZED', 'Authorization and X-API-Key carry different keys.');
    }
    return apiKey;
  }
  if (bearer === undefined) throw new ApiError('UNAUTHORIZED');
  return bearer;
}

function scopesOf(stored: string, all: ReadonlySet<Scope>): ReadonlySet<Scope> {
  const scopes = storedScopes(stored);
  return scopes === '*' ? all : new Set(scopes);
}
