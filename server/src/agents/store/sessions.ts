/** Sessions of agents, each with the head of its chain, and the seals of sessions and registrations. */
import type { Insertable, Selectable } from 'kysely';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import type { Tables } from '../../store/tables.ts';

export type AgentSessionRow = Selectable<Tables['agent_sessions']>;
export type NewAgentSession = Omit<Insertable<Tables['agent_sessions']>, 'position'>;
export type AgentSealRow = Selectable<Tables['agent_seals']>;

/** Stores a session. `db` is a transaction. */
export async function insertAgentSession(db: Db, session: NewAgentSession): Promise<void> {
  const position = await takePositions(db, 'agent_sessions', {});
  await db
    .insertInto('agent_sessions')
    .values({ ...session, position })
    .execute();
}

const find = prepared<{ id: string }>()((db, value) =>
  db.selectFrom('agent_sessions').selectAll().where('id', '=', value('id')),
);

/** Of any project; null where there is none. */
export async function findAgentSession(db: Db, id: string): Promise<AgentSessionRow | null> {
  return find.first(db, { id });
}

/** The same for a transaction that goes on to change it: nobody else does until the transaction ends. */
export async function lockAgentSession(transaction: Db, id: string): Promise<AgentSessionRow | null> {
  return find.lock(transaction, { id });
}

/** null where the project has no such session. */
export async function findProjectSession(db: Db, projectId: string, id: string): Promise<AgentSessionRow | null> {
  const row = await findAgentSession(db, id);
  return row?.project_id === projectId ? row : null;
}

export interface SessionHead {
  readonly nodes: number;
  readonly hash: Uint8Array;
  readonly time: number;
  /** As the column: unchanged by an end node. */
  readonly tree: Uint8Array;
  readonly failures: number;
  readonly denials: number;
  readonly violations: number;
}

const moveHead = prepared<SessionHead & { readonly id: string; readonly before: number }>()((db, value) =>
  db
    .updateTable('agent_sessions')
    .set({
      nodes: value('nodes'),
      head_hash: value('hash'),
      last_time: value('time'),
      tree: value('tree'),
      failures: value('failures'),
      denials: value('denials'),
      violations: value('violations'),
    })
    .where('id', '=', value('id'))
    .where('nodes', '=', value('before')),
);

/** Moves the head of a chain by one node. False where it has moved already; `db` is a transaction. */
export async function moveSessionHead(db: Db, id: string, head: SessionHead): Promise<boolean> {
  return (await moveHead.change(db, { ...head, id, before: head.nodes - 1 })) === 1;
}

export interface KeptCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly nodes: number;
  readonly isIntact: boolean;
  /** The first node that does not hold, from 1. */
  readonly brokenSequence: number | null;
}

/** Keeps what a check of the whole session has found, in place of the one before. */
export async function keepCheck(db: Db, id: string, check: KeptCheck): Promise<void> {
  const { at, nodes, isIntact, brokenSequence } = check;
  await db
    .updateTable('agent_sessions')
    .set({ checked_at: at, checked_nodes: nodes, checked_intact: isIntact ? 1 : 0, broken_sequence: brokenSequence })
    .where('id', '=', id)
    .execute();
}

/** Sessions whose children are asked for at once: a statement takes 32,766 parameters. */
const MOST_PARENTS = 500;

/**
 * Ends a session, and cuts those delegated from it, at whatever depth, to the same moment. One that is sealed stays as its
 * seal says, though a clock that was set back makes its end lie ahead. Answers which it cut.
 */
export async function endAgentSession(db: Db, id: string, endedAt: number): Promise<readonly string[]> {
  const cut: string[] = [];
  await db.updateTable('agent_sessions').set({ ended_at: endedAt }).where('id', '=', id).execute();
  for (const parents = [id]; parents.length > 0; ) {
    const delegated = db
      .selectFrom('agent_sessions')
      .select(['id', 'last_time', 'expires_at', 'ended_at', 'sealed_at'])
      .where('parent_session_id', 'in', parents.splice(0, MOST_PARENTS));
    const children = await lockRow(delegated.orderBy('id')).execute();
    for (const child of children) {
      // Its own last node may be newer, where the clock was set back in between.
      const expiresAt = Math.max(endedAt, child.last_time);
      if (child.ended_at !== null || child.sealed_at !== null || child.expires_at <= expiresAt) continue;
      await db.updateTable('agent_sessions').set({ expires_at: expiresAt }).where('id', '=', child.id).execute();
      cut.push(child.id);
    }
    for (const child of children) parents.push(child.id);
  }
  return cut;
}

