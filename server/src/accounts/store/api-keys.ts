import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import { changeSealed, changingRows, isGenuine, sealed } from '../../store/sealed-rows.ts';
import type { Row, Tables } from '../../store/tables.ts';
import { planOf } from './accounts.ts';

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
  /** The key that made this one; null where none did. */
  readonly createdBy: string | null;
  /** The first key of its tree. */
  readonly voter: string;
  /** Whether the rows of key, project and account are this service's (S35): where not, the key opens nothing. */
  readonly isGenuine: boolean;
}

export async function insertApiKey(db: Db, key: Row<'api_keys'>): Promise<void> {
  await changingRows(db, [['api_keys', { id: key.id }]], () =>
    db
      .insertInto('api_keys')
      .values(sealed(db, 'api_keys', key))
      .execute(),
  );
}

function keysWithAccounts(db: Db) {
  return db
    .selectFrom('api_keys')
    .innerJoin('projects', 'projects.id', 'api_keys.project_id')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .selectAll('api_keys')
    .select([
      'projects.account_id',
      'projects.created_at as projectCreatedAt',
      'projects.seal as projectSeal',
      'accounts.email',
      'accounts.plan',
      'accounts.status as accountStatus',
      'accounts.created_at as accountCreatedAt',
      'accounts.seal as accountSeal',
    ]);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysWithAccounts>['execute']>>[number];

function storedKey(db: Db, row: KeyRow): StoredApiKey {
  const { account_id: accountId, email, plan, accountStatus: status } = row;
  const project = {
    id: row.project_id,
    account_id: accountId,
    created_at: row.projectCreatedAt,
    seal: row.projectSeal,
  };
  const account = { id: accountId, email, plan, status, created_at: row.accountCreatedAt, seal: row.accountSeal };
  return {
    id: row.id,
    projectId: row.project_id,
    accountId,
    email,
    plan: planOf(plan),
    accountStatus: status,
    salt: row.salt,
    secretHash: row.secret_hash,
    scopes: row.scopes,
    label: row.label,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    rotatedTo: row.rotated_to,
    createdBy: row.created_by,
    voter: row.voter,
    isGenuine:
      isGenuine(db, 'api_keys', row) && isGenuine(db, 'projects', project) && isGenuine(db, 'accounts', account),
  };
}

export async function findApiKey(db: Db, id: string): Promise<StoredApiKey | null> {
  const row = await keyById.first(db, { id });
  return row === null ? null : storedKey(db, row);
}

/**
 * The same for a transaction that goes on to change it, or what ends with it: all of its tree is locked at once, in the order
 * of ids.
 */
export async function lockApiKey(transaction: Db, id: string): Promise<StoredApiKey | null> {
  return (await lockKeyTree(transaction, id)).find((key) => key.id === id) ?? null;
}

const keyById = prepared<{ id: string }>()((db, value) => keysWithAccounts(db).where('api_keys.id', '=', value('id')));

export interface ApiKeyFilter {
  readonly accountId?: string;
  readonly projectId?: string;
  /** Only the keys that end with this one, which is not among them: `keyTree`. */
  readonly endingWith?: string;
  /** Keys after this one in the list: the last of the page before. */
  readonly after?: { readonly createdAt: number; readonly id: string };
  readonly limit: number;
}

/** API keys, the newest first. */
export async function listApiKeys(db: Db, filter: ApiKeyFilter): Promise<readonly StoredApiKey[]> {
  const { accountId, projectId, endingWith, after, limit } = filter;
  let query = keysWithAccounts(db);
  if (accountId !== undefined) query = query.where('projects.account_id', '=', accountId);
  if (projectId !== undefined) query = query.where('api_keys.project_id', '=', projectId);
  if (endingWith !== undefined) {
    query = query.where('api_keys.id', 'in', treeOf(db, endingWith)).where('api_keys.id', '<>', endingWith);
  }
  if (after !== undefined) {
    query = query.where((key) =>
      key.or([
        key('api_keys.created_at', '<', after.createdAt),
        key.and([key('api_keys.created_at', '=', after.createdAt), key('api_keys.id', '<', after.id)]),
      ]),
    );
  }
  const rows = await query.orderBy('api_keys.created_at', 'desc').orderBy('api_keys.id', 'desc').limit(limit).execute();
  return rows.map((row) => storedKey(db, row));
}

/**
 * A key, those that it replaced and that still work for a while, and all that any of them made: what ends when it does.
 * Each once, even where rows were edited into a ring.
 */
export async function keyTree(db: Db, id: string): Promise<readonly StoredApiKey[]> {
  return (await treeRows(db, id).execute()).map((row) => storedKey(db, row));
}

/** The same for a transaction that goes on to change some of them. */
export async function lockKeyTree(transaction: Db, id: string): Promise<readonly StoredApiKey[]> {
  const rows = await lockRow(treeRows(transaction, id), 'api_keys').execute();
  return rows.map((row) => storedKey(transaction, row));
}

function treeRows(db: Db, id: string) {
  return keysWithAccounts(db).where('api_keys.id', 'in', treeOf(db, id)).orderBy('api_keys.id');
}

/** The keys of a project that neither ended nor were revoked. */
export async function livingKeysOf(db: Db, projectId: string, now: number): Promise<readonly StoredApiKey[]> {
  const rows = await keysWithAccounts(db)
    .where('api_keys.project_id', '=', projectId)
    .where('api_keys.revoked_at', 'is', null)
    .where((key) => key.or([key('api_keys.expires_at', 'is', null), key('api_keys.expires_at', '>', now)]))
    .orderBy('api_keys.created_at')
    .orderBy('api_keys.id')
    .execute();
  return rows.map((row) => storedKey(db, row));
}

/** The ids of `keyTree` as a subquery. */
function treeOf(db: Db, id: string) {
  return db
    .withRecursive('tree(id)', (step) =>
      step
        .selectFrom('api_keys')
        .select('api_keys.id')
        .where('api_keys.id', '=', id)
        .union(
          step
            .selectFrom('tree')
            .innerJoin('api_keys', (join) =>
              join.on(({ or, eb, ref }) =>
                or([eb('api_keys.created_by', '=', ref('tree.id')), eb('api_keys.rotated_to', '=', ref('tree.id'))]),
              ),
            )
            .select('api_keys.id'),
        ),
    )
    .selectFrom('tree')
    .select('tree.id');
}

/** How many keys stand above a key: its maker, the maker of that, and so on; at most `most`. */
export async function makersAbove(db: Db, id: string, most: number): Promise<number> {
  let above = 0;
  for (let key = await findApiKey(db, id); key?.createdBy != null && above < most; above++) {
    key = await findApiKey(db, key.createdBy);
  }
  return above;
}

/** Gives the keys that one made to another, or to nobody. Answers their ids. */
export async function handOverChildren(db: Db, from: string, to: string | null): Promise<readonly string[]> {
  const children = db.selectFrom('api_keys').selectAll().where('created_by', '=', from).orderBy('id');
  const rows = await lockRow(children).execute();
  for (const row of rows) await changeSealed(db, 'api_keys', row, { created_by: to });
  return rows.map(({ id }) => id);
}

/** Changes scopes (JSON), label or end. */
export async function updateApiKey(
  db: Db,
  id: string,
  change: { readonly scopes?: string; readonly label?: string; readonly expires_at?: number | null },
): Promise<void> {
  await changeKey(db, id, change, () => true);
}

/** Changes a key where it `isFit`, and tells whether it did. */
async function changeKey(
  db: Db,
  id: string,
  change: Partial<ApiKeyRow>,
  isFit: (row: ApiKeyRow) => boolean,
): Promise<boolean> {
  const row = await lockRow(db.selectFrom('api_keys').selectAll().where('id', '=', id)).executeTakeFirst();
  if (row === undefined || !isFit(row)) return false;
  await changeSealed(db, 'api_keys', row, change);
  return true;
}

type ApiKeyRow = Selectable<Tables['api_keys']>;

/** Marks a key as replaced; it works until `expiresAt`. False where it is revoked, expired or replaced already. */
export async function rotateApiKey(
  db: Db,
  id: string,
  { to, now, expiresAt }: { readonly to: string; readonly now: number; readonly expiresAt: number },
): Promise<boolean> {
  return changeKey(db, id, { rotated_to: to, expires_at: expiresAt }, (key) => {
    const isOver = key.expires_at !== null && key.expires_at <= now;
    return key.revoked_at === null && key.rotated_to === null && !isOver;
  });
}

/** Revokes at once; a second revocation keeps the first time. */
export async function revokeApiKeys(db: Db, ids: readonly string[], at: number): Promise<void> {
  for (const id of ids) await changeKey(db, id, { revoked_at: at }, (key) => key.revoked_at === null);
}
