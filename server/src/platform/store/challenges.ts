/** Open challenges of the platform. An attempt takes its own away, so that none is answered twice. */
import type { Db } from '../../store/engine.ts';
import type { Row } from '../../store/tables.ts';

export type PlatformChallenge = Row<'platform_challenges'>;

/** Stores an open challenge; those that nobody answered in time go. */
export async function insertChallenge(db: Db, challenge: PlatformChallenge, now: number): Promise<void> {
  await db.deleteFrom('platform_challenges').where('expires_at', '<=', now).execute();
  await db.insertInto('platform_challenges').values(challenge).execute();
}

/** Takes an open challenge of the project away; null where there is none. */
export async function takeChallenge(db: Db, projectId: string, id: string): Promise<PlatformChallenge | null> {
  const row = await db
    .deleteFrom('platform_challenges')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** After a restore no challenge holds that was open when the backup was made: it may have been spent since (S27). */
export async function forgetChallenges(db: Db): Promise<void> {
  await db.deleteFrom('platform_challenges').execute();
}
