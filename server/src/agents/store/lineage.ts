/** What leads from one node to others beyond its chain. */

import type { Db } from '../../store/engine.ts';
import type { AgentNodeRow } from './nodes.ts';

/** An agent's nodes behind a position (0: all), its registration first, in the order in which they were made. */
export async function nodesOfAgent(
  db: Db,
  agentId: string,
  position: number,
  limit: number,
): Promise<readonly AgentNodeRow[]> {
  return db
    .selectFrom('agent_nodes')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** First nodes of the sessions that begin at an agent's registration, the oldest first. */
export async function firstNodesOfAgent(db: Db, agentId: string, limit: number): Promise<readonly AgentNodeRow[]> {
  return db
    .selectFrom('agent_sessions')
    .innerJoin('agent_nodes', 'agent_nodes.session_id', 'agent_sessions.id')
    .selectAll('agent_nodes')
    .where('agent_sessions.agent_id', '=', agentId)
    .where('agent_sessions.parent_session_id', 'is', null)
    .where('agent_nodes.sequence', '=', 1)
    .orderBy('agent_sessions.position')
    .limit(limit)
    .execute();
}

/** The node in which an approval was decided belongs to it; null for a node that is no decision. */
export async function approvalDecidedBy(db: Db, nodeId: string): Promise<string | null> {
  const row = await db
    .selectFrom('agent_decisions')
    .select('approval_id')
    .where('node_id', '=', nodeId)
    .executeTakeFirst();
  return row?.approval_id ?? null;
}
