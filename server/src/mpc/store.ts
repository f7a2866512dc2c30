/** Joint computations: sessions and contributions. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Row, Tables } from '../store/tables.ts';

export type SessionRow = Selectable<Tables['mpc_sessions']>;
export type ContributionRow = Selectable<Tables['mpc_contributions']>;

export async function insertSession(transaction: Db, session: Row<'mpc_sessions'>): Promise<void> {
  await transaction.insertInto('mpc_sessions').values(session).execute();
}

/** null where the project has no such session; one that is over is found for a while. */
export async function findSession(db: Db, projectId: string, id: string): Promise<SessionRow | null> {
  return (await sessionOf(db, projectId, id).executeTakeFirst()) ?? null;
}

/** For a transaction that goes on to change it. */
export async function lockSession(transaction: Db, projectId: string, id: string): Promise<SessionRow | null> {
  return (await lockRow(sessionOf(transaction, projectId, id)).executeTakeFirst()) ?? null;
}

function sessionOf(db: Db, projectId: string, id: string) {
  return db.selectFrom('mpc_sessions').selectAll().where('project_id', '=', projectId).where('id', '=', id);
}

/** Sessions of a project whose time is not over. */
export async function countOpenSessions(db: Db, projectId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('mpc_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Where a page goes on: below it in its order, newest first. */
export interface SessionPlace {
  readonly createdAt: number;
  readonly id: string;
}

const LISTED = [
  'id',
  'computation',
  'participants',
  'threshold',
  'contributions',
  'created_at',
  'expires_at',
  'transcript',
] as const satisfies readonly (keyof SessionRow)[];

export async function listSessions(db: Db, projectId: string, below: SessionPlace | null, limit: number) {
  let query = db.selectFrom('mpc_sessions').select(LISTED).where('project_id', '=', projectId);
  if (below !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(below.createdAt, below.id)),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** In the order of the participants. */
export async function contributionsOf(db: Db, sessionId: string): Promise<readonly ContributionRow[]> {
  return db
    .selectFrom('mpc_contributions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('participant')
    .execute();
}

/** The places of those who have contributed, in their order. */
export async function contributorsOf(db: Db, sessionId: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('mpc_contributions')
    .select('participant')
    .where('session_id', '=', sessionId)
    .orderBy('participant')
    .execute();
  return rows.map(({ participant }) => participant);
}

/** Stores a contribution and counts it; false where this participant has contributed already. The session is locked. */
export async function insertContribution(
  transaction: Db,
  session: SessionRow,
  contribution: Row<'mpc_contributions'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('mpc_contributions')
    .values(contribution)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (inserted !== 1n) return false;
  await transaction
    .updateTable('mpc_sessions')
    .set({ contributions: session.contributions + 1 })
    .where('id', '=', session.id)
    .execute();
  return true;
}

/** From now on nobody contributes. The session is locked. */
export async function closeSession(transaction: Db, id: string, now: number): Promise<void> {
  await transaction.updateTable('mpc_sessions').set({ closed_at: now }).where('id', '=', id).execute();
}

export interface SignedTranscript {
  readonly transcript: string;
  readonly signature: string;
}

/** Ends a session, with its result or without: keys and sealed inputs go. The session is locked. */
export async function endSession(
  transaction: Db,
  id: string,
  now: number,
  result: SignedTranscript | null,
): Promise<void> {
  await transaction
    .updateTable('mpc_sessions')
    .set({ envelope: null, ended_at: now, ...(result ?? {}) })
    .where('id', '=', id)
    .execute();
  await transaction
    .updateTable('mpc_contributions')
    .set({ sealed_shares: null })
    .where('session_id', '=', id)
    .execute();
}

/** Deletes sessions with all that is theirs. The sessions are locked. */
export async function deleteSession(transaction: Db, id: string): Promise<void> {
  await transaction.deleteFrom('mpc_contributions').where('session_id', '=', id).execute();
  await transaction.deleteFrom('mpc_sessions').where('id', '=', id).execute();
}

/** Sessions whose time is over and of which nobody was told yet, the oldest first. */
export async function expiredSessions(db: Db, now: number, limit: number) {
  return db
    .selectFrom('mpc_sessions')
    .select(['project_id', 'id'])
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** Sessions that have ended before a time and are not remembered any longer. */
export async function sessionsEndedBefore(db: Db, before: number, limit: number) {
  return db
    .selectFrom('mpc_sessions')
    .select(['project_id', 'id'])
    .where('ended_at', 'is not', null)
    .where('expires_at', '<=', before)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** All sealed keys, a page at a time. */
export async function sealedSessionsAfter(db: Db, after: string, limit: number): Promise<readonly SessionRow[]> {
  return db.selectFrom('mpc_sessions').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}
