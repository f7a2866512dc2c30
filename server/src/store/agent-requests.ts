/** Requests that carried an `Idempotency-Key`, so that a repeat answers what the first one recorded. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from './db.ts';
import type { Tables } from './tables.ts';

type Requests = Tables['agent_requests'];

/** null where the project has used no such key. */
export async function findAgentRequest(
  db: Db,
  projectId: string,
  key: string,
): Promise<Pick<Selectable<Requests>, 'request_hash' | 'node_id'> | null> {
  const row = await db
    .selectFrom('agent_requests')
    .select(['request_hash', 'node_id'])
    .where('project_id', '=', projectId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertAgentRequest(db: Db, request: Insertable<Requests>): Promise<void> {
  await db.insertInto('agent_requests').values(request).execute();
}

/** Forgets requests from before a time; whether there were any. */
export async function forgetAgentRequests(db: Db, before: number): Promise<void> {
  await db.deleteFrom('agent_requests').where('created_at', '<', before).execute();
}
