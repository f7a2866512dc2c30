import { api } from '@touchstone/core/api/api.ts';
import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import {
  expiryOf,
  issueKey,
  type KeyScopes,
  keyAnswer,
  keyEvent,
  keyOr404,
  keyPage,
  rotateKey,
  storedScopes,
  wantedScopes,
} from '../../api-keys.ts';
import { ApiError } from '../../errors.ts';
import type { Caller } from '../../http/auth.ts';
import { newId } from '../../ids.ts';
import { implement } from '../../implement.ts';
import { type Account, findAccountByEmail, insertAccount, insertProject } from '../../store/accounts.ts';
import { revokeApiKey } from '../../store/api-keys.ts';

export const auth = implement(api.signing.auth)({
  async request({ deps, write }, { body }) {
    if (!deps.anonymousKeys || !deps.settings.read().anonymous_keys) {
      throw new ApiError('INVALID_SCOPE', 'The administrator has turned off requests for API keys.');
    }
    const { random, clock } = deps;
    const email = body.email.toLowerCase();
    const now = clock();
    const projectId = newId('prj', random);
    return deps.audit.recorded(write, null, async (db) => {
      const known = await findAccountByEmail(db, email);
      const account: Account = known ?? {
        id: newId('acc', random),
        email,
        plan: 'free',
        credits: FREE_CREDITS,
        status: 'active',
        createdAt: now,
      };
      if (account.status !== 'active') throw new ApiError('INVALID_SCOPE', 'This account is suspended.');
      if (known === null) await insertAccount(db, account);
      await insertProject(db, { id: projectId, account_id: account.id, created_at: now });
      const { text, key } = await issueKey(db, { projectId, scopes: '*', label: '', expiresAt: null }, now, random);
      const { plan, credits } = account;
      const created_at = formatIsoTime(now);
      return {
        result: { api_key: text, key_id: key.id, project_id: projectId, email, plan, credits, created_at },
        event: keyEvent('key.issued', key),
      };
    });
  },

  async listKeys({ deps, caller }, { query }) {
    const { keys, nextCursor } = await keyPage(deps.db, query, { projectId: caller.projectId });
    const now = deps.clock();
    return { items: keys.map((key) => keyAnswer(key, now)), next_cursor: nextCursor };
  },

  async createKey({ deps, caller, write }, { body }) {
    const now = deps.clock();
    const expiresAt = expiryOf(body.expires_at, now);
    const own = await ownScopes(deps.db, caller);
    const scopes = body.scopes === undefined ? own : wantedScopes(body.scopes);
    requireScopes(caller, own, scopes);
    return deps.audit.recorded(write, caller, async (db) => {
      const plan = { projectId: caller.projectId, scopes, label: body.label ?? '', expiresAt };
      const { text, key } = await issueKey(db, plan, now, deps.random);
      return { result: { api_key: text, ...keyAnswer(key, now) }, event: keyEvent('key.issued', key) };
    });
  },

  async rotateKey({ deps, caller, write }, { params, body }) {
    const now = deps.clock();
    const grace = body.grace_period_seconds ?? deps.settings.read().api_key_grace_seconds;
    const own = await ownScopes(deps.db, caller);
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const old = await keyOr404(db, params.key_id, caller.projectId);
      requireScopes(caller, own, storedScopes(old.scopes));
      const { text, key } = await rotateKey(db, old, grace, now, deps.random);
      const event = keyEvent('key.rotated', old, { to: key.id, grace_period_seconds: grace });
      return { result: { api_key: text, ...keyAnswer(key, now) }, event };
    });
    deps.identity.forget();
    return answer;
  },

  async revokeKey({ deps, caller, write }, { params }) {
    const now = deps.clock();
    const own = await ownScopes(deps.db, caller);
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const before = await keyOr404(db, params.key_id, caller.projectId);
      requireScopes(caller, own, storedScopes(before.scopes));
      await revokeApiKey(db, before.id, now);
      const after = await keyOr404(db, before.id);
      return {
        result: keyAnswer(after, now),
        event: before.revokedAt === null ? keyEvent('key.revoked', after) : null,
      };
    });
    deps.identity.forget();
    return answer;
  },
});

/** As stored: a key for all scopes also has those of later versions. Console and administrator have all. */
async function ownScopes(db: Parameters<typeof keyOr404>[0], { keyId }: Caller): Promise<KeyScopes> {
  return keyId === null ? '*' : storedScopes((await keyOr404(db, keyId)).scopes);
}

/** Nobody gives, renews or takes what he has not: a narrow key must not make a wide one. Throws INVALID_SCOPE. */
function requireScopes(caller: Caller, own: KeyScopes, wanted: KeyScopes): void {
  if (own === '*') return;
  const lacking = wanted === '*' ? '*' : wanted.find((scope) => !caller.scopes.has(scope));
  if (lacking !== undefined) throw new ApiError('INVALID_SCOPE', `The calling key lacks the scope ${lacking}.`);
}
