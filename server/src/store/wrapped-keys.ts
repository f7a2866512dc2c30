import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

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

export async function insertWrappedKey(db: Db, projectId: string, key: WrappedKey, now: number): Promise<void> {
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
    })
    .execute();
}

/** null where the project has no such key. */
export async function findWrappedKey(db: Db, projectId: string, id: string): Promise<WrappedKey | null> {
  const row = await db
    .selectFrom('wrapped_keys')
    .select(['id', 'tier', 'envelope_version', 'kem_ciphertext', 'nonce', 'wrapped_key', 'material'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { envelope_version, kem_ciphertext, wrapped_key, ...same } = row;
  return { ...same, envelopeVersion: envelope_version, kemCiphertext: kem_ciphertext, wrappedKey: wrapped_key };
}
