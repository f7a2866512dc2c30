import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { scopeAtStart, scopeJson } from '@touchstone/core/agent/scope.ts';
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { announceSession } from '../../agents/announcements.ts';
import { appendNode, appendStart } from '../../agents/append.ts';
import { checkImported } from '../../agents/body-checks.ts';
import { statedDetails } from '../../agents/details.ts';
import { forkAnswer } from '../../agents/forks.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { openSession, projectAgent, record, storedReceipt } from '../../agents/recording.ts';
import { sealedOrLeft, sealSession } from '../../agents/seals.ts';
import { sessionAnswer } from '../../agents/session-answer.ts';
import { sessionBundle } from '../../agents/session-bundle.ts';
import { sessionEvents } from '../../agents/session-events.ts';
import { sessionOutline } from '../../agents/session-outline.ts';
import { sessionPage } from '../../agents/session-page.ts';
import { rootIn } from '../../agents/session-tree.ts';
import { startDraft } from '../../agents/start.ts';
import { forksOfSession } from '../../agents/store/forks.ts';
import { findProjectNode } from '../../agents/store/nodes.ts';
import {
  agentSessionsBelow,
  endAgentSession,
  findProjectSession,
  insertAgentSession,
  keepCheck,
  sealsOf,
} from '../../agents/store/sessions.ts';
import { verifySession } from '../../agents/verify-session.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

type Ended = OutputOf<typeof api.agents.sessions.end>;

/** Document 3, "Limits". */
const DEFAULT_DURATION_SECS = 3_600;
const PAGE_ITEMS = 50;
const OUTLINE_ITEMS = 1_000;

export const sessions = implement(api.agents.sessions)<AgentNeeds>({
  async start(context, { headers, body }) {
    checkImported(body);
    const request = { operation: api.agents.sessions.start.id, headers, body };
    const { duration_secs: durationSecs = DEFAULT_DURATION_SECS, imported } = body;
    const scope = scopeAtStart(body.scope);
    return record(context, request, async (recording) => {
      const agent = await projectAgent(context, recording.db, body.agent_id);
      const id = newId('ags', recording.needs.random);
      const opening = {
        id,
        scope: JSON.stringify(scopeJson(scope)),
        duration_secs: durationSecs,
        is_imported: imported === undefined ? 0 : 1,
        parent: null,
      } as const;
      const details = statedDetails(imported === undefined ? {} : { imported });
      const draft = startDraft({ agent, sessionId: id, durationSecs, scope, details });
      const after = { hash: agent.node_hash, time: agent.registered_at };
      const { session, ...appended } = await appendStart(recording, agent, opening, draft, after);
      await insertAgentSession(recording.db, session);
      return appended;
    });
  },

  async end(context, { headers, body }) {
    const { deps } = context;
    const request = { operation: api.agents.sessions.end.id, headers, body };
    let cut: readonly string[] = [];
    const { node_id: nodeId } = await record<Ended>(context, request, async (recording) => {
      const { agent, session } = await openSession(context, recording, body);
      const opening = { ...body };
      const appended = await appendNode(recording, agent, session, {
        kind: 'end',
        actionType: FIXED_ACTION_TYPES.end,
        summary: body.summary ?? '',
        inputHash: toHex(openingHash(opening)),
        details: { root: toHex(rootIn(session.tree)), count: session.nodes },
        opening,
      });
      cut = await endAgentSession(recording.db, session.id, appended.time);
      return appended;
    });
    for (const child of cut) announceSession(deps.db, child);
    await sealedOrLeft(deps, () => sealSession(deps, body.session_id));
    return storedReceipt<Ended>(context, nodeId);
  },

  async list({ deps, caller }, { query }) {
    const { limit = PAGE_ITEMS, cursor } = query;
    const below = cursor === undefined ? null : await positionOf(deps.db, caller.projectId, cursor);
    const rows = await agentSessionsBelow(deps.db, caller.projectId, below, limit + 1);
    const page = rows.slice(0, limit);
    const seals = await sealsOf(
      deps.db,
      page.map(({ id }) => id),
    );
    const now = deps.clock();
    const items = page.map((row) => sessionAnswer(row, seals.get(row.id) ?? null, now));
    return { items, next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
  },

  async read({ deps, caller }, { params }) {
    const row = await findProjectSession(deps.db, caller.projectId, params.id);
    if (row === null) throw noSession();
    const seals = await sealsOf(deps.db, [row.id]);
    return sessionAnswer(row, seals.get(row.id) ?? null, deps.clock());
  },

  async nodes({ deps, caller }, { params, query }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    const { limit = PAGE_ITEMS, after } = query;
    const last = after === undefined ? null : await findProjectNode(deps.db, caller.projectId, after);
    if (after !== undefined && last?.session_id !== session.id) {
      throw new ApiError('NOT_FOUND', 'There is no such node in this session.');
    }
    return sessionPage(deps, session, last?.sequence ?? 0, limit);
  },

  async outline({ deps, caller }, { params, query }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    const { after = 0, limit = OUTLINE_ITEMS } = query;
    return sessionOutline(deps.db, session.id, after, limit);
  },

  async forks({ deps, caller }, { params }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    const kept = await forksOfSession(deps.db, session.id);
    return { items: kept.map(forkAnswer), next_cursor: null };
  },

  verify: ({ deps }, { params }) => verifySession(deps, params.id),

  async check({ deps, caller }, { params }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    const verdict = await verifySession(deps, params.id);
    const { broken_at: brokenAt, intact, nodes } = verdict;
    const broken = brokenAt === null ? null : await findProjectNode(deps.db, caller.projectId, brokenAt);
    const at = deps.clock();
    const brokenSequence = broken?.session_id === session.id ? broken.sequence : null;
    await keepCheck(deps.db, session.id, { at, nodes, isIntact: intact, brokenSequence });
    return {
      ...verdict,
      last_check: { intact, nodes, broken_receipt: brokenSequence, checked_at: formatIsoTime(at) },
    };
  },

  async events({ deps, caller }, { params, headers }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    return sessionEvents(deps, session.id, Number(headers['last-event-id'] ?? 0));
  },

  async bundle({ deps, caller }, { params, query }) {
    const session = await findProjectSession(deps.db, caller.projectId, params.id);
    if (session === null) throw noSession();
    return sessionBundle(deps, session, { openings: query.openings ?? 'all' });
  },
});

async function positionOf(db: Db, projectId: string, cursor: string): Promise<number> {
  const row = await findProjectSession(db, projectId, cursor);
  if (row === null) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return row.position;
}

function noSession(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such session.');
}
