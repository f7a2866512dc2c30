/** Fraud signals, their contributors, and what was released. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Row, Tables } from '../store/tables.ts';

export type FraudKey = Selectable<Tables['fraud_keys']>;
export type FraudSignalRow = Selectable<Tables['fraud_signals']>;
export type FraudAggregateRow = Selectable<Tables['fraud_aggregates']>;
export type FraudParticipant = Selectable<Tables['fraud_participants']>;

export async function findFraudKey(db: Db): Promise<FraudKey | null> {
  return (await db.selectFrom('fraud_keys').selectAll().executeTakeFirst()) ?? null;
}

/** The first one stays. */
export async function insertFraudKey(transaction: Db, key: Row<'fraud_keys'>): Promise<void> {
  await transaction
    .insertInto('fraud_keys')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Counts a contribution of a project. */
export async function countContribution(transaction: Db, projectId: string, now: number): Promise<void> {
  const query = transaction.selectFrom('fraud_participants').selectAll().where('project_id', '=', projectId);
  const known = await lockRow(query).executeTakeFirst();
  if (known === undefined) {
    const row = { project_id: projectId, joined_at: now, contributed: 1 };
    await transaction.insertInto('fraud_participants').values(row).execute();
    return;
  }
  await transaction
    .updateTable('fraud_participants')
    .set({ contributed: known.contributed + 1 })
    .where('project_id', '=', projectId)
    .execute();
}

export async function countParticipants(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('fraud_participants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** In the order in which they joined. */
export async function listParticipants(db: Db, limit: number): Promise<readonly FraudParticipant[]> {
  const query = db.selectFrom('fraud_participants').selectAll().orderBy('joined_at').orderBy('project_id');
  return query.limit(limit).execute();
}

/** false where the project has contributed this box before. */
export async function insertSignal(transaction: Db, signal: Row<'fraud_signals'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('fraud_signals')
    .values(signal)
    .onConflict((conflict) => conflict.columns(['project_id', 'box_hash']).doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function countSignals(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('fraud_signals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** false where the project has none of that id. */
export async function deleteSignal(transaction: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await transaction
    .deleteFrom('fraud_signals')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return deleted === 1n;
}

/** Of a project, oldest first. */
export async function listSignals(
  db: Db,
  projectId: string,
  after: { readonly createdAt: number; readonly id: string } | null,
  limit: number,
) {
  let query = db
    .selectFrom('fraud_signals')
    .select(['id', 'signal_type', 'created_at', 'expires_at'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  if (after !== null) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '>', tuple(after.createdAt, after.id)),
    );
  }
  return query.execute();
}

/** Signals about an entity that count now, the newest first. */
export async function livingSignals(db: Db, entityTag: Uint8Array, now: number, limit: number) {
  return db
    .selectFrom('fraud_signals')
    .select(['id', 'project_id'])
    .where('entity_tag', '=', entityTag)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function signalsById(db: Db, ids: readonly string[]): Promise<readonly FraudSignalRow[]> {
  return db.selectFrom('fraud_signals').selectAll().where('id', 'in', ids).execute();
}

export async function findAggregate(db: Db, entityTag: Uint8Array): Promise<FraudAggregateRow | null> {
  const query = db.selectFrom('fraud_aggregates').selectAll().where('entity_tag', '=', entityTag);
  return (await query.executeTakeFirst()) ?? null;
}

export async function lockAggregate(transaction: Db, entityTag: Uint8Array): Promise<FraudAggregateRow | null> {
  const query = transaction.selectFrom('fraud_aggregates').selectAll().where('entity_tag', '=', entityTag);
  return (await lockRow(query).executeTakeFirst()) ?? null;
}

export async function storeAggregate(transaction: Db, row: Row<'fraud_aggregates'>): Promise<void> {
  const { envelope, computed_at } = row;
  await transaction
    .insertInto('fraud_aggregates')
    .values(row)
    .onConflict((conflict) => conflict.column('entity_tag').doUpdateSet({ envelope, computed_at }))
    .execute();
}

/** Whether a signal counts no more, or an aggregate is older than a time. */
export async function hasPastFraud(db: Db, now: number, before: number): Promise<boolean> {
  const signal = db.selectFrom('fraud_signals').select('id').where('expires_at', '<=', now).limit(1);
  if ((await signal.executeTakeFirst()) !== undefined) return true;
  const aggregate = db.selectFrom('fraud_aggregates').select('entity_tag').where('computed_at', '<=', before).limit(1);
  return (await aggregate.executeTakeFirst()) !== undefined;
}

export async function forgetPastFraud(transaction: Db, now: number, before: number): Promise<void> {
  await transaction.deleteFrom('fraud_signals').where('expires_at', '<=', now).execute();
  await transaction.deleteFrom('fraud_aggregates').where('computed_at', '<=', before).execute();
}

/** A few at a time: each has 66 KB. */
export async function sealedSignalsAfter(db: Db, after: string, limit: number): Promise<readonly FraudSignalRow[]> {
  return db.selectFrom('fraud_signals').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

export async function allAggregates(db: Db): Promise<readonly FraudAggregateRow[]> {
  return db.selectFrom('fraud_aggregates').selectAll().orderBy('entity_tag').execute();
}

export async function fraudCounts(db: Db): Promise<{ readonly participants: number; readonly signals: number }> {
  const { signals } = await db
    .selectFrom('fraud_signals')
    .select(({ fn }) => fn.countAll<number>().as('signals'))
    .executeTakeFirstOrThrow();
  return { participants: await countParticipants(db), signals };
}
