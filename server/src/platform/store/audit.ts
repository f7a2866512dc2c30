/** The platform's audit log, one chain for each project. */
import type { Db } from '../../store/engine.ts';
import type { Row } from '../../store/tables.ts';

export type PlatformAuditRow = Row<'platform_audit'>;

function entriesOf(db: Db, projectId: string) {
  return db.selectFrom('platform_audit').selectAll().where('project_id', '=', projectId);
}

export async function insertPlatformAudit(db: Db, entry: PlatformAuditRow): Promise<void> {
  await db.insertInto('platform_audit').values(entry).execute();
}

/** The newest entry; null where there is none. */
export async function lastPlatformAudit(db: Db, projectId: string): Promise<PlatformAuditRow | null> {
  return (await entriesOf(db, projectId).orderBy('position', 'desc').limit(1).executeTakeFirst()) ?? null;
}

/** null where the project has no such entry. */
export async function findPlatformAudit(db: Db, projectId: string, id: string): Promise<PlatformAuditRow | null> {
  return (await entriesOf(db, projectId).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function platformAuditAt(db: Db, projectId: string, position: number): Promise<PlatformAuditRow | null> {
  return (await entriesOf(db, projectId).where('position', '=', position).executeTakeFirst()) ?? null;
}

/** The newest first, from below a position. */
export async function platformAuditBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly PlatformAuditRow[]> {
  return entriesOf(db, projectId)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}

/** In the order of the chain. */
export async function platformAuditAfter(
  db: Db,
  projectId: string,
  position: number,
  limit: number,
): Promise<readonly PlatformAuditRow[]> {
  return entriesOf(db, projectId).where('position', '>', position).orderBy('position').limit(limit).execute();
}

/** The projects that have a chain. */
export async function projectsWithPlatformAudit(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('platform_audit').select('project_id').distinct().orderBy('project_id').execute();
  return rows.map(({ project_id }) => project_id);
}

/** Leaves every chain to be told that it was restored: signing that takes a key that only a running server has (S27). */
export async function leavePlatformAuditNotices(db: Db, restoredAt: number): Promise<void> {
  for (const project of await projectsWithPlatformAudit(db)) {
    await db
      .insertInto('platform_audit_notices')
      .values({ project_id: project, restored_at: restoredAt })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ restored_at: restoredAt }))
      .execute();
  }
}

/** Projects whose chains are still to be told. */
export async function platformAuditsToBeTold(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('platform_audit_notices')
    .select('project_id')
    .orderBy('project_id')
    .limit(limit)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

/** Takes a notice away; of which time, or null where there was none. */
export async function takePlatformAuditNotice(db: Db, projectId: string): Promise<number | null> {
  const row = await db
    .deleteFrom('platform_audit_notices')
    .where('project_id', '=', projectId)
    .returning('restored_at')
    .executeTakeFirst();
  return row?.restored_at ?? null;
}
