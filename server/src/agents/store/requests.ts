/** Requests that carried an `Idempotency-Key`, so that a repeat answers what the first one recorded. */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../store/db.ts';
import { prepared } from '../../store/prepared.ts';
import type { Tables } from '../../store/tables.ts';

type Requests = Tables['agent_requests'];

const find = prepared<{ project: string; key: string }>()((db, value) =>
  db
    .selectFrom('agent_requests')
    .select(['request_hash', 'node_id'])
    .where('project_id', '=', value('project'))
    .where('idempotency_key', '=', value('key')),
);

const insert = prepared<Insertable<Requests>>()((db, value) =>
  db.insertInto('agent_requests').values({
    project_id: value('project_id'),
    idempotency_key: value('idempotency_key'),
    request_hash: value('request_hash'),
    node_id: value('node_id'),
    created_at: value('created_at'),
  }),
);

/** null where the project has used no such key. */
export async function findAgentRequest(
  db: Db,
  projectId: string,
  key: string,
): Promise<Pick<Selectable<Requests>, 'request_hash' | 'node_id'> | null> {
  return find.first(db, { project: projectId, key });
}

export async function insertAgentRequest(db: Db, request: Insertable<Requests>): Promise<void> {
  await insert.change(db, request);
}

/** Forgets requests from before a time; whether there were any. */
export async function forgetAgentRequests(db: Db, before: number): Promise<void> {
  await db.deleteFrom('agent_requests').where('created_at', '<', before).execute();
}
