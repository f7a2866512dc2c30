import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { appendNode } from '../../agents/append.ts';
import { checkThreshold } from '../../agents/body-checks.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { actorOf, openSession, record } from '../../agents/recording.ts';
import { insertApproval } from '../../agents/store/approvals.ts';
import { approversLeft, voterOf } from '../../agents/voters.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';

/** Document 3, "Limits". */
const DEFAULT_TIMEOUT_SECS = 300;

export const approval = implement(api.agents.approval)<AgentNeeds>({
  async request(context, { headers, body }) {
    const { agent_id, session_id, summary, approvers } = body;
    const { threshold = 1, timeout_secs = DEFAULT_TIMEOUT_SECS } = body;
    checkThreshold(body);
    const allowsAsker = body.allow_requester === true;
    // Only where it is so: what was recorded before there was this choice is told by its absence.
    const choice = allowsAsker ? ({ allow_requester: true } as const) : {};
    const opening = { agent_id, session_id, summary, approvers, threshold, timeout_secs, ...choice };
    const request = { operation: api.agents.approval.request.id, headers, body };
    return record(context, request, async (recording) => {
      const { agent, session } = await openSession(context, recording, body);
      const id = newId('node', recording.needs.random);
      const appended = await appendNode(recording, agent, session, {
        id,
        kind: 'approval',
        actionType: FIXED_ACTION_TYPES.approval,
        summary,
        inputHash: toHex(openingHash(opening)),
        details: { approval_id: id, state: 'pending', ...choice },
        opening,
      });
      const voter = await voterOf(recording.db, context.caller.keyId);
      const { barred } = await approversLeft(recording.db, { approvers, asker: voter, allowsAsker, votes: [] });
      await insertApproval(recording.db, {
        node_id: id,
        project_id: agent.project_id,
        session_id: session.id,
        approvers: JSON.stringify(approvers),
        approver_count: approvers.length,
        threshold,
        requested_by: actorOf(context.caller),
        requested_at: appended.time,
        expires_at: appended.time + timeout_secs * 1000,
        approved: 0,
        denied: 0,
        voter,
        allow_requester: allowsAsker ? 1 : 0,
        barred,
      });
      return appended;
    });
  },
});
