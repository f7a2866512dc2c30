import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import { planOf } from './accounts.ts';
import type { Db } from './db.ts';
import type { Row } from './tables.ts';

/** An API key with the project and account that it opens. */
export interface StoredApiKey {
  readonly id: string;
  readonly projectId: string;
  readonly accountId: string;
  readonly plan: PlanSlug;
  readonly accountStatus: string;
  readonly salt: Uint8Array;
  readonly secretHash: Uint8Array;
  /** JSON: `"*"` or a list of scopes. */
  readonly scopes: string;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

export async function insertApiKey(db: Db, key: Row<'api_keys'>): Promise<void> {
  await db.insertInto('api_keys').values(key).execute();
}

export async function findApiKey(db: Db, id: string): Promise<StoredApiKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .select([
      'api_keys.id',
      'api_keys.project_id as projectId',
      'projects.account_id as accountId',
      'accounts.plan',
      'accounts.status as accountStatus',
      'api_keys.salt',
      'api_keys.secret_hash as secretHash',
      'api_keys.scopes',
      'api_keys.expires_at as expiresAt',
      'api_keys.revoked_at as revokedAt',
    ])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, plan: planOf(row.plan) };
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