/** The project's sessions, the newest first, from below a position. */
export async function agentSessionsBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly AgentSessionRow[]> {
  return db
    .selectFrom('agent_sessions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** Sessions of all projects behind a position (0: all). */
export async function agentSessionsAfter(db: Db, position: number, limit: number): Promise<readonly AgentSessionRow[]> {
  return db
    .selectFrom('agent_sessions')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The sessions that were delegated from one, the oldest first. */
export async function childSessions(db: Db, id: string): Promise<readonly AgentSessionRow[]> {
  return db.selectFrom('agent_sessions').selectAll().where('parent_session_id', '=', id).orderBy('position').execute();
}

/** The session that a node delegated; null where it delegated none. */
export async function sessionDelegatedBy(db: Db, nodeId: string): Promise<AgentSessionRow | null> {
  const row = await db.selectFrom('agent_sessions').selectAll().where('parent_node_id', '=', nodeId).executeTakeFirst();
  return row ?? null;
}

const restoredOpen = prepared<{ limit: number }>()((db, value) =>
  db
    .selectFrom('agent_sessions')
    .select('id')
    .where('restored_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('sealed_at', 'is', null)
    .limit(value('limit')),
);

/** Open sessions that a restore has left to be ended; what is sealed was over before. */
export async function sessionsToTell(db: Db, limit: number): Promise<readonly string[]> {
  return (await restoredOpen.all(db, { limit })).map(({ id }) => id);
}

/**
 * Marks the sessions that were open when the backup was made: what came later is lost, and the service ends their chains at
 * its next start (S27).
 */
export async function markRestoredSessions(
  db: Db,
  { restoredAt, backupCreatedAt }: { readonly restoredAt: number; readonly backupCreatedAt: number },
): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ restored_at: restoredAt })
    .where('ended_at', 'is', null)
    .where('sealed_at', 'is', null)
    .where('expires_at', '>', backupCreatedAt)
    .execute();
}

/** The seal of a session, or of an agent's registration; null until there is one. */
export async function findSeal(
  db: Db,
  of: { readonly sessionId: string } | { readonly agentId: string },
): Promise<AgentSealRow | null> {
  const seals = db.selectFrom('agent_seals').selectAll();
  const row = await ('sessionId' in of
    ? seals.where('session_id', '=', of.sessionId)
    : seals.where('agent_id', '=', of.agentId).where('session_id', 'is', null)
  ).executeTakeFirst();
  return row ?? null;
}

/** The handles of the seals of these agents' registrations, by the agents' ids. */
export async function registrationSealsOf(db: Db, agentIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (agentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('agent_seals')
    .select(['agent_id', 'handle'])
    .where('agent_id', 'in', agentIds)
    .where('session_id', 'is', null)
    .execute();
  return new Map(rows.map(({ agent_id, handle }) => [agent_id, handle]));
}

/** The seals of these sessions, by their ids. */
export async function sealsOf(db: Db, sessionIds: readonly string[]): Promise<ReadonlyMap<string, AgentSealRow>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.selectFrom('agent_seals').selectAll().where('session_id', 'in', sessionIds).execute();
  return new Map(rows.flatMap((row) => (row.session_id === null ? [] : [[row.session_id, row] as const])));
}

/** Stores a seal unless there is one; answers whether it was stored. `db` is a transaction that has locked what is sealed. */
export async function insertSeal(db: Db, seal: Omit<Insertable<Tables['agent_seals']>, 'position'>): Promise<boolean> {
  const of = seal.session_id === null || seal.session_id === undefined;
  const known = await findSeal(db, of ? { agentId: seal.agent_id } : { sessionId: seal.session_id ?? '' });
  if (known !== null) return false;
  const position = await takePositions(db, 'agent_seals', {});
  await db
    .insertInto('agent_seals')
    .values({ ...seal, position })
    .execute();
  await (of
    ? db.updateTable('agents').set({ sealed_at: seal.sealed_at }).where('id', '=', seal.agent_id)
    : db
        .updateTable('agent_sessions')
        .set({ sealed_at: seal.sealed_at })
        .where('id', '=', seal.session_id ?? '')
  ).execute();
  return true;
}

/** Seals behind a position (0: all). */
export async function sealsAfter(db: Db, position: number, limit: number): Promise<readonly AgentSealRow[]> {
  return db
    .selectFrom('agent_seals')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}
