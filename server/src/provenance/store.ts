import type { Db } from '../store/engine.ts';
import { prepared } from '../store/prepared.ts';
import type { Row } from '../store/tables.ts';

export async function insertKeyEvent(db: Db, event: Row<'key_events'>): Promise<void> {
  await db.insertInto('key_events').values(event).execute();
}

const newestEvent = prepared<{ readonly keyId: string }>()((db, value) =>
  db.selectFrom('key_events').selectAll().where('key_id', '=', value('keyId')).orderBy('position', 'desc').limit(1),
);

/** The newest event of a key; null where there is none. */
export async function lastKeyEvent(db: Db, keyId: string): Promise<Row<'key_events'> | null> {
  return newestEvent.first(db, { keyId });
}

export async function hasKeyEvent(db: Db, keyId: string, event: string): Promise<boolean> {
  const row = await db
    .selectFrom('key_events')
    .select('position')
    .where('key_id', '=', keyId)
    .where('event', '=', event)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The events of a key, the oldest first. */
export async function keyEvents(db: Db, keyId: string): Promise<readonly Row<'key_events'>[]> {
  return db.selectFrom('key_events').selectAll().where('key_id', '=', keyId).orderBy('position').execute();
}

/** Events of a key after a position, the oldest first. */
export async function keyEventsAfter(
  db: Db,
  keyId: string,
  position: number,
  limit: number,
): Promise<readonly Row<'key_events'>[]> {
  return db
    .selectFrom('key_events')
    .selectAll()
    .where('key_id', '=', keyId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Keys with events, in the order of their ids, after one. */
export async function keysWithEvents(
  db: Db,
  after: string,
  limit: number,
): Promise<readonly { readonly key_id: string; readonly project_id: string }[]> {
  return db
    .selectFrom('key_events')
    .select((event) => ['key_id', event.fn.min('project_id').as('project_id')])
    .groupBy('key_id')
    .where('key_id', '>', after)
    .orderBy('key_id')
    .limit(limit)
    .execute();
}

/** Notes for every chain that it has to be told of a restore. */
export async function noteChainRestores(db: Db, restoredAt: number): Promise<void> {
  await db.deleteFrom('key_chain_restores').execute();
  await db
    .insertInto('key_chain_restores')
    .columns(['key_id', 'project_id', 'restored_at'])
    .expression((from) =>
      from
        .selectFrom('key_events')
        .select((event) => ['key_id', 'project_id', event.val(restoredAt).as('restored_at')])
        .where('position', '=', 1),
    )
    .execute();
}

/** When the data folder was restored, where this chain was not told of it yet. */
export async function findChainRestore(db: Db, keyId: string): Promise<number | null> {
  const row = await db
    .selectFrom('key_chain_restores')
    .select('restored_at')
    .where('key_id', '=', keyId)
    .executeTakeFirst();
  return row?.restored_at ?? null;
}

export async function chainRestores(
  db: Db,
  limit: number,
): Promise<readonly { readonly key_id: string; readonly project_id: string }[]> {
  return db.selectFrom('key_chain_restores').select(['key_id', 'project_id']).orderBy('key_id').limit(limit).execute();
}

/** Takes the notice of a restore away; when that was, or null where there was none. */
export async function takeChainRestore(db: Db, keyId: string): Promise<number | null> {
  const row = await db
    .deleteFrom('key_chain_restores')
    .where('key_id', '=', keyId)
    .returning('restored_at')
    .executeTakeFirst();
  return row?.restored_at ?? null;
}
