import { api } from '@touchstone/core/api/api.ts';
import { lackingScope, wantedScopes } from '@touchstone/core/api/key-scopes.ts';
import {
  type ApiKeyNeeds,
  expiryOf,
  issueKey,
  keyAnswer,
  keyEvent,
  keyOr404,
  keyPage,
  requireGenuine,
  revokeRecorded,
  rotateRecorded,
} from '../../accounts/api-keys.ts';
import { type Bounds, boundsOf, reduceTree } from '../../accounts/key-trees.ts';
import { findProject } from '../../accounts/store/accounts.ts';
import { findApiKey, type StoredApiKey, updateApiKey } from '../../accounts/store/api-keys.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { changed, type Db } from '../../store/engine.ts';

export interface Needs extends ApiKeyNeeds {
  readonly db: Db;
}

export const keys = implement(api.admin.keys)<Needs>({
  async list({ deps }, { query }) {
    const { account_id, project_id, ends_with } = query;
    const { keys: page, nextCursor } = await keyPage(deps.db, query, {
      ...(account_id === undefined ? {} : { accountId: account_id }),
      ...(project_id === undefined ? {} : { projectId: project_id }),
      ...(ends_with === undefined ? {} : { endingWith: ends_with }),
    });
    const now = deps.clock();
    const items = page.map((key) => ({ ...keyAnswer(key, now), account_id: key.accountId, email: key.email }));
    return { items, next_cursor: nextCursor };
  },

  async create({ deps, caller, write }, { body }) {
    const now = deps.clock();
    const expiresAt = expiryOf(body.expires_at, now);
    return deps.audit.recorded(write, caller, async (db) => {
      const project = await findProject(db, body.project_id);
      if (project === null) throw new ApiError('NOT_FOUND', 'There is no project with this id.');
      if (!project.isGenuine) {
        throw new ApiError('CONFLICT', 'The project or its account was changed outside of the service.');
      }
      if (project.account.status !== 'active') throw new ApiError('CONFLICT', 'The account is suspended.');
      const plan = {
        projectId: project.id,
        scopes: wantedScopes(body.scopes ?? '*'),
        label: body.label ?? '',
        expiresAt,
        createdBy: null,
        voter: null,
      };
      const { text, key } = await issueKey(db, plan, now, deps.random);
      return { result: { api_key: text, ...keyAnswer(key, now) }, event: keyEvent('key.issued', key) };
    });
  },

  async update({ deps, caller, write }, { params, body }) {
    const now = deps.clock();
    const wantedEnd = typeof body.expires_at === 'string' ? expiryOf(body.expires_at, now) : body.expires_at;
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const before = await keyOr404(db, params.key_id);
      requireGenuine(before);
      if (before.revokedAt !== null) throw new ApiError('CONFLICT', 'A revoked key cannot be changed.');
      const own = boundsOf(before);
      const bounds: Bounds = {
        scopes: body.scopes === undefined ? own.scopes : wantedScopes(body.scopes),
        expiresAt: wantedEnd === undefined ? own.expiresAt : wantedEnd,
      };
      await requireBounds(db, before, bounds);
      changed(db, 'api-keys');
      await updateApiKey(db, before.id, {
        ...(body.scopes === undefined ? {} : { scopes: JSON.stringify(bounds.scopes) }),
        ...(wantedEnd === undefined ? {} : { expires_at: wantedEnd }),
        ...(body.label === undefined ? {} : { label: body.label }),
      });
      const after = await keyOr404(db, before.id);
      await reduceTree(db, after);
      const isSame =
        after.scopes === before.scopes && after.label === before.label && after.expiresAt === before.expiresAt;
      return { result: keyAnswer(after, now), event: isSame ? null : keyEvent('key.changed', after) };
    });
    deps.identity.forget();
    return answer;
  },

  rotate: (context, { params, body }) => rotateRecorded(context, body, (db) => keyOr404(db, params.key_id)),

  revoke: (context, { params, query }) =>
    revokeRecorded(context, (db) => keyOr404(db, params.key_id), query.descendants === 'false'),
});

/**
 * Holds what a key shall be against its maker, and a key that was replaced against itself. Throws INVALID_REQUEST for more.
 */
async function requireBounds(db: Db, key: StoredApiKey, wanted: Bounds): Promise<void> {
  const above = key.rotatedTo === null && key.createdBy !== null ? await findApiKey(db, key.createdBy) : null;
  const bounds = key.rotatedTo === null ? above && boundsOf(above) : boundsOf(key);
  if (bounds === null) return;
  const what = key.rotatedTo === null ? `the key that made it, ${key.createdBy}, has` : 'it has: it was replaced';
  const lacking = lackingScope(bounds.scopes, wanted.scopes);
  if (lacking !== null) throw invalid('scopes', `\`scopes\` must not give this key more than ${what} (${lacking}).`);
  const isLater = bounds.expiresAt !== null && (wanted.expiresAt === null || wanted.expiresAt > bounds.expiresAt);
  if (isLater) throw invalid('expires_at', `\`expires_at\` must not give this key more time than ${what}.`);
}
