/** Approvals and the decisions on them. What state one is in follows from these, its session and the clock. */
import { expressionBuilder, type Insertable, type Selectable } from 'kysely';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import type { Tables } from '../../store/tables.ts';

/** With what its session says of when nobody can decide any more. */
export type AgentApprovalRow = Selectable<Tables['agent_approvals']> & {
  /** When the session ends or has ended. */
  readonly session_end: number;
  /** 1 where the session is over, whatever the clock says now. */
  readonly is_session_over: number;
};
export type AgentDecisionRow = Selectable<Tables['agent_decisions']>;
export type ApprovalState = 'pending' | 'approved' | 'denied' | 'expired';

/** Stores an approval. `db` is a transaction. */
export async function insertApproval(
  db: Db,
  approval: Omit<Insertable<Tables['agent_approvals']>, 'position'>,
): Promise<void> {
  const position = await takePositions(db, 'agent_approvals', {});
  await db
    .insertInto('agent_approvals')
    .values({ ...approval, position })
    .execute();
}

const sessions = expressionBuilder<Tables, 'agent_sessions'>();

/** Nobody opens such a session again, whatever the clock says. */
const SESSION_IS_OVER = sessions.or([
  sessions('agent_sessions.ended_at', 'is not', null),
  sessions('agent_sessions.restored_at', 'is not', null),
  sessions('agent_sessions.sealed_at', 'is not', null),
]);

/** Approvals, each with what tells when its session ends. */
function approvalsWithSessions(db: Db) {
  return db
    .selectFrom('agent_approvals')
    .innerJoin('agent_sessions', 'agent_sessions.id', 'agent_approvals.session_id')
    .selectAll('agent_approvals')
    .select(({ fn, case: when }) => [
      fn.coalesce('agent_sessions.ended_at', 'agent_sessions.expires_at').as('session_end'),
      when().when(SESSION_IS_OVER).then(1).else(0).end().as('is_session_over'),
    ]);
}

/** null where the project has no such approval. */
export async function findApproval(db: Db, projectId: string, nodeId: string): Promise<AgentApprovalRow | null> {
  return (await approvalOf(db, projectId, nodeId).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to decide it, and has locked its session. */
export async function lockApproval(
  transaction: Db,
  projectId: string,
  nodeId: string,
): Promise<AgentApprovalRow | null> {
  return (await lockRow(approvalOf(transaction, projectId, nodeId), 'agent_approvals').executeTakeFirst()) ?? null;
}

function approvalOf(db: Db, projectId: string, nodeId: string) {
  return approvalsWithSessions(db)
    .where('agent_approvals.node_id', '=', nodeId)
    .where('agent_approvals.project_id', '=', projectId);
}

/** Adds a decision, after which `barred` of the others cannot vote; `db` is a transaction. */
export async function insertDecision(db: Db, decision: AgentDecisionRow, barred: number): Promise<void> {
  await db.insertInto('agent_decisions').values(decision).execute();
  const counter = decision.decision === 'approve' ? 'approved' : 'denied';
  await db
    .updateTable('agent_approvals')
    .set((expression) => ({ [counter]: expression(counter, '+', 1), barred }))
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

/** From when on nobody can decide: when its own time has run out, or with its session. */
export function approvalEnd({ expires_at, session_end }: AgentApprovalRow): number {
  return Math.min(expires_at, session_end);
}

/**
 * The state at a time: approved once as many have approved as the threshold demands, denied once somebody has denied and that
 * cannot happen any more, expired where the time ran out or the session ended before.
 */
export function approvalStateAt(approval: AgentApprovalRow, now: number): ApprovalState {
  const { approver_count, threshold, approved, denied, barred, is_session_over } = approval;
  if (approved >= threshold) return 'approved';
  if (denied > 0 && denied + barred > approver_count - threshold) return 'denied';
  return is_session_over === 1 || now >= approvalEnd(approval) ? 'expired' : 'pending';
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
  return approvalsWithSessions(db)
    .where('agent_approvals.project_id', '=', projectId)
    .where('agent_approvals.position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .where((expression) => {
      const { eb, ref, and, or, not } = expression;
      if (state === undefined) return and([]);
      const approved = eb('approved', '>=', ref('threshold'));
      const denied = and([
        eb('denied', '>', 0),
        eb(eb(eb('denied', '+', ref('barred')), '+', ref('threshold')), '>', ref('approver_count')),
      ]);
      if (state === 'approved') return approved;
      if (state === 'denied') return and([not(approved), denied]);
      const over = or([
        eb('agent_approvals.expires_at', '<=', now),
        eb('agent_sessions.expires_at', '<=', now),
        SESSION_IS_OVER,
      ]);
      return and([not(approved), not(denied), state === 'expired' ? over : not(over)]);
    })
    .orderBy('agent_approvals.position', 'desc')
    .limit(limit)
    .execute();
}
