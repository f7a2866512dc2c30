import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../../store/engine.ts';
import type { Tables } from '../../store/tables.ts';

/** A managed key without what opens or proves its blob. */
export interface ManagedKey {
  /** `key_…`. */
  readonly id: string;
  readonly projectId: string;
  readonly tier: 'key-1' | 'key-2';
  readonly label: string;
  /** As stored; `keyStatusAt` says what it is now. */
  readonly status: 'active' | 'rotated' | 'revoked';
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly totalOperations: number;
  readonly rotatedFrom: string | null;
  readonly rotatedTo: string | null;
  readonly graceEndsAt: number | null;
  readonly revokedAt: number | null;
}

/** The blob that a key was made with. */
export interface KeyBlob {
  readonly encrypted: Uint8Array;
  readonly kemCiphertext: Uint8Array;
  /** 32 bytes. */
  readonly hmacDigest: Uint8Array;
  /** The sealed HMAC key. */
  readonly envelope: Uint8Array;
}

export interface NewManagedKey extends KeyBlob {
  readonly id: string;
  readonly projectId: string;
  readonly tier: 'key-1' | 'key-2';
  readonly label: string;
  readonly rotatedFrom: string | null;
}

export async function insertManagedKey(db: Db, key: NewManagedKey, now: number): Promise<void> {
  await db
    .insertInto('managed_keys')
    .values({
      id: key.id,
      project_id: key.projectId,
      tier: key.tier,
      label: key.label,
      status: 'active',
      encrypted: key.encrypted,
      kem_ciphertext: key.kemCiphertext,
      hmac_digest: key.hmacDigest,
      envelope: key.envelope,
      created_at: now,
      last_used_at: null,
      total_operations: 0,
      rotated_from: key.rotatedFrom,
      rotated_to: null,
      grace_ends_at: null,
      revoked_at: null,
      revoke_reason: null,
    })
    .execute();
}

const COLUMNS = [
  'id',
  'project_id',
  'tier',
  'label',
  'status',
  'created_at',
  'last_used_at',
  'total_operations',
  'rotated_from',
  'rotated_to',
  'grace_ends_at',
  'revoked_at',
] as const;

/** null where the project has no such key. */
export async function findManagedKey(db: Db, projectId: string, id: string): Promise<ManagedKey | null> {
  const row = await keyOfProject(db, projectId, id).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

/** The same for a transaction that goes on to change it, or counts on its status. */
export async function lockManagedKey(transaction: Db, projectId: string, id: string): Promise<ManagedKey | null> {
  const row = await lockRow(keyOfProject(transaction, projectId, id)).executeTakeFirst();
  return row === undefined ? null : keyOf(row);
}

function keyOfProject(db: Db, projectId: string, id: string) {
  return db.selectFrom('managed_keys').select(COLUMNS).where('project_id', '=', projectId).where('id', '=', id);
}

function keyOf(row: Pick<Selectable<Tables['managed_keys']>, (typeof COLUMNS)[number]>): ManagedKey {
  return {
    id: row.id,
    projectId: row.project_id,
    tier: row.tier,
    label: row.label,
    status: row.status,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    totalOperations: row.total_operations,
    rotatedFrom: row.rotated_from,
    rotatedTo: row.rotated_to,
    graceEndsAt: row.grace_ends_at,
    revokedAt: row.revoked_at,
  };
}

/** The keys of a project, the newest first, after one of them. */
export async function listManagedKeys(
  db: Db,
  projectId: string,
  after: { readonly id: string; readonly createdAt: number } | null,
  limit: number,
): Promise<readonly ManagedKey[]> {
  let query = db.selectFrom('managed_keys').select(COLUMNS).where('project_id', '=', projectId);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)),
    );
  }
  return (await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()).map(keyOf);
}

export async function findKeyBlob(db: Db, id: string): Promise<KeyBlob | null> {
  const row = await db
    .selectFrom('managed_keys')
    .select(['encrypted', 'kem_ciphertext', 'hmac_digest', 'envelope'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : blobOf(row);
}

function blobOf(
  row: Pick<Selectable<Tables['managed_keys']>, 'encrypted' | 'kem_ciphertext' | 'hmac_digest' | 'envelope'>,
): KeyBlob {
  const { encrypted, kem_ciphertext: kemCiphertext, hmac_digest: hmacDigest, envelope } = row;
  return { encrypted, kemCiphertext, hmacDigest, envelope };
}

export async function countOperation(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('managed_keys')
    .set((key) => ({ total_operations: key('total_operations', '+', 1), last_used_at: now }))
    .where('id', '=', id)
    .execute();
}

/** Marks an active key as replaced. */
export async function markRotated(
  db: Db,
  id: string,
  { to, graceEndsAt }: { readonly to: string; readonly graceEndsAt: number },
): Promise<void> {
  await db
    .updateTable('managed_keys')
    .set({ status: 'rotated', rotated_to: to, grace_ends_at: graceEndsAt })
    .where('id', '=', id)
    .where('status', '=', 'active')
    .execute();
}

/** Revokes at once and for good; a second revocation keeps the first time and reason. */
export async function markRevoked(
  db: Db,
  id: string,
  { at, reason }: { readonly at: number; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('managed_keys')
    .set({ status: 'revoked', revoked_at: at, revoke_reason: reason })
    .where('id', '=', id)
    .where('status', '<>', 'revoked')
    .execute();
}

export interface Revocation {
  readonly at: number;
  readonly reason: string;
}

/** When and why a key was revoked; null where it was not, and for ids of other kinds. */
export async function findRevocation(db: Db, id: string): Promise<Revocation | null> {
  const row = await db
    .selectFrom('managed_keys')
    .select(['revoked_at', 'revoke_reason'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined || row.revoked_at === null ? null : { at: row.revoked_at, reason: row.revoke_reason ?? '' };
}

/** Managed keys with their blobs in the order of their ids, after one. */
export async function managedKeysAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<readonly (ManagedKey & KeyBlob)[]> {
  const rows = await db
    .selectFrom('managed_keys')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...keyOf(row), ...blobOf(row) }));
}

/** Carries over into a restored database which keys were revoked since (S27). */
export async function keepRevokedKeys(restored: Db, present: Db): Promise<void> {
  const revoked = await present
    .selectFrom('managed_keys')
    .select(['id', 'revoked_at', 'revoke_reason'])
    .where('status', '=', 'revoked')
    .execute();
  for (const { id, revoked_at: at, revoke_reason: reason } of revoked) {
    if (at !== null) await markRevoked(restored, id, { at, reason: reason ?? '' });
  }
}
