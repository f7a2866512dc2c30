import { type Insertable, type Selectable, sql } from 'kysely';
import { type Db, lockRow, takePositions } from '../store/engine.ts';
import { changingRows, isGenuine, sealed } from '../store/sealed-rows.ts';
import type { Tables } from '../store/tables.ts';

export type StoredWebhook = Selectable<Tables['webhooks']>;
export type NewWebhook = Insertable<Tables['webhooks']>;
export type StoredDelivery = Selectable<Tables['webhook_deliveries']>;

/** All webhooks: the one for all projects first, the others by project. */
export async function listWebhooks(db: Db): Promise<readonly StoredWebhook[]> {
  const rows = await db.selectFrom('webhooks').selectAll().orderBy('project_id').execute();
  return [
    ...rows.filter(({ project_id }) => project_id === null),
    ...rows.filter(({ project_id }) => project_id !== null),
  ];
}

/** Webhooks from after that of a project on, the one for all first: it counts as that of the project ''; null: from the beginning. */
export async function webhooksAfter(db: Db, after: string | null, limit: number): Promise<readonly StoredWebhook[]> {
  const place = sql<string>`coalesce(project_id, '')`;
  let query = db.selectFrom('webhooks').selectAll();
  if (after !== null) query = query.where(place, '>', after);
  return query.orderBy(place).limit(limit).execute();
}

/** The webhook of exactly this project, or the one for all where `projectId` is null. */
export async function findWebhook(db: Db, projectId: string | null): Promise<StoredWebhook | null> {
  return (await webhookOf(db, projectId).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it. */
export async function lockWebhook(transaction: Db, projectId: string | null): Promise<StoredWebhook | null> {
  return (await lockRow(webhookOf(transaction, projectId)).executeTakeFirst()) ?? null;
}

function webhookOf(db: Db, projectId: string | null) {
  const query = db.selectFrom('webhooks').selectAll();
  return projectId === null ? query.where('project_id', 'is', null) : query.where('project_id', '=', projectId);
}

export async function insertWebhook(db: Db, webhook: NewWebhook): Promise<void> {
  await changingRows(db, [['webhooks', { id: webhook.id }]], () =>
    db
      .insertInto('webhooks')
      .values(sealed(db, 'webhooks', webhook))
      .execute(),
  );
}

/** Changes all but the project: nothing of the row before remains that was not looked at. */
export async function updateWebhook(db: Db, webhook: NewWebhook): Promise<void> {
  const { url, allow_private, envelope, changed_at, seal } = sealed(db, 'webhooks', webhook);
  await changingRows(db, [['webhooks', { id: webhook.id }]], () =>
    db
      .updateTable('webhooks')
      .set({ url, allow_private, envelope, changed_at, seal: seal ?? null })
      .where('id', '=', webhook.id)
      .execute(),
  );
}

/** Removes a webhook; what was queued for it is given up. */
export async function deleteWebhook(db: Db, id: string, now: number): Promise<void> {
  await changingRows(db, [['webhooks', { id }]], async () => {
    await db
      .updateTable('webhook_deliveries')
      .set({ state: 'dead', last_error: 'The webhook was removed.', finished_at: now })
      .where('webhook_id', '=', id)
      .where('state', '=', 'queued')
      .execute();
    await db.deleteFrom('webhooks').where('id', '=', id).execute();
  });
}

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly projectId: string;
  readonly event: string;
  readonly body: string;
}

/** Queues a notice; it is due at once. `db` is a transaction. */
export async function insertDelivery(db: Db, delivery: NewDelivery, now: number): Promise<void> {
  const position = await takePositions(db, 'webhook_deliveries', {});
  await db
    .insertInto('webhook_deliveries')
    .values({
      position,
      id: delivery.id,
      webhook_id: delivery.webhookId,
      project_id: delivery.projectId,
      event: delivery.event,
      body: delivery.body,
      state: 'queued',
      attempts: 0,
      next_attempt_at: now,
      last_status: null,
      last_error: null,
      created_at: now,
      finished_at: null,
    })
    .execute();
}

export interface DueDelivery {
  readonly delivery: StoredDelivery;
  readonly webhook: StoredWebhook;
  /** Whether the webhook's row is this service's (S35): where not, nothing is sent there. */
  readonly isGenuine: boolean;
}

/** Queued notices whose time has come, those that wait longest first, with their webhook. */
export async function dueDeliveries(db: Db, now: number, limit: number): Promise<readonly DueDelivery[]> {
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('state', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('position')
    .limit(limit)
    .execute();
  const webhooks = new Map((await listWebhooks(db)).map((webhook) => [webhook.id, webhook]));
  return deliveries.flatMap((delivery) => {
    const webhook = webhooks.get(delivery.webhook_id ?? '');
    return webhook === undefined ? [] : [{ delivery, webhook, isGenuine: isGenuine(db, 'webhooks', webhook) }];
  });
}

/**
 * Takes a notice for one attempt and puts the next one off until `nextAttemptAt`, so that it is tried again where this
 * process ends in between. False where somebody else has taken it.
 */
export async function claimDelivery(
  db: Db,
  { id, attempts }: Pick<StoredDelivery, 'id' | 'attempts'>,
  nextAttemptAt: number,
): Promise<boolean> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ attempts: attempts + 1, next_attempt_at: nextAttemptAt })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function settleDelivery(
  db: Db,
  id: string,
  outcome: Partial<Pick<StoredDelivery, 'state' | 'last_status' | 'last_error' | 'finished_at' | 'next_attempt_at'>>,
): Promise<void> {
  await db.updateTable('webhook_deliveries').set(outcome).where('id', '=', id).where('state', '=', 'queued').execute();
}

/** Puts a dead notice back into the queue, as if it were new. False where there is no dead one of this id. */
export async function requeueDelivery(db: Db, id: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('webhook_deliveries')
    .set({ state: 'queued', attempts: 0, next_attempt_at: now, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .where('webhook_id', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function findDelivery(db: Db, id: string): Promise<StoredDelivery | null> {
  return (await deliveryOf(db, id).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it. */
export async function lockDelivery(transaction: Db, id: string): Promise<StoredDelivery | null> {
  return (await lockRow(deliveryOf(transaction, id)).executeTakeFirst()) ?? null;
}

function deliveryOf(db: Db, id: string) {
  return db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id);
}

export interface DeliveryFilter {
  readonly state?: StoredDelivery['state'];
  /** Notices with a lower position only. */
  readonly below?: number;
  readonly limit: number;
}

/** Notices, the newest first. */
export async function listDeliveries(db: Db, filter: DeliveryFilter): Promise<readonly StoredDelivery[]> {
  const { state, below, limit } = filter;
  let query = db.selectFrom('webhook_deliveries').selectAll();
  if (state !== undefined) query = query.where('state', '=', state);
  if (below !== undefined) query = query.where('position', '<', below);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

export async function countDeliveries(db: Db, state: StoredDelivery['state']): Promise<number> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select((delivery) => delivery.fn.countAll<number>().as('count'))
    .where('state', '=', state)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
