/** The keys of storage encryption. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Tables } from '../store/tables.ts';

export interface StorageKey {
  /** `key_…`. */
  readonly id: string;
  readonly projectId: string;
  /** ML-KEM-1024, 1568 bytes. */
  readonly publicKey: Uint8Array;
  /** The sealed seed. */
  readonly envelope: Uint8Array;
}

export interface StoredStorageKey extends StorageKey {
  readonly createdAt: number;
  /** null while it may be used. */
  readonly revokedAt: number | null;
}

export async function insertStorageKey(db: Db, key: StorageKey, now: number): Promise<void> {
  await db
    .insertInto('storage_keys')
    .values({
      id: key.id,
      project_id: key.projectId,
      public_key: key.publicKey,
      envelope: key.envelope,
      created_at: now,
      revoked_at: null,
      revoke_reason: null,
    })
    .execute();
}

/** null where the project has no such key. */
export async function findStorageKey(db: Db, projectId: string, id: string): Promise<StoredStorageKey | null> {
  const row = await keyOfProject(db, projectId, id).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** The same for a transaction that goes on to change it. */
export async function lockStorageKey(transaction: Db, projectId: string, id: string): Promise<StoredStorageKey | null> {
  const row = await lockRow(keyOfProject(transaction, projectId, id)).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

function keyOfProject(db: Db, projectId: string, id: string) {
  return db.selectFrom('storage_keys').select(COLUMNS).where('project_id', '=', projectId).where('id', '=', id);
}

const COLUMNS = ['id', 'project_id', 'public_key', 'envelope', 'created_at', 'revoked_at'] as const;

function keyOf(row: Pick<Selectable<Tables['storage_keys']>, (typeof COLUMNS)[number]>): StoredStorageKey {
  return {
    id: row.id,
    projectId: row.project_id,
    publicKey: row.public_key,
    envelope: row.envelope,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
  };
}

/** Revokes a key for good and answers since when it is; the first time stands. null where the project has no such key. */
export async function revokeStorageKey(
  db: Db,
  projectId: string,
  id: string,
  { now, reason }: { readonly now: number; readonly reason: string },
): Promise<number | null> {
  await db
    .updateTable('storage_keys')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return (await findStorageKey(db, projectId, id))?.revokedAt ?? null;
}

/** All keys, for restore and doctor. */
export async function storageKeyPairs(db: Db): Promise<readonly StorageKey[]> {
  const rows = await db
    .selectFrom('storage_keys')
    .select(['id', 'project_id', 'public_key', 'envelope'])
    .orderBy('id')
    .execute();
  return rows.map(({ id, project_id: projectId, public_key: publicKey, envelope }) => ({
    id,
    projectId,
    publicKey,
    envelope,
  }));
}

/** Every key by its id, and since when it is revoked. */
export async function storageKeyRevocations(db: Db): Promise<ReadonlyMap<string, number | null>> {
  const rows = await db.selectFrom('storage_keys').select(['id', 'revoked_at']).execute();
  return new Map(rows.map(({ id, revoked_at }) => [id, revoked_at]));
}

/** Carries over into a restored database what was revoked since (S27). */
export async function keepStorageRevocations(restored: Db, present: Db): Promise<void> {
  const revoked = await present.selectFrom('storage_keys').selectAll().where('revoked_at', 'is not', null).execute();
  for (const { id, revoked_at, revoke_reason } of revoked) {
    await restored
      .updateTable('storage_keys')
      .set({ revoked_at, revoke_reason })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
  }
}
