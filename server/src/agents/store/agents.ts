/** Agents as they were registered, and the policies under which they act. */
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import { changingRows, isGenuine, sealed } from '../../store/sealed-rows.ts';
import type { Tables } from '../../store/tables.ts';

export type AgentRow = Selectable<Tables['agents']>;
export type AgentPolicyRow = Selectable<Tables['agent_policies']>;
export type PolicyScope = AgentPolicyRow['scope'];

/** Stores an agent. `db` is a transaction. */
export async function insertAgent(db: Db, agent: Omit<Insertable<Tables['agents']>, 'position'>): Promise<void> {
  const position = await takePositions(db, 'agents', {});
  await db
    .insertInto('agents')
    .values({ ...agent, position })
    .execute();
}

/** Of any project; null where there is none. */
export async function findAgent(db: Db, id: string): Promise<AgentRow | null> {
  return (await agentOf(db, id).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it. */
export async function lockAgent(transaction: Db, id: string): Promise<AgentRow | null> {
  return (await lockRow(agentOf(transaction, id)).executeTakeFirst()) ?? null;
}

function agentOf(db: Db, id: string) {
  return db.selectFrom('agents').selectAll().where('id', '=', id);
}

export interface AgentFilter {
  readonly projectId: string;
  /** The canonical name; null: any. */
  readonly name: string | null;
  /** The position below which to go on; null: from the newest. */
  readonly below: number | null;
}

/** Agents of a project, the newest first. */
export async function agentsBelow(
  db: Db,
  { projectId, name, below }: AgentFilter,
  limit: number,
): Promise<readonly AgentRow[]> {
  let query = db.selectFrom('agents').selectAll().where('project_id', '=', projectId);
  if (name !== null) query = query.where('canonical_name', '=', name);
  if (below !== null) query = query.where('position', '<', below);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

/** Agents of all projects behind a position (0: all). */
export async function agentsAfter(db: Db, position: number, limit: number): Promise<readonly AgentRow[]> {
  return db
    .selectFrom('agents')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** A policy, and whether its row is this service's (S35). */
export interface StoredPolicy extends AgentPolicyRow {
  readonly isGenuine: boolean;
}

export async function listPolicies(db: Db): Promise<readonly StoredPolicy[]> {
  const rows = await db.selectFrom('agent_policies').selectAll().orderBy('scope').orderBy('target').execute();
  return rows.map((row) => ({ ...row, isGenuine: isGenuine(db, 'agent_policies', row) }));
}

/** Policies by scope and target, from after a place on; null: from the beginning. */
export async function policiesAfter(
  db: Db,
  after: { readonly scope: string; readonly target: string } | null,
  limit: number,
): Promise<readonly AgentPolicyRow[]> {
  let query = db.selectFrom('agent_policies').selectAll();
  if (after !== null) query = query.where(sql<SqlBool>`(scope, target) > (${after.scope}, ${after.target})`);
  return query.orderBy('scope').orderBy('target').limit(limit).execute();
}

/** Sets the policy of a scope and target; null takes it away. */
export async function storePolicy(
  db: Db,
  scope: PolicyScope,
  target: string,
  policy: string | null,
  now: number,
): Promise<void> {
  await changingRows(db, [['agent_policies', { scope, target }]], async () => {
    if (policy === null) {
      await db.deleteFrom('agent_policies').where('scope', '=', scope).where('target', '=', target).execute();
      return;
    }
    const row = sealed(db, 'agent_policies', { scope, target, policy, updated_at: now });
    await db
      .insertInto('agent_policies')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['scope', 'target']).doUpdateSet({ policy, updated_at: now, seal: row.seal ?? null }),
      )
      .execute();
  });
}
