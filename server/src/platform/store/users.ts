/** Users of projects and their sessions (document 3). */
import type { Db } from '../../store/engine.ts';
import type { Row } from '../../store/tables.ts';

export type PlatformUser = Row<'platform_users'>;

/** Stores a new user; false where the project has the address already, in whatever case. */
export async function insertPlatformUser(db: Db, user: PlatformUser): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('platform_users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

/** A user of the project; null where there is none. */
export async function findPlatformUser(db: Db, projectId: string, id: string): Promise<PlatformUser | null> {
  const row = await db
    .selectFrom('platform_users')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export type PlatformSession = Row<'platform_sessions'>;

/** Stores a session; those that ended before `forgetBefore` go. */
export async function insertPlatformSession(db: Db, session: PlatformSession, forgetBefore: number): Promise<void> {
  await db.deleteFrom('platform_sessions').where('expires_at', '<', forgetBefore).execute();
  await db.insertInto('platform_sessions').values(session).execute();
}

/** A session of a user of the project, also one that has ended; null where there is none. */
export async function findPlatformSession(db: Db, projectId: string, id: string): Promise<PlatformSession | null> {
  const row = await db
    .selectFrom('platform_sessions')
    .innerJoin('platform_users', 'platform_users.id', 'platform_sessions.user_id')
    .selectAll('platform_sessions')
    .where('platform_sessions.id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ?? null;
}

/** A restore ends all sessions (S27). */
export async function endPlatformSessions(db: Db): Promise<void> {
  await db.deleteFrom('platform_sessions').execute();
}
