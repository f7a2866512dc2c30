import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { boundsOf, callingKey, requireScopesWithin } from '../../accounts/key-trees.ts';
import { nodeIn } from '../../agents/agent-rows.ts';
import { appendNode } from '../../agents/append.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { actorOf, openSession, record } from '../../agents/recording.ts';
import {
  type AgentApprovalRow,
  type AgentDecisionRow,
  approvalEnd,
  approvalStateAt,
  approvalsBelow,
  decisionsOn,
  findApproval,
  insertDecision,
  lockApproval,
} from '../../agents/store/approvals.ts';
import { findAgentNodes } from '../../agents/store/nodes.ts';
import {
  approversLeft,
  type Ballot,
  isKeyId,
  mayVote,
  type Voter,
  voterOf,
  votersLeft,
  votersOf,
} from '../../agents/voters.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

type Approval = OutputOf<typeof api.agents.approvals.read>;

const PAGE_ITEMS = 50;

export const approvals = implement(api.agents.approvals)<AgentNeeds>({
  async list({ deps, caller }, { query }) {
    const { limit = PAGE_ITEMS, cursor, state } = query;
    const now = deps.clock();
    const below = cursor === undefined ? null : await positionOf(deps.db, caller.projectId, cursor);
    const filter = { now, below, limit: limit + 1, ...(state === undefined ? {} : { state }) };
    const rows = await approvalsBelow(deps.db, caller.projectId, filter);
    const page = rows.slice(0, limit);
    const items = await answersOf(deps.db, caller.projectId, page, now);
    return { items, next_cursor: rows.length > limit ? (page.at(-1)?.node_id ?? null) : null };
  },

  async read({ deps, caller }, { params }) {
    const row = await findApproval(deps.db, caller.projectId, params.id);
    const [approval] = row === null ? [] : await answersOf(deps.db, caller.projectId, [row], deps.clock());
    if (approval === undefined) throw noApproval();
    return approval;
  },

  async decide(context, { params, headers, body }) {
    const { caller } = context;
    const { decision, approver } = body;
    const opening = { approval_id: params.id, approver, decision };
    const request = { operation: api.agents.approvals.decide.id, headers, params, body };
    return record(context, request, async (recording) => {
      const { db, now } = recording;
      const asked = await findApproval(db, caller.projectId, params.id);
      if (asked === null) throw noApproval();
      if (!approversOf(asked).includes(approver)) {
        throw invalid('approver', '`approver` is not one of those who were asked.');
      }
      const { agent, session } = await openSession(context, recording, { session_id: asked.session_id });
      // Its session comes first: read again, as others decide until then.
      const approval = await lockApproval(db, caller.projectId, params.id);
      if (approval === null) throw noApproval();
      if (approvalStateAt(approval, now) !== 'pending') {
        throw new ApiError('CONFLICT', 'This approval is no longer pending.');
      }
      const before = await decisionsOn(db, [approval.node_id]);
      if (before.some((other) => other.approver === approver)) {
        throw new ApiError('CONFLICT', 'This approver has already decided.');
      }
      const voter = await requireVote(db, caller, approver, ballotOf(approval, before), now);
      const { barred } = await approversLeft(db, ballotOf(approval, [...before, { approver, voter }]));
      const isApproved = decision === 'approve';
      const counts = {
        approved: approval.approved + (isApproved ? 1 : 0),
        denied: approval.denied + (isApproved ? 0 : 1),
        barred,
      };
      const actor = actorOf(caller);
      const appended = await appendNode(recording, agent, session, {
        kind: 'decision',
        actionType: FIXED_ACTION_TYPES.decision,
        summary: `${approver}: ${isApproved ? 'approved' : 'denied'}.`,
        inputHash: toHex(openingHash(opening)),
        details: {
          approval_id: approval.node_id,
          state: approvalStateAt({ ...approval, ...counts }, now),
          decision,
          approver,
          decided_by: caller.keyId,
          decided_by_requester: voter === approval.voter,
        },
        opening,
      });
      const stored = { node_id: appended.node.node_id, approval_id: approval.node_id, approver, decision };
      await insertDecision(db, { ...stored, decided_by: actor, decided_at: appended.time, voter }, barred);
      return appended;
    });
  },
});

/**
 * The voter that a decision in this name counts for. Throws INVALID_KEY and INVALID_SCOPE for a key that lost what it needs
 * meanwhile, INVALID_SCOPE where the name is another key's or the voter asked, CONFLICT where it has voted.
 */
async function requireVote(db: Db, { keyId }: Caller, approver: string, ballot: Ballot, now: number): Promise<string> {
  if (keyId !== null) requireScopesWithin(boundsOf(await callingKey(db, keyId, now)).scopes, ['approve']);
  const voter = await voterOf(db, keyId);
  if (isKeyId(approver) && (await voterOf(db, approver)) !== voter) {
    throw new ApiError(
      'INVALID_SCOPE',
      'Only the named key, or a key of the same tree of keys, can decide in its name.',
    );
  }
  if (mayVote(ballot, voter)) return voter;
  if (!ballot.allowsAsker && voter === ballot.asker) {
    throw new ApiError('INVALID_SCOPE', 'Whoever asked for an approval cannot decide on it.');
  }
  throw new ApiError('CONFLICT', 'This voter has already decided, under another name.');
}

/** Whose votes an approval has and takes. */
function ballotOf(row: AgentApprovalRow, votes: readonly Pick<AgentDecisionRow, 'approver' | 'voter'>[]): Ballot {
  return { approvers: approversOf(row), asker: row.voter, allowsAsker: row.allow_requester === 1, votes };
}

async function answersOf(
  db: Db,
  projectId: string,
  rows: readonly AgentApprovalRow[],
  now: number,
): Promise<Approval[]> {
  const ids = rows.map(({ node_id }) => node_id);
  const nodes = new Map((await findAgentNodes(db, ids)).map((row) => [row.id, nodeIn(row)]));
  const decisions = Map.groupBy(await decisionsOn(db, ids), ({ approval_id }) => approval_id);
  let voters: readonly Voter[] | null = null;
  const answers: Approval[] = [];
  for (const row of rows) {
    const node = nodes.get(row.node_id);
    if (node === undefined) throw new TypeError(`internal: approval ${row.node_id} has no node`);
    const state = approvalStateAt(row, now);
    const votes = decisions.get(row.node_id) ?? [];
    if (state === 'pending') voters ??= await votersOf(db, projectId, now);
    answers.push({
      approval_id: row.node_id,
      agent_id: node.agent_id,
      session_id: row.session_id,
      summary: node.action_summary,
      approvers: approversOf(row),
      threshold: row.threshold,
      allow_requester: row.allow_requester === 1,
      state,
      decisions: votes.map((decision) => ({
        node_id: decision.node_id,
        approver: decision.approver,
        decision: decision.decision,
        decided_by: decision.decided_by.startsWith('ak_') ? decision.decided_by : null,
        decided_by_requester: decision.voter === row.voter,
        decided_at: formatIsoTime(decision.decided_at),
        voter: decision.voter,
      })),
      voters: state === 'pending' ? await votersLeft(db, ballotOf(row, votes), voters ?? []) : [],
      requested_at: formatIsoTime(row.requested_at),
      expires_at: formatIsoTime(approvalEnd(row)),
    });
  }
  return answers;
}

function approversOf({ approvers }: AgentApprovalRow): string[] {
  return JSON.parse(approvers) as string[];
}

async function positionOf(db: Db, projectId: string, cursor: string): Promise<number> {
  const row = await findApproval(db, projectId, cursor);
  if (row === null) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return row.position;
}

function noApproval(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such approval.');
}
