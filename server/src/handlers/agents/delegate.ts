import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { narrowScope, scopeJson } from '@touchstone/core/agent/scope.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { scopeIn } from '../../agents/agent-rows.ts';
import { appendNode, appendStart } from '../../agents/append.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { openSession, projectAgent, record } from '../../agents/recording.ts';
import { startDraft } from '../../agents/start.ts';
import { insertAgentSession } from '../../agents/store/sessions.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';

export const delegate = implement(api.agents.delegate)<AgentNeeds>({
  async create(context, { headers, body }) {
    const request = { operation: api.agents.delegate.create.id, headers, body };
    return record(context, request, async (recording) => {
      const { db, needs } = recording;
      const { agent, session } = await openSession(context, recording, body);
      const other = await projectAgent(context, db, body.delegate_agent_id);
      const scope = narrowScope(scopeIn(session), {
        ...(body.allowed_tools === undefined ? {} : { allowed_tools: body.allowed_tools }),
        ...(body.max_value === undefined ? {} : { max_value: body.max_value }),
      });
      const childId = newId('ags', needs.random);
      const { duration_secs } = body;
      const opening = {
        agent_id: agent.id,
        session_id: session.id,
        delegate_agent_id: other.id,
        child_session_id: childId,
        duration_secs,
        scope: scopeJson(scope),
        agent_public_key: toBase64(other.public_key),
      };
      const appended = await appendNode(recording, agent, session, {
        kind: 'delegate',
        actionType: FIXED_ACTION_TYPES.delegate,
        summary: `Delegated to ${other.id}.`,
        inputHash: toHex(openingHash(opening)),
        details: { child_session_id: childId, scope: scopeJson(scope) },
        opening,
      });
      const child = {
        id: childId,
        scope: JSON.stringify(scopeJson(scope)),
        duration_secs,
        is_imported: session.is_imported,
        parent: { sessionId: session.id, nodeId: appended.node.node_id, expiresAt: session.expires_at },
      };
      const draft = startDraft({ agent: other, sessionId: childId, durationSecs: duration_secs, scope });
      const first = await appendStart(recording, other, child, draft, appended);
      await insertAgentSession(db, first.session);
      return appended;
    });
  },
});
