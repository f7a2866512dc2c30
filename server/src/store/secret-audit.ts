/**
 * The signed audit of secrets, one chain for each project. Every entry also counts within its action and its secret, so
 * that a page of a filtered list is a range of an index, however far back it lies.
 */
import type { Db } from './db.ts';
import type { Row } from './tables.ts';

export interface SecretAuditKey {
  readonly action: string;
  /** Empty for what concerns the chain itself. */
  readonly secretId: string;
}

type Counter = 'position' | 'action_position' | 'secret_position' | 'secret_action_position';

export interface SecretAuditFilter {
  readonly action?: string;
  readonly secretId?: string;
}

function counterOf({ action, secretId }: SecretAuditFilter): Counter {
  if (action === undefined) return secretId === undefined ? 'position' : 'secret_position';
  return secretId === undefined ? 'action_position' : 'secret_action_position';
}

function entriesOf(db: Db, projectId: string, { action, secretId }: SecretAuditFilter) {
  let query = db.selectFrom('secret_audit').where('project_id', '=', projectId);
  if (secretId !== undefined) query = query.where('secret_id', '=', secretId);
  if (action !== undefined) query = query.where('action', '=', action);
  return query;
}

/** The newest entry's count among those that fit a filter. */
function newestCount(db: Db, projectId: string, filter: SecretAuditFilter) {
  const counter = counterOf(filter);
  return entriesOf(db, projectId, filter).select(`${counter} as count`).orderBy(counter, 'desc').limit(1);
}

/** How many entries fit a filter. */
export async function countSecretAudit(db: Db, projectId: string, filter: SecretAuditFilter): Promise<number> {
  const row = await newestCount(db, projectId, filter).executeTakeFirst();
  return row?.count ?? 0;
}

/** The newest entry; null where there is none. */
export async function lastSecretAudit(
  db: Db,
  projectId: string,
): Promise<{ readonly position: number; readonly body: string } | null> {
  const row = await entriesOf(db, projectId, {})
    .select(['position', 'body'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Appends an entry without its signature; `db` is a transaction, in which `setSecretAuditSignature` follows. */
export async function insertSecretAudit(
  db: Db,
  projectId: string,
  { action, secretId }: SecretAuditKey,
  entry: { readonly position: number; readonly body: string },
): Promise<void> {
  await db
    .insertInto('secret_audit')
    .values((row) => {
      const next = (filter: SecretAuditFilter) =>
        row(row.fn.coalesce(newestCount(db, projectId, filter), row.lit(0)), '+', 1);
      return {
        project_id: projectId,
        ...entry,
        signature: '',
        action,
        secret_id: secretId,
        action_position: next({ action }),
        secret_position: next({ secretId }),
        secret_action_position: next({ secretId, action }),
      };
    })
    .execute();
}

/** Completes an entry in the transaction that appended it. */
export async function setSecretAuditSignature(
  db: Db,
  projectId: string,
  position: number,
  signature: string,
): Promise<void> {
  await db
    .updateTable('secret_audit')
    .set({ signature })
    .where('project_id', '=', projectId)
    .where('position', '=', position)
    .execute();
}

/** A page of what fits a filter, the newest first, and how many fit. */
export async function listSecretAudit(
  db: Db,
  projectId: string,
  filter: SecretAuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{
  readonly entries: readonly { readonly body: string; readonly signature: string }[];
  readonly total: number;
}> {
  const counter = counterOf(filter);
  const total = await countSecretAudit(db, projectId, filter);
  const entries = await entriesOf(db, projectId, filter)
    .select(['body', 'signature'])
    .where(counter, '<=', total - offset)
    .orderBy(counter, 'desc')
    .limit(limit)
    .execute();
  return { entries, total };
}

/** The projects that have a chain. */
export async function projectsWithSecretAudit(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('secret_audit').select('project_id').distinct().orderBy('project_id').execute();
  return rows.map(({ project_id }) => project_id);
}

/** Entries in the order of the chain. */
export async function secretAuditAfter(
  db: Db,
  projectId: string,
  position: number,
  limit: number,
): Promise<readonly Row<'secret_audit'>[]> {
  return entriesOf(db, projectId, {})
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Leaves every chain to be told that it was restored: signing that takes a key that only a running server has (S27). */
export async function leaveRestoreNotices(db: Db, restoredAt: number): Promise<void> {
  for (const project of await projectsWithSecretAudit(db)) {
    await db
      .insertInto('secret_audit_notices')
      .values({ project_id: project, restored_at: restoredAt })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ restored_at: restoredAt }))
      .execute();
  }
}

/** The projects whose chains are still to be told. */
export async function chainsToBeTold(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('secret_audit_notices').select('project_id').orderBy('project_id').execute();
  return rows.map(({ project_id }) => project_id);
}

/** Takes a notice away; whether there was one. */
export async function takeRestoreNotice(db: Db, projectId: string): Promise<boolean> {
  const row = await db
    .deleteFrom('secret_audit_notices')
    .where('project_id', '=', projectId)
    .returning('project_id')
    .executeTakeFirst();
  return row !== undefined;
}
