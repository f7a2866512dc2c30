import type { PlanSlug } from '@touchstone/core/api/plans.ts';
import { PLAN_SLUGS } from '@touchstone/core/api/plans.ts';
import type { Db } from './db.ts';
import type { Row } from './tables.ts';

export type AccountStatus = 'active' | 'suspended';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanSlug;
  readonly credits: number;
  readonly status: AccountStatus;
  readonly createdAt: number;
}

function accountOf(row: Row<'accounts'>): Account {
  const plan = planOf(row.plan);
  const status = row.status === 'suspended' ? 'suspended' : 'active';
  return { id: row.id, email: row.email, plan, credits: row.credits, status, createdAt: row.created_at };
}

/** Reads a stored plan. Throws TypeError for a name that no plan has: a broken invariant. */
export function planOf(name: string): PlanSlug {
  const plan = PLAN_SLUGS.find((slug) => slug === name);
  if (plan === undefined) throw new TypeError(`internal: unknown plan ${name} in the store`);
  return plan;
}

export async function insertAccount(db: Db, account: Account): Promise<void> {
  const { id, email, plan, credits, status, createdAt } = account;
  await db.insertInto('accounts').values({ id, email, plan, credits, status, created_at: createdAt }).execute();
}

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : accountOf(row);
}

/** `email` in lower case, as it is stored. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  return row === undefined ? null : accountOf(row);
}

/** All accounts, the oldest first. */
export async function listAccounts(db: Db): Promise<readonly Account[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(accountOf);
}

export async function insertProject(db: Db, project: Row<'projects'>): Promise<void> {
  await db.insertInto('projects').values(project).execute();
}

/** Takes units off the balance; false, and nothing taken, where it is too low. */
export async function takeCredits(db: Db, accountId: string, units: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set((row) => ({ credits: row('credits', '-', units) }))
    .where('id', '=', accountId)
    .where('credits', '>=', units)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export interface Usage {
  readonly accountId: string;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly operation: string;
  readonly calls: number;
  readonly units: number;
}

/** Adds to the day's counters of an operation. */
export async function addUsage(db: Db, usage: Usage): Promise<void> {
  const { accountId, day, operation, calls, units } = usage;
  await db
    .insertInto('usage')
    .values({ account_id: accountId, day, operation, calls, units })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'operation']).doUpdateSet((row) => ({
        calls: row('usage.calls', '+', calls),
        units: row('usage.units', '+', units),
      })),
    )
    .execute();
}

export async function listUsage(db: Db, accountId: string): Promise<readonly Usage[]> {
  const rows = await db.selectFrom('usage').selectAll().where('account_id', '=', accountId).orderBy('day').execute();
  return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
}
