/** Who calls: API keys (looked up by the id in their text, compared as salted hashes), console session, administrator. */
import { hash, timingSafeEqual } from 'node:crypto';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { PlanSlug, Scope } from '@touchstone/core/api/plans.ts';
import { PLANS, SCOPES } from '@touchstone/core/api/plans.ts';
import { fromHex, toHex } from '@touchstone/core/bytes.ts';
import { hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { ConsoleSessions } from '../console-sessions.ts';
import { ApiError } from '../errors.ts';
import { findApiKey } from '../store/api-keys.ts';
import type { Db } from '../store/db.ts';

export interface Caller {
  readonly kind: 'key' | 'console' | 'administrator';
  readonly accountId: string;
  readonly projectId: string;
  /** null for console and administrator. */
  readonly keyId: string | null;
  readonly plan: PlanSlug;
  readonly scopes: ReadonlySet<Scope>;
}

export interface Identity {
  /** Throws UNAUTHORIZED or INVALID_KEY. */
  authenticate(headers: Readonly<Record<string, unknown>>): Promise<Caller>;
  /** Forgets what was looked up: after every change to accounts and keys. */
  forget(): void;
}

/** The account and project that console and administrator act for (decisions, section 2). */
export const LOCAL = { accountId: 'acc_local', projectId: 'prj_local', plan: 'enterprise_plus' } as const;

const API_KEY = /^svc_live_([0-9a-f]{16})_([0-9a-f]{64})$/;

/** A new API key: the text that is shown once, and what is stored of it. */
export function newApiKey(random: Random) {
  const name = toHex(random(8));
  const secret = random(32);
  const salt = random(16);
  return { id: `ak_${name}`, text: `svc_live_${name}_${toHex(secret)}`, salt, secretHash: hmacSha3_256(salt, secret) };
}

/** Verified keys are remembered this long, so that a busy key costs no look-up and no hashing. */
const REMEMBER_MS = 5_000;
const REMEMBER_MOST = 10_000;

export function createIdentity(db: Db, sessions: ConsoleSessions, clock: Clock): Identity {
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>();
  const allScopes: ReadonlySet<Scope> = new Set(SCOPES);

  async function keyHolder(token: string): Promise<Caller> {
    const now = clock();
    const digest = hash('sha256', token, 'base64');
    const remembered = known.get(digest);
    if (remembered !== undefined && now < remembered.until) return remembered.caller;
    const caller = await lookUp(token, now);
    if (known.size >= REMEMBER_MOST) known.clear();
    known.set(digest, { caller, until: now + REMEMBER_MS });
    return caller;
  }

  async function lookUp(token: string, now: number): Promise<Caller> {
    const [, name = '', secretText = ''] = API_KEY.exec(token) ?? [];
    const secret = fromHex(secretText);
    if (name === '' || secret === null) throw new ApiError('INVALID_KEY');
    const key = await findApiKey(db, `ak_${name}`);
    if (key === null) throw new ApiError('INVALID_KEY');
    if (!timingSafeEqual(hmacSha3_256(key.salt, secret), key.secretHash)) throw new ApiError('INVALID_KEY');
    if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) throw new ApiError('INVALID_KEY');
    if (key.accountStatus !== 'active') throw new ApiError('INVALID_KEY', 'The account of this API key is suspended.');
    const { accountId, projectId, plan } = key;
    return { kind: 'key', accountId, projectId, keyId: key.id, plan, scopes: scopesOf(key.scopes, allScopes) };
  }

  return {
    async authenticate(headers) {
      const token = tokenOf(headers);
      if (token.startsWith('svc_live_')) return keyHolder(token);
      const kind = sessions.identify(token);
      if (kind === null) throw new ApiError('INVALID_KEY');
      return { kind, ...LOCAL, keyId: null, scopes: allScopes };
    },

    forget() {
      known.clear();
    },
  };
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
  const names: unknown = JSON.parse(stored);
  if (names === '*') return all;
  if (!Array.isArray(names)) throw new TypeError('internal: an API key holds unreadable scopes');
  return new Set(SCOPES.filter((scope) => names.includes(scope)));
}

/** 403 where the caller's kind, scope or plan does not reach the operation (S1: no key ever administers). */
export function requirePermission(operation: Endpoint, caller: Caller): void {
  if (operation.auth === 'admin' && caller.kind === 'key') {
    throw new ApiError('INVALID_SCOPE', 'This operation is for the administrator and the console.');
  }
  if (operation.scope !== null && !caller.scopes.has(operation.scope)) {
    throw new ApiError('INVALID_SCOPE', `The key lacks the scope ${operation.scope}.`);
  }
  if (operation.minTier !== null && PLANS[caller.plan].tierLevel < Number(operation.minTier.slice(-1))) {
    throw new ApiError('INVALID_SCOPE', `This operation needs a plan of tier ${operation.minTier} or higher.`);
  }
}
