/** The keys of encrypted computation: BFV pairs and CKKS sessions. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Row, Tables } from '../store/tables.ts';

export type BfvKey = Selectable<Tables['bfv_keys']>;
export type CkksSession = Selectable<Tables['ckks_sessions']>;

export async function insertBfvKey(db: Db, key: Row<'bfv_keys'>): Promise<void> {
  await db.insertInto('bfv_keys').values(key).execute();
}

/** null where the project has no such key. */
export async function findBfvKey(db: Db, projectId: string, id: string): Promise<BfvKey | null> {
  const query = db.selectFrom('bfv_keys').selectAll().where('project_id', '=', projectId).where('id', '=', id);
  return (await query.executeTakeFirst()) ?? null;
}

export async function hasBfvKey(db: Db, projectId: string, id: string): Promise<boolean> {
  const query = db.selectFrom('bfv_keys').select('id').where('project_id', '=', projectId).where('id', '=', id);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Deletes a key for good; false where the project has none of that id. */
export async function deleteBfvKey(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await db
    .deleteFrom('bfv_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return deleted === 1n;
}

/** Where a page begins: what stands before it in its order, oldest first. */
export interface After {
  readonly createdAt: number;
  readonly id: string;
}

export async function listBfvKeys(
  db: Db,
  projectId: string,
  after: After | null,
  limit: number,
): Promise<readonly Omit<BfvKey, 'envelope'>[]> {
  let query = db
    .selectFrom('bfv_keys')
    .select(['id', 'project_id', 'custody', 'profile', 'fingerprint', 'created_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

export async function countBfvKeys(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('bfv_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertCkksSession(db: Db, session: Row<'ckks_sessions'>): Promise<void> {
  await db.insertInto('ckks_sessions').values(session).execute();
}

/** null where the project has no such session; one that is over is found for a while. */
export async function findCkksSession(db: Db, projectId: string, id: string): Promise<CkksSession | null> {
  return (await sessionOf(db, projectId, id).executeTakeFirst()) ?? null;
}

function sessionOf(db: Db, projectId: string, id: string) {
  return db.selectFrom('ckks_sessions').selectAll().where('project_id', '=', projectId).where('id', '=', id);
}

/** Counts a decryption; false where the key has decrypted `most` times, or the session has ended meanwhile. */
export async function countDecrypt(transaction: Db, projectId: string, id: string, most: number): Promise<boolean> {
  const session = await lockRow(sessionOf(transaction, projectId, id)).executeTakeFirst();
  if (session === undefined || session.envelope === null || session.decrypts >= most) return false;
  await transaction
    .updateTable('ckks_sessions')
    .set({ decrypts: session.decrypts + 1 })
    .where('id', '=', id)
    .execute();
  return true;
}

/** Deletes a session with its key; false where the project has none of that id. */
export async function deleteCkksSession(db: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await db
    .deleteFrom('ckks_sessions')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return deleted === 1n;
}

/** Ends all at once, and nothing is left of them: for a restore (decisions, 12.39). */
export async function endCkksSessions(db: Db): Promise<void> {
  await db.deleteFrom('ckks_sessions').execute();
}

export async function listCkksSessions(
  db: Db,
  projectId: string,
  after: After | null,
  limit: number,
): Promise<readonly Omit<CkksSession, 'envelope'>[]> {
  let query = db
    .selectFrom('ckks_sessions')
    .select(['id', 'project_id', 'fingerprint', 'created_at', 'expires_at', 'decrypts'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

export async function countOpenSessions(db: Db, projectId: string, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('ckks_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Ids of sessions whose time is over and whose key is still there, the oldest first. */
export async function endedSessions(db: Db, now: number, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ckks_sessions')
    .select('id')
    .where('envelope', 'is not', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Takes the key of a session away; null where somebody else was faster. */
export async function forgetSessionKey(transaction: Db, id: string): Promise<CkksSession | null> {
  const query = transaction.selectFrom('ckks_sessions').selectAll().where('id', '=', id);
  const session = await lockRow(query).executeTakeFirst();
  if (session === undefined || session.envelope === null) return null;
  await transaction.updateTable('ckks_sessions').set({ envelope: null }).where('id', '=', id).execute();
  return session;
}

/** Forgets sessions that ended before a time: from then on they were never there. */
export async function forgetSessionsBefore(db: Db, before: number): Promise<void> {
  await db.deleteFrom('ckks_sessions').where('expires_at', '<=', before).execute();
}

/** All sealed secret keys of pairs, a page at a time: each is half a megabyte. */
export async function sealedBfvKeysAfter(db: Db, after: string, limit: number) {
  return db.selectFrom('bfv_keys').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

export async function sealedSessionsAfter(db: Db, after: string, limit: number) {
  return db.selectFrom('ckks_sessions').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Whether a session ended so long ago that it is to be forgotten. */
export async function hasSessionsBefore(db: Db, before: number): Promise<boolean> {
  const query = db.selectFrom('ckks_sessions').select('id').where('expires_at', '<=', before).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Ids of sessions that no server has made so, for an inspection. */
export async function oddSessions(db: Db, mostDecrypts: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('ckks_sessions')
    .select('id')
    .where('decrypts', '>', mostDecrypts)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function keyCounts(db: Db, now: number) {
  const { pairs } = await db
    .selectFrom('bfv_keys')
    .select(({ fn }) => fn.countAll<number>().as('pairs'))
    .executeTakeFirstOrThrow();
  const rows = await db.selectFrom('ckks_sessions').select('expires_at').where('envelope', 'is not', null).execute();
  const overdue = rows.filter(({ expires_at: expiresAt }) => expiresAt <= now).length;
  return { pairs, sessions: rows.length - overdue, overdue };
}
