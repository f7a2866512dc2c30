/** Approvals and the decisions on them. What state one is in follows from these and the clock. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

export type AgentApprovalRow = Selectable<Tables['agent_approvals']>;
export type AgentDecisionRow = Selectable<Tables['agent_decisions']>;
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

export async function insertApproval(db: Db, approval: Insertable<Tables['agent_approvals']>): Promise<void> {
  await db.insertInto('agent_approvals').values(approval).execute();
}

/** null where the project has no such approval. */
export async function findApproval(db: Db, projectId: string, nodeId: string): Promise<AgentApprovalRow | null> {
  const row = await db
    .selectFrom('agent_approvals')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** Adds a decision; `db` is a transaction. */
export async function insertDecision(db: Db, decision: AgentDecisionRow): Promise<void> {
  await db.insertInto('agent_decisions').values(decision).execute();
  const counter = decision.decision === 'approve' ? 'approved' : 'denied';
  await db
    .updateTable('agent_approvals')
    .set((expression) => ({ [counter]: expression(counter, '+', 1) }))
    .where('node_id', '=', decision.approval_id)
    .execute();
}

/** The decisions on these approvals, the oldest first. */
export async function decisionsOn(db: Db, approvalIds: readonly string[]): Promise<readonly AgentDecisionRow[]> {
  if (approvalIds.length === 0) return [];
  return db
    .selectFrom('agent_decisions')
    .selectAll()
    .where('approval_id', 'in', approvalIds)
    .orderBy('decided_at')
    .orderBy('node_id')
    .execute();
}

/**
 * The state at a time: approved once as many have approved as the threshold demands, denied once that cannot happen any
 * more, expired where the time ran out before.
 */
export function approvalStateAt(
  { approver_count, threshold, approved, denied, expires_at }: Omit<AgentApprovalRow, 'position'>,
  now: number,
): ApprovalState {
  if (approved >= threshold) return 'approved';
  if (denied > approver_count - threshold) return 'denied';
  return now >= expires_at ? 'expired' : 'pending';
}

export interface ApprovalFilter {
  /** Only those in this state at `now`. */
  readonly state?: ApprovalState;
  readonly now: number;
  readonly below: number | null;
  readonly limit: number;
}

/** The project's approvals, the newest first, from below a position. The states are those of `approvalStateAt`. */
export async function approvalsBelow(
  db: Db,
  projectId: string,
  { state, now, below, limit }: ApprovalFilter,
): Promise<readonly AgentApprovalRow[]> {
  return db
    .selectFrom('agent_approvals')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .where((expression) => {
      const { eb, ref, and, not } = expression;
      if (state === undefined) return and([]);
      const approved = eb('approved', '>=', ref('threshold'));
      const denied = eb(eb('denied', '+', ref('threshold')), '>', ref('approver_count'));
      if (state === 'approved') return approved;
      if (state === 'denied') return and([not(approved), denied]);
      return and([not(approved), not(denied), eb('expires_at', state === 'expired' ? '<=' : '>', now)]);
    })
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Approvals of all projects behind a position (0: all). */
export async function approvalsAfter(db: Db, position: number, limit: number): Promise<readonly AgentApprovalRow[]> {
  return db
    .selectFrom('agent_approvals')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}
