import { api } from '@touchstone/core/api/api.ts';
import { expiryOf, issueKey, keyAnswer, keyEvent, keyOr404, keyPage, rotateKey, wantedScopes } from '../../api-keys.ts';
import { ApiError } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { findProject } from '../../store/accounts.ts';
import { revokeApiKey, updateApiKey } from '../../store/api-keys.ts';

export const keys = implement(api.admin.keys)({
  async list({ deps }, { query }) {
    const { account_id, project_id } = query;
    const { keys: page, nextCursor } = await keyPage(deps.db, query, {
      ...(account_id === undefined ? {} : { accountId: account_id }),
      ...(project_id === undefined ? {} : { projectId: project_id }),
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
      if (project === null) throw new ApiError('NOT_FOUND', 'There is no project of that id.');
      if (project.account.status !== 'active') throw new ApiError('CONFLICT', 'The account is suspended.');
      const plan = {
        projectId: project.id,
        scopes: wantedScopes(body.scopes ?? '*'),
        label: body.label ?? '',
        expiresAt,
      };
      const { text, key } = await issueKey(db, plan, now, deps.random);
      return { result: { api_key: text, ...keyAnswer(key, now) }, event: keyEvent('key.issued', key) };
    });
  },

  async update({ deps, caller, write }, { params, body }) {
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const before = await keyOr404(db, params.key_id);
      if (before.revokedAt !== null) throw new ApiError('CONFLICT', 'A revoked key cannot be changed.');
      const { scopes, label } = body;
      await updateApiKey(db, before.id, {
        ...(scopes === undefined ? {} : { scopes: JSON.stringify(wantedScopes(scopes)) }),
        ...(label === undefined ? {} : { label }),
      });
      const after = await keyOr404(db, before.id);
      const isSame = after.scopes === before.scopes && after.label === before.label;
      return { result: keyAnswer(after, deps.clock()), event: isSame ? null : keyEvent('key.changed', after) };
    });
    deps.identity.forget();
    return answer;
  },

  async rotate({ deps, caller, write }, { params, body }) {
    const now = deps.clock();
    const grace = body.grace_period_seconds ?? deps.settings.read().api_key_grace_seconds;
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const old = await keyOr404(db, params.key_id);
      const { text, key } = await rotateKey(db, old, grace, now, deps.random);
      const event = keyEvent('key.rotated', old, { to: key.id, grace_period_seconds: grace });
      return { result: { api_key: text, ...keyAnswer(key, now) }, event };
    });
    deps.identity.forget();
    return answer;
  },

  async revoke({ deps, caller, write }, { params }) {
    const now = deps.clock();
    const answer = await deps.audit.recorded(write, caller, async (db) => {
      const before = await keyOr404(db, params.key_id);
      await revokeApiKey(db, before.id, now);
      const after = await keyOr404(db, before.id);
      const event = before.revokedAt === null ? keyEvent('key.revoked', after) : null;
      return { result: keyAnswer(after, now), event };
    });
    deps.identity.forget();
    return answer;
  },
});
