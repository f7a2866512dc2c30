/** What the service states of an account's units. */
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Db } from '../../store/engine.ts';
import { type RowDigest, rowDigestIn } from '../../store/row-digest.ts';
import type { Row } from '../../store/tables.ts';

export type UsageStatementRow = Row<'usage_statements'>;

export async function insertUsageStatement(db: Db, statement: UsageStatementRow): Promise<void> {
  await db.insertInto('usage_statements').values(statement).execute();
}

/** The newest statement; null where there is none. */
export async function lastUsageStatement(db: Db, accountId: string): Promise<UsageStatementRow | null> {
  const row = await db
    .selectFrom('usage_statements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The digest over rows that open doors, as the newest statements name it (S35); null where none does. */
export async function newestStatedRows(db: Db): Promise<RowDigest | null> {
  const newest = await db
    .selectFrom('accounts')
    .select(({ selectFrom }) =>
      selectFrom('usage_statements')
        .select('body')
        .whereRef('usage_statements.account_id', '=', 'accounts.id')
        .orderBy('position', 'desc')
        .limit(1)
        .as('body'),
    )
    .execute();
  const stated = newest.flatMap(({ body }) => {
    const parsed = body === null ? null : parseStrictJson(body);
    const rows = parsed?.ok === true && isJsonObject(parsed.value) ? rowDigestIn(parsed.value.rows) : null;
    return rows === null ? [] : [rows];
  });
  return stated.reduce<RowDigest | null>(
    (last, rows) => (last !== null && last.changes >= rows.changes ? last : rows),
    null,
  );
}

/** In the order of the chain. */
export async function usageStatementsAfter(
  db: Db,
  accountId: string,
  position: number,
  limit: number,
): Promise<readonly UsageStatementRow[]> {
  return db
    .selectFrom('usage_statements')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** The accounts that have a chain. */
export async function accountsWithStatements(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('usage_statements').select('account_id').distinct().orderBy('account_id').execute();
  return rows.map(({ account_id }) => account_id);
}

/**
 * Accounts whose units are others than they were last stated, because the balance or the number of grants differs, and those
 * whose chains are still to be told that they were restored. What was opened and has used nothing needs no statement.
 */
export async function accountsToState(
  db: Db,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('accounts.id')
    .where(({ and, eb, not, or, selectFrom, exists, val }) => {
      const stated = selectFrom('usage_statements').whereRef('usage_statements.account_id', '=', 'accounts.id');
      const newest = stated.orderBy('position', 'desc').limit(1);
      const grants = selectFrom('credit_grants')
        .whereRef('credit_grants.account_id', '=', 'accounts.id')
        .select(({ fn }) => fn.countAll<number>().as('count'));
      const spent = selectFrom('usage')
        .whereRef('usage.account_id', '=', 'accounts.id')
        .where('usage.units', '>', 0)
        .select('usage.account_id');
      const notice = selectFrom('usage_statement_notices')
        .whereRef('usage_statement_notices.account_id', '=', 'accounts.id')
        .select('usage_statement_notices.account_id');
      return or([
        exists(notice),
        and([not(exists(stated.select('position'))), or([exists(spent), eb(grants, '>', val(1))])]),
        and([
          exists(stated.select('position')),
          or([
            eb(newest.select('balance'), '!=', eb.ref('accounts.credits')),
            eb(newest.select('grants'), '!=', grants),
          ]),
        ]),
      ]);
    })
    .where('accounts.id', '>', after)
    .orderBy('accounts.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The units of an account at one moment. */
export interface Units {
  readonly grants: number;
  readonly granted: number;
  readonly balance: number;
  /** By operation; one that was given more than it took, which no request brings about, is below 0. */
  readonly used: Readonly<Record<string, number>>;
}

/** `upTo` counts grants up to that position only; all unless stated. */
export async function unitsOf(db: Db, accountId: string, upTo = Number.MAX_SAFE_INTEGER): Promise<Units | null> {
  const account = await db.selectFrom('accounts').select('credits').where('id', '=', accountId).executeTakeFirst();
  if (account === undefined) return null;
  const grants = await db
    .selectFrom('credit_grants')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('units').as('units')])
    .where('account_id', '=', accountId)
    .where('position', '<=', upTo)
    .executeTakeFirst();
  const usage = await db
    .selectFrom('usage')
    .select(({ fn }) => ['operation', fn.sum<number>('units').as('units')])
    .where('account_id', '=', accountId)
    .groupBy('operation')
    .orderBy('operation')
    .execute();
  const used = usage.filter(({ units }) => units !== 0).map(({ operation, units }) => [operation, units] as const);
  return {
    grants: grants?.count ?? 0,
    granted: grants?.units ?? 0,
    balance: account.credits,
    used: Object.fromEntries(used),
  };
}

/** Leaves every chain to be told that it was restored (S27). */
export async function leaveUsageNotices(db: Db, restoredAt: number): Promise<void> {
  for (const account_id of await accountsWithStatements(db)) {
    await db
      .insertInto('usage_statement_notices')
      .values({ account_id, restored_at: restoredAt })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ restored_at: restoredAt }))
      .execute();
  }
}

/** Takes a notice away; of which time, or null where there was none. */
export async function takeUsageNotice(db: Db, accountId: string): Promise<number | null> {
  const row = await db
    .deleteFrom('usage_statement_notices')
    .where('account_id', '=', accountId)
    .returning('restored_at')
    .executeTakeFirst();
  return row?.restored_at ?? null;
}
