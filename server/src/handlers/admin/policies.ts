import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { findProject } from '../../accounts/store/accounts.ts';
import { jsonOf } from '../../agents/details.ts';
import { policiesAfter, storePolicy } from '../../agents/store/agents.ts';
import type { Audit } from '../../audit/audit.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { changed, type Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly audit: Audit;
}

type Set = OutputOf<typeof api.admin.policies.set>;

export const policies = implement(api.admin.policies)<Needs>({
  async list({ deps }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const [scope, target] = cursorParts(cursor, /^(organisation|team|project) (.{0,200})$/s) ?? [];
    const after = scope === undefined || target === undefined ? null : { scope, target };
    const found = await policiesAfter(deps.db, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.scope} ${last.target}`);
    const items = page.map(({ scope, target, policy, updated_at }) => ({
      scope,
      target: target === '' ? null : target,
      policy: policyIn(policy),
      updated_at: formatIsoTime(updated_at),
    }));
    return { items, next_cursor: nextCursor };
  },

  async set({ deps, caller, write }, { params: { scope }, query, body }) {
    const { target = '' } = query;
    if (scope === 'organisation' && target !== '') {
      throw invalid('target', '`target` is for teams and projects: an organisation is the whole server.');
    }
    const text = canonicalJson(jsonOf(body));
    return deps.audit.recorded<Set>(write, caller, async (db) => {
      const project = scope === 'project' && target !== '' ? await findProject(db, target) : null;
      if (scope === 'project' && target !== '' && project === null) {
        throw new ApiError('NOT_FOUND', 'There is no project with this id.');
      }
      changed(db, 'agent-policies');
      await storePolicy(db, scope, target, text === '{}' ? null : text, deps.clock());
      return {
        result: { scope, target: target === '' ? null : target, policy: policyIn(text) },
        event: {
          action: 'agent-policy.set',
          accountId: project?.account.id ?? null,
          subject: target === '' ? scope : `${scope} ${target}`,
          details: { policy: jsonOf(body) },
        },
      };
    });
  },
});

/** What the contract has let in. */
function policyIn(text: string): Set['policy'] {
  return JSON.parse(text) as AgentPolicy as Set['policy'];
}
