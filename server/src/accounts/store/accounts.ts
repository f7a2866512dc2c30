import { PLAN_SLUGS, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, snapshot, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import { changeSealed, changingRows, isGenuine, sealed } from '../../store/sealed-rows.ts';
import type { Row, Tables } from '../../store/tables.ts';

export type AccountStatus = 'active' | 'suspended';

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly plan: PlanSlug;
  readonly credits: number;
  readonly status: AccountStatus;
  readonly createdAt: number;
}

function accountOf(row: Selectable<Tables['accounts']>): Account {
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

/** Stores a new account; its balance is its first grant. */
export async function insertAccount(db: Db, account: Account): Promise<void> {
  const { id, email, plan, credits, status, createdAt } = account;
  const row = sealed(db, 'accounts', { id, email, plan, credits, status, created_at: createdAt });
  await changingRows(db, [['accounts', { id }]], () => db.insertInto('accounts').values(row).execute());
  await insertGrant(db, { account_id: id, units: credits, reason: 'opening', granted_at: createdAt });
}

async function insertGrant(db: Db, grant: Omit<Row<'credit_grants'>, 'position'>): Promise<void> {
  const position = await takePositions(db, 'credit_grants', { account_id: grant.account_id });
  await db
    .insertInto('credit_grants')
    .values({ ...grant, position })
    .execute();
}

export interface AccountChange {
  readonly plan?: PlanSlug;
  readonly status?: AccountStatus;
  /** The new balance. The difference becomes a grant, which is negative where units are taken away. */
  readonly credits?: number;
}

/** Changes an account and returns it as it was and as it is; null where it does not exist. */
export async function updateAccount(
  db: Db,
  id: string,
  { plan, status, credits }: AccountChange,
  now: number,
): Promise<{ readonly before: Account; readonly after: Account; readonly isGenuine: boolean } | null> {
  const row = await accountById.lock(db, { id });
  if (row === null) return null;
  const before = accountOf(row);
  const after: Account = {
    ...before,
    plan: plan ?? before.plan,
    status: status ?? before.status,
    credits: credits ?? before.credits,
  };
  await changeSealed(db, 'accounts', row, { plan: after.plan, status: after.status, credits: after.credits });
  if (after.credits !== before.credits) {
    const units = after.credits - before.credits;
    await insertGrant(db, { account_id: id, units, reason: 'administrator', granted_at: now });
  }
  return { before, after, isGenuine: isGenuine(db, 'accounts', row) };
}

/** What was granted to an account and what it spent, in units. */
export async function unitSums(
  db: Db,
  accountId: string,
): Promise<{ readonly granted: number; readonly spent: number }> {
  const grants = await db
    .selectFrom('credit_grants')
    .select((expression) => expression.fn.sum<number | null>('units').as('units'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const usage = await db
    .selectFrom('usage')
    .select((expression) => expression.fn.sum<number | null>('units').as('units'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return { granted: grants?.units ?? 0, spent: usage?.units ?? 0 };
}

export interface Project {
  readonly id: string;
  readonly createdAt: number;
  readonly activeKeys: number;
}

/** The projects of an account, the oldest first, with how many keys of each work at `now`. */
export async function listProjects(
  db: Db,
  accountId: string,
  now: number,
  { after, limit }: Range,
): Promise<readonly Project[]> {
  let query = db
    .selectFrom('projects')
    .select(['id', 'created_at'])
    .select((project) =>
      project
        .selectFrom('api_keys')
        .select((key) => key.fn.countAll<number>().as('count'))
        .whereRef('api_keys.project_id', '=', 'projects.id')
        .where('revoked_at', 'is', null)
        .where((key) => key.or([key('expires_at', 'is', null), key('expires_at', '>', now)]))
        .as('active_keys'),
    )
    .where('account_id', '=', accountId);
  if (after !== null) query = query.where(isAfter(after));
  const rows = await query.orderBy('created_at').orderBy('id').limit(limit).execute();
  return rows.map(({ id, created_at, active_keys }) => ({ id, createdAt: created_at, activeKeys: active_keys ?? 0 }));
}

/** A project with its account, and whether both rows are this service's (S35); null where it does not exist. */
export async function findProject(
  db: Db,
  projectId: string,
): Promise<{ readonly id: string; readonly account: Account; readonly isGenuine: boolean } | null> {
  const row = await accountOfProject.first(db, { projectId });
  if (row === null) return null;
  const { projectCreatedAt, projectSeal, ...account } = row;
  const project = { id: projectId, account_id: account.id, created_at: projectCreatedAt, seal: projectSeal };
  const isWhole = isGenuine(db, 'projects', project) && isGenuine(db, 'accounts', account);
  return { id: projectId, account: accountOf(account), isGenuine: isWhole };
}

const accountOfProject = prepared<{ projectId: string }>()((db, value) =>
  db
    .selectFrom('projects')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .selectAll('accounts')
    .select(['projects.created_at as projectCreatedAt', 'projects.seal as projectSeal'])
    .where('projects.id', '=', value('projectId')),
);

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const row = await accountById.first(db, { id });
  return row === null ? null : accountOf(row);
}

/** For a transaction that goes on to charge the account, and locks other things before. */
export async function lockAccount(transaction: Db, id: string): Promise<void> {
  await accountById.lock(transaction, { id });
}

const accountById = prepared<{ id: string }>()((db, value) =>
  db.selectFrom('accounts').selectAll().where('id', '=', value('id')),
);

/** The balance of an account, in units; null where it does not exist. */
export async function findCredits(db: Db, id: string): Promise<number | null> {
  return (await creditsOf.first(db, { id }))?.credits ?? null;
}

const creditsOf = prepared<{ id: string }>()((db, value) =>
  db.selectFrom('accounts').select('credits').where('id', '=', value('id')),
);

/** `email` in lower case, as it is stored. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const row = await db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirst();
  return row === undefined ? null : accountOf(row);
}

/** All accounts, the oldest first. */
/** A place in a list that goes from the oldest to the newest. */
export interface Dated {
  readonly createdAt: number;
  readonly id: string;
}

interface Range {
  /** The last of the page before; null: from the beginning. */
  readonly after: Dated | null;
  readonly limit: number;
}

/** Accounts, the oldest first. */
export async function listAccounts(db: Db, { after, limit }: Range): Promise<readonly Account[]> {
  let query = db.selectFrom('accounts').selectAll();
  if (after !== null) query = query.where(isAfter(after));
  const rows = await query.orderBy('created_at').orderBy('id').limit(limit).execute();
  return rows.map(accountOf);
}

export async function countAccounts(db: Db): Promise<number> {
  const query = db.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('count'));
  return Number((await query.executeTakeFirstOrThrow()).count);
}

function isAfter({ createdAt, id }: Dated) {
  return sql<SqlBool>`(created_at, id) > (${createdAt}, ${id})`;
}

export async function insertProject(db: Db, project: Row<'projects'>): Promise<void> {
  await changingRows(db, [['projects', { id: project.id }]], () =>
    db
      .insertInto('projects')
      .values(sealed(db, 'projects', project))
      .execute(),
  );
}

/** Takes units off the balance; false, and nothing taken, where it is too low. */
export async function takeCredits(db: Db, accountId: string, units: number): Promise<boolean> {
  return (await creditsTaken.change(db, { accountId, units })) === 1;
}

const creditsTaken = prepared<{ accountId: string; units: number }>()((db, value) =>
  db
    .updateTable('accounts')
    .set((row) => ({ credits: row('credits', '-', value('units')) }))
    .where('id', '=', value('accountId'))
    .where('credits', '>=', value('units')),
);

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
  await usageAdded.change(db, usage);
}

const usageAdded = prepared<Usage>()((db, value) =>
  db
    .insertInto('usage')
    .values({
      account_id: value('accountId'),
      day: value('day'),
      operation: value('operation'),
      calls: value('calls'),
      units: value('units'),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'operation']).doUpdateSet((row) => ({
        calls: row('usage.calls', '+', value('calls')),
        units: row('usage.units', '+', value('units')),
      })),
    ),
);

export interface UsageFilter {
  readonly accountId?: string;
  /** Days in UTC, both included. */
  readonly from?: string;
  readonly to?: string;
}

interface UsageRange {
  /** The last of the page before. */
  readonly after?: Pick<Usage, 'day' | 'accountId' | 'operation'>;
  readonly limit?: number;
}

/** Usage by day, account and operation. */
export async function listUsage(
  db: Db,
  { after, limit, ...filter }: UsageFilter & UsageRange,
): Promise<readonly Usage[]> {
  let query = usageRows(db, filter).selectAll().orderBy('day').orderBy('account_id').orderBy('operation');
  if (after !== undefined) {
    const { day, accountId, operation } = after;
    query = query.where(sql<SqlBool>`(day, account_id, operation) > (${day}, ${accountId}, ${operation})`);
  }
  if (limit !== undefined) query = query.limit(limit);
  const rows = await query.execute();
  return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
}

/** Calls and units of all usage that fits. */
export async function sumUsage(db: Db, filter: UsageFilter): Promise<Pick<Usage, 'calls' | 'units'>> {
  const query = usageRows(db, filter).select(({ fn }) => [
    fn.sum<number | null>('calls').as('calls'),
    fn.sum<number | null>('units').as('units'),
  ]);
  const { calls, units } = await query.executeTakeFirstOrThrow();
  return { calls: Number(calls ?? 0), units: Number(units ?? 0) };
}

function usageRows(db: Db, { accountId, from, to }: UsageFilter) {
  let query = db.selectFrom('usage');
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (from !== undefined) query = query.where('day', '>=', from);
  if (to !== undefined) query = query.where('day', '<=', to);
  return query;
}

/** Rows of usage below 0, or of an operation that is not `known`: the first twenty. */
export async function strayUsage(db: Db, known: ReadonlySet<string>): Promise<readonly Usage[]> {
  const rows = await db
    .selectFrom('usage')
    .selectAll()
    .where(({ or, eb }) => or([eb('units', '<', 0), eb('calls', '<', 0), eb('operation', 'not in', [...known])]))
    .orderBy('account_id')
    .orderBy('day')
    .orderBy('operation')
    .limit(20)
    .execute();
  return rows.map(({ account_id, ...rest }) => ({ accountId: account_id, ...rest }));
}

export interface UnitFault {
  readonly id: string;
  readonly granted: number;
  readonly spent: number;
  readonly remaining: number;
}

/** Accounts that owe units, or where what was granted is not what was spent and remains. Read at one moment. */
export async function accountsWithUnitFaults(db: Db): Promise<readonly UnitFault[]> {
  return snapshot(db, async (moment) => {
    const faults: UnitFault[] = [];
    for (const { id, credits } of await moment
      .selectFrom('accounts')
      .select(['id', 'credits'])
      .orderBy('id')
      .execute()) {
      const { granted, spent } = await unitSums(moment, id);
      if (credits < 0 || granted !== spent + credits) faults.push({ id, granted, spent, remaining: credits });
    }
    return faults;
  });
}
