import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import { planOf } from './accounts.ts';
import type { Db } from './db.ts';
import { prepared } from './prepared.ts';
import type { Row } from './tables.ts';

/** An API key with the project and account that it opens. */
export interface StoredApiKey {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly email: string;
  readonly plan: PlanSlug;
  readonly accountStatus: string;
  readonly salt: Uint8Array;
  readonly secretHash: Uint8Array;
  /** JSON: `"*"` or a list of scopes. */
  readonly scopes: string;
  readonly label: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly rotatedTo: string | null;
}

export async function insertApiKey(db: Db, key: Row<'api_keys'>): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

function keysWithAccounts(db: Db) {
  return db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .select([
      'api_keys.id',
      'api_keys.project_id as projectId',
      'projects.account_id as accountId',
      'accounts.email',
      'accounts.plan',
      'accounts.status as accountStatus',
      'api_keys.salt',
      'api_keys.secret_hash as secretHash',
      'api_keys.scopes',
      'api_keys.label',
      'api_keys.created_at as createdAt',
      'api_keys.expires_at as expiresAt',
      'api_keys.revoked_at as revokedAt',
      'api_keys.rotated_to as rotatedTo',
    ]);
}

export async function findApiKey(db: Db, id: string): Promise<StoredApiKey | null> {
  const row = await keyById.first(db, { id });
  return row === null ? null : { ...row, plan: planOf(row.plan) };
}

const keyById = prepared<{ id: string }>()((db, value) => keysWithAccounts(db).where('api_keys.id', '=', value('id')));

export interface ApiKeyFilter {
  readonly accountId?: string;
  readonly projectId?: string;
  /** Keys after this one in the list: the last of the page before. */
  readonly after?: { readonly createdAt: number; readonly id: string };
  readonly limit: number;
}

/** API keys, the newest first. */
export async function listApiKeys(db: Db, filter: ApiKeyFilter): Promise<readonly StoredApiKey[]> {
  const { accountId, projectId, after, limit } = filter;
  let query = keysWithAccounts(db);
  if (accountId !== undefined) query = query.where('projects.account_id', '=', accountId);
  if (projectId !== undefined) query = query.where('api_keys.project_id', '=', projectId);
  if (after !== undefined) {
    query = query.where((key) =>
      key.or([
        key('api_keys.created_at', '<', after.createdAt),
        key.and([key('api_keys.created_at', '=', after.createdAt), key('api_keys.id', '<', after.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, plan: planOf(row.plan) }));
}

/** Changes scopes (JSON) or label. */
export async function updateApiKey(
  db: Db,
  id: string,
  change: { readonly scopes?: string; readonly label?: string },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('api_keys').set(change).where('id', '=', id).execute();
}

/** Marks a key as replaced; it works until `expiresAt`. False where it is revoked, expired or replaced already. */
export async function rotateApiKey(
  db: Db,
  id: string,
  { to, now, expiresAt }: { readonly to: string; readonly now: number; readonly expiresAt: number },
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ rotated_to: to, expires_at: expiresAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('rotated_to', 'is', null)
    .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Revokes at once; a second revocation keeps the first time. */
export async function revokeApiKey(db: Db, id: string, at: number): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}
