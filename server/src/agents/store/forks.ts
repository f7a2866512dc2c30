/** Forks that were made of sessions: what was asked, and what came out. Simulated nodes are not stored. */
import type { Insertable, Selectable } from 'kysely';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import type { Tables } from '../../store/tables.ts';

/** With the agent of its session. */
export interface AgentForkRow extends Selectable<Tables['agent_forks']> {
  readonly agent_id: string;
}

export interface ForkBounds {
  /** Forks that a session keeps. */
  readonly most: number;
  /** Bytes that they have together. */
  readonly mostBytes: number;
}

/** Stores a fork; the oldest of its session go where there are too many. The new one stays in any case. `db` is a transaction. */
export async function insertFork(
  db: Db,
  fork: Omit<Insertable<Tables['agent_forks']>, 'position'>,
  { most, mostBytes }: ForkBounds,
): Promise<void> {
  const position = await takePositions(db, 'agent_forks', {});
  await db
    .insertInto('agent_forks')
    .values({ ...fork, position })
    .execute();
  const ofSession = db.selectFrom('agent_forks').select(['position', 'size']).where('session_id', '=', fork.session_id);
  const kept = await lockRow(ofSession.orderBy('position', 'desc')).execute();
  let bytes = 0;
  const tooMany = kept.findIndex(({ size }, at) => {
    bytes += size;
    return at > 0 && (at >= most || bytes > mostBytes);
  });
  const oldest = kept[tooMany];
  if (oldest === undefined) return;
  await db
    .deleteFrom('agent_forks')
    .where('session_id', '=', fork.session_id)
    .where('position', '<=', oldest.position)
    .execute();
}

/** null where the project has no such fork. */
export async function findProjectFork(db: Db, projectId: string, id: string): Promise<AgentForkRow | null> {
  const row = await forks(db)
    .where('agent_forks.id', '=', id)
    .where('agent_forks.project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** The forks of a session, the newest first. */
export async function forksOfSession(db: Db, sessionId: string): Promise<readonly AgentForkRow[]> {
  return forks(db).where('agent_forks.session_id', '=', sessionId).orderBy('agent_forks.position', 'desc').execute();
}

const fromNode = prepared<{ nodeId: string; limit: number }>()((db, value) =>
  forks(db)
    .where('agent_forks.forked_from', '=', value('nodeId'))
    .orderBy('agent_forks.position')
    .limit(value('limit')),
);

/** The forks that begin at a node, the oldest first. */
export function forksFromNode(db: Db, nodeId: string, limit: number): Promise<readonly AgentForkRow[]> {
  return fromNode.all(db, { nodeId, limit });
}

/** Forks of all projects behind a position (0: all). */
export async function forksAfter(db: Db, position: number, limit: number): Promise<readonly AgentForkRow[]> {
  return forks(db).where('agent_forks.position', '>', position).orderBy('agent_forks.position').limit(limit).execute();
}

function forks(db: Db) {
  return db
    .selectFrom('agent_forks')
    .innerJoin('agent_sessions', 'agent_sessions.id', 'agent_forks.session_id')
    .selectAll('agent_forks')
    .select('agent_sessions.agent_id');
}
