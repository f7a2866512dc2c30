/** Agents as they were registered, and the policies under which they act. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from './db.ts';
import { isGenuine, sealed } from './sealed-rows.ts';
import type { Tables } from './tables.ts';

export type AgentRow = Selectable<Tables['agents']>;
export type AgentPolicyRow = Selectable<Tables['agent_policies']>;
export type PolicyScope = AgentPolicyRow['scope'];

export async function insertAgent(db: Db, agent: Insertable<Tables['agents']>): Promise<void> {
  await db.insertInto('agents').values(agent).execute();
}

/** Of any project; null where there is none. */
export async function findAgent(db: Db, id: string): Promise<AgentRow | null> {
  const row = await db.selectFrom('agents').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** The id of an agent of the project that has this canonical name; null where none has. */
export async function agentNamed(db: Db, projectId: string, canonicalName: string): Promise<string | null> {
  const query = db.selectFrom('agents').select('id').where('project_id', '=', projectId);
  const row = await query.where('canonical_name', '=', canonicalName).limit(1).executeTakeFirst();
  return row?.id ?? null;
}

/** The project's agents, the newest first, from below a position. */
export async function agentsBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly AgentRow[]> {
  return db
    .selectFrom('agents')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
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

/** Sets the policy of a scope and target; null takes it away. */
export async function storePolicy(
  db: Db,
  scope: PolicyScope,
  target: string,
  policy: string | null,
  now: number,
): Promise<void> {
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
}
