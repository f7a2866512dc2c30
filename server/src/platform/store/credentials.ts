/** The public keys that users of projects sign challenges with. */
import { type Db, lockRow } from '../../store/engine.ts';
import { changingRows, genuine, isGenuine, sealed } from '../../store/sealed-rows.ts';
import type { Row } from '../../store/tables.ts';

export type DeviceCredential = Row<'device_credentials'>;

/** Stores a credential; false where the project has the id, or the user the key already. */
export async function insertDeviceCredential(db: Db, credential: DeviceCredential): Promise<boolean> {
  const { project_id, id } = credential;
  const { numInsertedOrUpdatedRows: inserted } = await changingRows(
    db,
    [['device_credentials', { project_id, id }]],
    () =>
      db
        .insertInto('device_credentials')
        .values(sealed(db, 'device_credentials', credential))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow(),
  );
  return inserted === 1n;
}

/**
 * A credential of the project, for a transaction that goes on to count its answer; null where there is none, or only one that
 * is not this service's (S35).
 */
export async function lockDeviceCredential(
  transaction: Db,
  projectId: string,
  id: string,
): Promise<DeviceCredential | null> {
  const credential = transaction.selectFrom('device_credentials').selectAll();
  const row = await lockRow(credential.where('project_id', '=', projectId).where('id', '=', id)).executeTakeFirst();
  return row !== undefined && isGenuine(transaction, 'device_credentials', row) ? row : null;
}

/** All credentials of all projects, for an inspection. */
export async function listDeviceCredentials(db: Db): Promise<readonly DeviceCredential[]> {
  return db.selectFrom('device_credentials').selectAll().orderBy('project_id').orderBy('id').execute();
}

/** A user's credentials, the oldest first. */
export async function deviceCredentialsOf(db: Db, userId: string): Promise<readonly DeviceCredential[]> {
  const rows = await db
    .selectFrom('device_credentials')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return genuine(db, 'device_credentials', rows);
}

/** Keeps the counter of an answer that held. */
export async function noteDeviceAnswer(
  db: Db,
  { project_id, id }: Pick<DeviceCredential, 'project_id' | 'id'>,
  signCount: number,
  now: number,
): Promise<void> {
  await db
    .updateTable('device_credentials')
    .set({ sign_count: signCount, last_used_at: now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

/** Carries counters over into a restored database: a copied key must not gain by a restore (S26, S27). */
export async function keepSignCounts(restored: Db, present: Db): Promise<void> {
  const rows = await present
    .selectFrom('device_credentials')
    .select(['project_id', 'id', 'sign_count'])
    .where('sign_count', '>', 0)
    .execute();
  for (const { project_id, id, sign_count } of rows) {
    await restored
      .updateTable('device_credentials')
      .set({ sign_count })
      .where('project_id', '=', project_id)
      .where('id', '=', id)
      .where('sign_count', '<', sign_count)
      .execute();
  }
}
