import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../../store/engine.ts';
import type { Tables } from '../../store/tables.ts';

export type WrappingTier = Tables['wrapped_keys']['tier'];

/** A project's own KEM key. */
export interface WrappingKey {
  readonly publicKey: Uint8Array;
  /** The sealed seed. */
  readonly envelope: Uint8Array;
}

export interface WrappedKey {
  readonly id: string;
  readonly tier: WrappingTier;
  readonly envelopeVersion: number;
  readonly kemCiphertext: Uint8Array;
  readonly nonce: Uint8Array;
  readonly wrappedKey: Uint8Array;
  /** What the service keeps under the data key that is in the box; null where only the recipient can open the box. */
  readonly material: Uint8Array | null;
}

export async function findWrappingKey(db: Db, projectId: string, algorithm: string): Promise<WrappingKey | null> {
  const row = await db
    .selectFrom('wrapping_keys')
    .select(['public_key', 'envelope'])
    .where('project_id', '=', projectId)
    .where('algorithm', '=', algorithm)
    .executeTakeFirst();
  return row === undefined ? null : { publicKey: row.public_key, envelope: row.envelope };
}

/** Stores a key unless the project has one for this algorithm already; the answer is the one that it has now. */
export async function insertWrappingKey(
  db: Db,
  projectId: string,
  algorithm: string,
  key: WrappingKey,
  now: number,
): Promise<WrappingKey> {
  await db
    .insertInto('wrapping_keys')
    .values({
      project_id: projectId,
      algorithm,
      public_key: key.publicKey,
      envelope: key.envelope,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'algorithm']).doNothing())
    .execute();
  return (await findWrappingKey(db, projectId, algorithm)) ?? key;
}

/** `managedKeyId` names the managed key whose status the wrapped key is to obey. */
export async function insertWrappedKey(
  db: Db,
  projectId: string,
  key: WrappedKey,
  now: number,
  managedKeyId: string | null = null,
): Promise<void> {
  await db
    .insertInto('wrapped_keys')
    .values({
      id: key.id,
      project_id: projectId,
      tier: key.tier,
      holder: key.material === null ? 'recipient' : 'service',
      envelope_version: key.envelopeVersion,
      kem_ciphertext: key.kemCiphertext,
      nonce: key.nonce,
      wrapped_key: key.wrappedKey,
      material: key.material,
      created_at: now,
      rotated_at: null,
      managed_key_id: managedKeyId,
    })
    .execute();
}

export interface StoredWrappedKey extends WrappedKey {
  readonly managedKeyId: string | null;
}

const COLUMNS = [
  'id',
  'tier',
  'envelope_version',
  'kem_ciphertext',
  'nonce',
  'wrapped_key',
  'material',
  'managed_key_id',
] as const;

/** null where the project has no such key. */
export async function findWrappedKey(db: Db, projectId: string, id: string): Promise<StoredWrappedKey | null> {
  const row = await keyOfProject(db, projectId, id).executeTakeFirst();
  return row === undefined ? null : wrappedOf(row);
}

/** The same for a transaction that goes on to change it. */
export async function lockWrappedKey(transaction: Db, projectId: string, id: string): Promise<StoredWrappedKey | null> {
  const row = await lockRow(keyOfProject(transaction, projectId, id)).executeTakeFirst();
  return row === undefined ? null : wrappedOf(row);
}

function keyOfProject(db: Db, projectId: string, id: string) {
  return db.selectFrom('wrapped_keys').select(COLUMNS).where('project_id', '=', projectId).where('id', '=', id);
}

function wrappedOf(row: Pick<Selectable<Tables['wrapped_keys']>, (typeof COLUMNS)[number]>): StoredWrappedKey {
  const { envelope_version, kem_ciphertext, wrapped_key, managed_key_id, ...same } = row;
  return {
    ...same,
    envelopeVersion: envelope_version,
    kemCiphertext: kem_ciphertext,
    wrappedKey: wrapped_key,
    managedKeyId: managed_key_id,
  };
}

/** Wrapped keys of all projects in the order of their ids, after one. */
export async function wrappedKeysAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<readonly (StoredWrappedKey & { readonly projectId: string })[]> {
  const rows = await db
    .selectFrom('wrapped_keys')
    .select([...COLUMNS, 'project_id'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ project_id: projectId, ...row }) => ({ ...wrappedOf(row), projectId }));
}

export interface ListedWrappedKey {
  readonly id: string;
  readonly tier: WrappingTier;
  readonly holder: 'service' | 'recipient';
  readonly envelopeVersion: number;
  readonly managedKeyId: string | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
}

/** The wrapped keys of a project, the newest first, after one of them. */
export async function listWrappedKeys(
  db: Db,
  projectId: string,
  after: { readonly id: string; readonly createdAt: number } | null,
  limit: number,
): Promise<readonly ListedWrappedKey[]> {
  let query = db
    .selectFrom('wrapped_keys')
    .select(['id', 'tier', 'holder', 'envelope_version', 'managed_key_id', 'created_at', 'rotated_at'])
    .where('project_id', '=', projectId);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id, tier, holder, ...row }) => ({
    id,
    tier,
    holder,
    envelopeVersion: row.envelope_version,
    managedKeyId: row.managed_key_id,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at,
  }));
}

/** Puts a new envelope in the place of the old one; the material stays. */
export async function updateEnvelope(db: Db, projectId: string, key: WrappedKey, now: number): Promise<void> {
  await db
    .updateTable('wrapped_keys')
    .set({
      envelope_version: key.envelopeVersion,
      kem_ciphertext: key.kemCiphertext,
      nonce: key.nonce,
      wrapped_key: key.wrappedKey,
      rotated_at: now,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', key.id)
    .execute();
}
