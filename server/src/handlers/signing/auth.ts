import { api } from '@touchstone/core/api/api.ts';
import { type KeyScopes, storedScopes, unnamedScopes, wantedScopes } from '@touchstone/core/api/key-scopes.ts';
import { FREE_CREDITS } from '@touchstone/core/api/plans.ts';
import type { Random } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import {
  type ApiKeyNeeds,
  expiryOf,
  issueKey,
  keyAnswer,
  keyEvent,
  keyOr404,
  keyPage,
  revokeRecorded,
  rotateRecorded,
} from '../../accounts/api-keys.ts';
import {
  callingKey,
  makingKey,
  requireEndWithin,
  requireNotReplaced,
  requireScopesWithin,
} from '../../accounts/key-trees.ts';
import { type Account, findAccountByEmail, insertAccount, insertProject } from '../../accounts/store/accounts.ts';
import { lockKeyTree, type StoredApiKey } from '../../accounts/store/api-keys.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs extends ApiKeyNeeds {
  readonly db: Db;
  /** false where the command line has turned off requests for API keys; the setting may do so too (S1). */
  readonly anonymousKeys: boolean;
}

export const auth = implement(api.signing.auth)<Needs>({
  async request({ deps, sender, write }, { body }) {
    if (!deps.anonymousKeys || !(await deps.settings.read()).anonymous_keys) {
      throw new ApiError('INVALID_SCOPE', 'The administrator has turned off requests for API keys.');
    }
    const { random, clock } = deps;
    const email = body.email.toLowerCase();
    const now = clock();
    // Who opens an account needs nobody's key for it, and owes none anything.
    return deps.audit.recorded(write, null, async (db) => {
      const held = await findAccountByEmail(db, email);
      const account = held ?? (await openAccount(db, email, now, random));
      const maker = held === null ? null : await ownerOf(db, held, sender, now);
      const projectId = newId('prj', random);
      await insertProject(db, { id: projectId, account_id: account.id, created_at: now });
      const scopes = held === null ? '*' : unnamedScopes(maker === null ? '*' : storedScopes(maker.scopes));
      const plan = { projectId, scopes, label: '', expiresAt: maker?.expiresAt ?? null, ...madeBy(maker) };
      const { text, key } = await issueKey(db, plan, now, random);
      const { plan: planSlug, credits } = account;
      const created_at = formatIsoTime(now);
      return {
        result: { api_key: text, key_id: key.id, project_id: projectId, email, plan: planSlug, credits, created_at },
        event: keyEvent('key.issued', key),
        ...(held === null ? {} : { caller: sender }),
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
    const stated = expiryOf(body.expires_at, now);
    return deps.audit.recorded(write, caller, async (db) => {
      const maker = caller.keyId === null ? null : await makingKey(db, caller.keyId, now);
      const own = maker === null ? '*' : storedScopes(maker.scopes);
      const scopes = body.scopes === undefined ? givenOn(own) : wantedScopes(body.scopes);
      requireScopesWithin(own, scopes);
      const expiresAt = body.expires_at === undefined ? (maker?.expiresAt ?? null) : stated;
      requireEndWithin(maker?.expiresAt ?? null, expiresAt);
      const plan = { projectId: caller.projectId, scopes, label: body.label ?? '', expiresAt, ...madeBy(maker) };
      const { text, key } = await issueKey(db, plan, now, deps.random);
      return { result: { api_key: text, ...keyAnswer(key, now) }, event: keyEvent('key.issued', key) };
    });
  },

  rotateKey: (context, { params, body }) =>
    rotateRecorded(context, body, (db, now) => keyWithin(db, context.caller, params.key_id, now, requireNotReplaced)),

  revokeKey: (context, { params }) =>
    revokeRecorded(context, (db, now) => keyWithin(db, context.caller, params.key_id, now), false),
});

async function openAccount(db: Db, email: string, now: number, random: Random): Promise<Account> {
  const id = newId('acc', random);
  const account: Account = { id, email, plan: 'free', credits: FREE_CREDITS, status: 'active', createdAt: now };
  await insertAccount(db, account);
  return account;
}

/**
 * The key with which its owner asks for a further project of an account; null where console or administrator does. Throws the
 * same UNAUTHORIZED for everybody else, whatever the account is and whatever came with the request.
 */
async function ownerOf(db: Db, account: Account, sender: Caller | null, now: number): Promise<StoredApiKey | null> {
  if (sender === null || (sender.keyId !== null && sender.accountId !== account.id)) {
    throw new ApiError(
      'UNAUTHORIZED',
      'This address has an account. Send an API key of that account with the request.',
    );
  }
  if (account.status !== 'active') throw new ApiError('INVALID_SCOPE', 'This account is suspended.');
  return sender.keyId === null ? null : makingKey(db, sender.keyId, now);
}

function madeBy(maker: StoredApiKey | null) {
  return { createdBy: maker?.id ?? null, voter: maker?.voter ?? null };
}

function givenOn(own: KeyScopes): KeyScopes {
  const scopes = unnamedScopes(own);
  if (scopes.length > 0) return scopes;
  throw invalid('scopes', '`scopes` must name the scopes: this key has none that are given unless named.');
}

/**
 * A key that the caller may replace or revoke: any of the project for console and administrator, for a key itself and what it
 * made. Throws NOT_FOUND, INVALID_SCOPE, INVALID_KEY and what `requireCaller` throws of the calling key.
 */
async function keyWithin(
  db: Db,
  { keyId, projectId }: Caller,
  id: string,
  now: number,
  requireCaller: (calling: StoredApiKey) => void = () => undefined,
): Promise<StoredApiKey> {
  if (keyId === null) return keyOr404(db, id, projectId);
  requireCaller(await callingKey(db, keyId, now));
  const own = (await lockKeyTree(db, keyId)).find((key) => key.id === id);
  if (own !== undefined) return own;
  await keyOr404(db, id, projectId);
  throw new ApiError('INVALID_SCOPE', 'A key can replace and revoke only itself and the keys that it created.');
}
