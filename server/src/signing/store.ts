import type { LayerName } from '@touchstone/core/composite/schemes.ts';
import { type Db, lockRow } from '../store/engine.ts';

/** Each key has one use and signs nowhere else (S4). */
export type SigningKeyUse = 'ml-dsa' | 'hybrid';

export interface StoredLayer {
  readonly layer: LayerName;
  readonly publicKey: Uint8Array;
  /** The sealed secret key. */
  readonly envelope: Uint8Array;
}

export interface StoredSigningKey {
  readonly id: string;
  readonly projectId: string;
  readonly use: SigningKeyUse;
  /** The ML-DSA algorithm, or the hybrid scheme. */
  readonly scheme: string;
  /** In their order; an ML-DSA key has one. */
  readonly layers: readonly StoredLayer[];
}

/** Stores a key. As the current one it takes the place of the project's former one of its use and scheme. */
export async function insertSigningKey(
  db: Db,
  key: StoredSigningKey,
  { isCurrent, now }: { readonly isCurrent: boolean; readonly now: number },
): Promise<void> {
  const { id, projectId, use, scheme, layers } = key;
  if (isCurrent) {
    await db
      .updateTable('signing_keys')
      .set({ is_current: 0 })
      .where('project_id', '=', projectId)
      .where('key_use', '=', use)
      .where('scheme', '=', scheme)
      .where('is_current', '=', 1)
      .execute();
  }
  await db
    .insertInto('signing_keys')
    .values({ id, project_id: projectId, key_use: use, scheme, is_current: isCurrent ? 1 : 0, created_at: now })
    .execute();
  for (const { layer, publicKey, envelope } of layers) {
    await db.insertInto('signing_key_layers').values({ key_id: id, layer, public_key: publicKey, envelope }).execute();
  }
}

/** A key of this project and use; null for any other id. */
export async function findSigningKey(
  db: Db,
  projectId: string,
  use: SigningKeyUse,
  id: string,
): Promise<StoredSigningKey | null> {
  const row = await db
    .selectFrom('signing_keys')
    .select(['id', 'scheme'])
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .where('key_use', '=', use)
    .executeTakeFirst();
  return row === undefined ? null : withLayers(db, { ...row, projectId, use });
}

/** The project's current key of a use and scheme. */
export async function findCurrentSigningKey(
  db: Db,
  projectId: string,
  use: SigningKeyUse,
  scheme: string,
): Promise<StoredSigningKey | null> {
  const row = await currentKey(db, projectId, use, scheme).executeTakeFirst();
  return row === undefined ? null : withLayers(db, { ...row, projectId, use });
}

/** The same for a transaction that goes on to make another one the current one. */
export async function lockCurrentSigningKey(
  transaction: Db,
  projectId: string,
  use: SigningKeyUse,
  scheme: string,
): Promise<StoredSigningKey | null> {
  const row = await lockRow(currentKey(transaction, projectId, use, scheme)).executeTakeFirst();
  return row === undefined ? null : withLayers(transaction, { ...row, projectId, use });
}

function currentKey(db: Db, projectId: string, use: SigningKeyUse, scheme: string) {
  return db
    .selectFrom('signing_keys')
    .select(['id', 'scheme'])
    .where('project_id', '=', projectId)
    .where('key_use', '=', use)
    .where('scheme', '=', scheme)
    .where('is_current', '=', 1);
}

async function withLayers(db: Db, key: Omit<StoredSigningKey, 'layers'>): Promise<StoredSigningKey> {
  const rows = await db
    .selectFrom('signing_key_layers')
    .select(['layer', 'public_key', 'envelope'])
    .where('key_id', '=', key.id)
    .orderBy('layer')
    .execute();
  const layers = rows.map(({ layer, public_key, envelope }) => ({
    layer,
    publicKey: public_key,
    envelope,
  }));
  return { ...key, layers };
}
