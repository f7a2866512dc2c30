/** The nodes of agents: appended in their chains' order, read one by one or by chain. The database refuses to change them. */
import type { Insertable, Selectable } from 'kysely';
import { type Db, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import { preparedRows } from '../../store/prepared-rows.ts';
import type { Tables } from '../../store/tables.ts';

export type AgentNodeRow = Selectable<Tables['agent_nodes']>;
export type NewAgentNode = Required<Omit<Insertable<Tables['agent_nodes']>, 'position'>>;

const insertRows = preparedRows<NewAgentNode & { readonly position: number }>()((db, value, rows) =>
  db.insertInto('agent_nodes').values(
    rows.map((at) => ({
      position: value('position', at),
      id: value('id', at),
      project_id: value('project_id', at),
      agent_id: value('agent_id', at),
      session_id: value('session_id', at),
      sequence: value('sequence', at),
      kind: value('kind', at),
      time_ms: value('time_ms', at),
      body: value('body', at),
      opening: value('opening', at),
      hash: value('hash', at),
      parent_hash: value('parent_hash', at),
      signature: value('signature', at),
      log_index: value('log_index', at),
    })),
  ),
);

/** Appends nodes in their order; `db` is a transaction. */
export async function insertAgentNodes(db: Db, nodes: readonly NewAgentNode[]): Promise<void> {
  const first = await takePositions(db, 'agent_nodes', {}, nodes.length);
  await insertRows(
    db,
    nodes.map((node, at) => ({ ...node, position: first + at })),
  );
}

const find = prepared<{ id: string }>()((db, value) =>
  db.selectFrom('agent_nodes').selectAll().where('id', '=', value('id')),
);

/** Of any project: nodes are public by their id. null where there is none. */
export async function findAgentNode(db: Db, id: string): Promise<AgentNodeRow | null> {
  return find.first(db, { id });
}

/** The nodes with these ids that there are, in no order. */
export async function findAgentNodes(db: Db, ids: readonly string[]): Promise<readonly AgentNodeRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('agent_nodes').selectAll().where('id', 'in', ids).execute();
}

/** null where the project has no such node. */
export async function findProjectNode(db: Db, projectId: string, id: string): Promise<AgentNodeRow | null> {
  const row = await findAgentNode(db, id);
  return row?.project_id === projectId ? row : null;
}

/** A session's nodes behind a sequence number (0: all), in the order of the chain. */
export async function sessionNodesAfter(
  db: Db,
  sessionId: string,
  sequence: number,
  limit: number,
): Promise<readonly AgentNodeRow[]> {
  return db
    .selectFrom('agent_nodes')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

export type OutlinedNodeRow = Pick<AgentNodeRow, 'id' | 'sequence' | 'time_ms' | 'body' | 'hash'>;

/** What an outline is made of: a session's nodes behind a sequence number, without signatures and openings. */
export async function sessionOutlineAfter(
  db: Db,
  sessionId: string,
  sequence: number,
  limit: number,
): Promise<readonly OutlinedNodeRow[]> {
  return db
    .selectFrom('agent_nodes')
    .select(['id', 'sequence', 'time_ms', 'body', 'hash'])
    .where('session_id', '=', sessionId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** The node of a session at a sequence number; null where there is none. */
export async function sessionNodeAt(db: Db, sessionId: string, sequence: number): Promise<AgentNodeRow | null> {
  const [row = null] = await sessionNodesAfter(db, sessionId, sequence - 1, 1);
  return row?.sequence === sequence ? row : null;
}

/** Hashes only, for trees: a session's nodes behind a sequence number. */
export async function sessionHashesAfter(
  db: Db,
  sessionId: string,
  sequence: number,
  limit: number,
): Promise<readonly Pick<AgentNodeRow, 'sequence' | 'hash'>[]> {
  return db
    .selectFrom('agent_nodes')
    .select(['sequence', 'hash'])
    .where('session_id', '=', sessionId)
    .where('sequence', '>', sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** All nodes behind a position (0: all), in the order in which they were made. */
export async function agentNodesAfter(db: Db, position: number, limit: number): Promise<readonly AgentNodeRow[]> {
  return db
    .selectFrom('agent_nodes')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Nodes that belong to no agent or session of their own project. Answers ids. */
export async function nodesWithoutPlace(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('agent_nodes')
    .leftJoin('agents', 'agents.id', 'agent_nodes.agent_id')
    .leftJoin('agent_sessions', 'agent_sessions.id', 'agent_nodes.session_id')
    .select('agent_nodes.id')
    .where(({ eb, or, and, ref }) =>
      or([
        eb('agents.project_id', 'is', null),
        eb('agents.project_id', '<>', ref('agent_nodes.project_id')),
        and([eb('agent_nodes.session_id', 'is', null), eb('agents.node_id', '<>', ref('agent_nodes.id'))]),
        and([
          eb('agent_nodes.session_id', 'is not', null),
          or([
            eb('agent_sessions.project_id', 'is', null),
            eb('agent_sessions.project_id', '<>', ref('agent_nodes.project_id')),
          ]),
        ]),
      ]),
    )
    .orderBy('agent_nodes.position')
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}

/** Nodes whose leaf is not in the log, or is another one there. Answers ids. */
export async function nodesOutsideTheLog(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('agent_nodes')
    .leftJoin('log_leaves', (join) =>
      join.on(({ eb, ref }) => eb('log_leaves.position', '=', eb(ref('agent_nodes.log_index'), '+', 1))),
    )
    .select('agent_nodes.id')
    .where(({ eb, or, ref }) =>
      or([eb('log_leaves.data', 'is', null), eb('log_leaves.data', '<>', ref('agent_nodes.hash'))]),
    )
    .orderBy('agent_nodes.position')
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}
