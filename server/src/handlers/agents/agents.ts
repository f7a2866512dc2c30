import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64 } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { isRedactionLevel } from '../../agents/agent-rows.ts';
import { type AgentRow, agentsBelow, findAgent } from '../../agents/store/agents.ts';
import { registrationSealsOf } from '../../agents/store/sessions.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
}

type Agent = OutputOf<typeof api.agents.agents.list>['items'][number];

const PAGE_ITEMS = 50;

export const agents = implement(api.agents.agents)<Needs>({
  async list({ deps, caller }, { query }) {
    const { limit = PAGE_ITEMS, cursor, canonical_name: name = null } = query;
    const last = cursor === undefined ? null : await findAgent(deps.db, cursor);
    if (cursor !== undefined && last?.project_id !== caller.projectId) {
      throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
    }
    const rows = await agentsBelow(
      deps.db,
      { projectId: caller.projectId, name, below: last?.position ?? null },
      limit + 1,
    );
    const page = rows.slice(0, limit);
    const handles = await registrationSealsOf(
      deps.db,
      page.map(({ id }) => id),
    );
    const items = page.map((row) => answerOf(row, handles.get(row.id) ?? null));
    return { items, next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },
});

function answerOf(row: AgentRow, handle: string | null): Agent {
  if (!isRedactionLevel(row.redaction_level)) throw new TypeError(`internal: agent ${row.id} has no redaction level`);
  return {
    agent_id: row.id,
    name: row.name,
    canonical_name: row.canonical_name,
    tenant: row.tenant,
    agent_type: row.agent_type as Agent['agent_type'],
    capabilities: JSON.parse(row.capabilities) as string[],
    redaction_level: row.redaction_level,
    public_key: toBase64(row.public_key),
    node_id: row.node_id,
    registered_at: formatIsoTime(row.registered_at),
    svc_74_attestation: handle,
  };
}
