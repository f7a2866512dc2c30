/** Health compliance: agreements, sessions with their locks, the chain of each session, attestations. */
import { setImmediate } from 'node:timers/promises';
import { type Db, lockRow, takePositions } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';

export type HealthSessionRow = Row<'health_sessions'>;
export type HealthEventRow = Row<'health_events'>;
export type HealthAttestationRow = Row<'health_attestations'>;

/** null where the user has not accepted. */
export async function findAgreement(
  db: Db,
  projectId: string,
  userId: string,
): Promise<Row<'health_agreements'> | null> {
  const row = await db
    .selectFrom('health_agreements')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores an acceptance; false where there is one already, which then counts. */
export async function acceptAgreement(db: Db, agreement: Row<'health_agreements'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('health_agreements')
    .values(agreement)
    .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function listAgreements(db: Db): Promise<readonly Row<'health_agreements'>[]> {
  return db.selectFrom('health_agreements').selectAll().orderBy('project_id').orderBy('user_id').execute();
}

export type NewHealthSession = Pick<
  HealthSessionRow,
  'id' | 'project_id' | 'contract_id' | 'user_id' | 'lock_hash' | 'opened_at' | 'expires_at'
>;

/**
 * Opens a session if its contract is free: a lock whose time is over is taken away first. The unique index decides between
 * two who come at once. Answers whether it was opened.
 */
export async function openHealthSession(db: Db, session: NewHealthSession): Promise<boolean> {
  await db
    .updateTable('health_sessions')
    .set({ holds_lock: 0 })
    .where('project_id', '=', session.project_id)
    .where('contract_id', '=', session.contract_id)
    .where('holds_lock', '=', 1)
    .where('expires_at', '<=', session.opened_at)
    .execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('health_sessions')
    .values({ ...session, holds_lock: 1, released_at: null, events: 0, head_hash: null, head_tx: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** null where the project has no such session. */
export async function findHealthSession(db: Db, projectId: string, id: string): Promise<HealthSessionRow | null> {
  return (await sessionOf(db, projectId, id).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it, or to append to its chain: the head stands in the row. */
export async function lockHealthSession(
  transaction: Db,
  projectId: string,
  id: string,
): Promise<HealthSessionRow | null> {
  return (await lockRow(sessionOf(transaction, projectId, id)).executeTakeFirst()) ?? null;
}

function sessionOf(db: Db, projectId: string, id: string) {
  return db.selectFrom('health_sessions').selectAll().where('project_id', '=', projectId).where('id', '=', id);
}

export async function releaseHealthSession(db: Db, id: string, now: number): Promise<void> {
  await db.updateTable('health_sessions').set({ released_at: now, holds_lock: 0 }).where('id', '=', id).execute();
}

export interface HealthHead {
  readonly events: number;
  readonly headHash: string;
}

/** Building and running a statement for so many rows takes some milliseconds. */
const ROWS_A_TURN = 25;

/** Appends entries whose positions follow the stored head, and moves the head. `db` is a transaction. */
export async function appendHealthEvents(db: Db, entries: readonly HealthEventRow[], head: HealthHead): Promise<void> {
  const [first] = entries;
  if (first === undefined) throw new RangeError('there is nothing to append');
  for (let at = 0; at < entries.length; at += ROWS_A_TURN) {
    // Others have their turn on the event loop in between.
    if (at > 0) await setImmediate();
    await db
      .insertInto('health_events')
      .values(entries.slice(at, at + ROWS_A_TURN))
      .execute();
  }
  await db
    .updateTable('health_sessions')
    .set({ events: head.events, head_hash: head.headHash, head_tx: null })
    .where('id', '=', first.session_id)
    .execute();
}

/** Entries in the order of the chain. */
export async function healthEventsAfter(
  db: Db,
  sessionId: string,
  position: number,
  limit: number,
): Promise<readonly HealthEventRow[]> {
  return db
    .selectFrom('health_events')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Stores an attestation as the next of its session. `db` is a transaction. */
export async function insertHealthAttestation(
  db: Db,
  attestation: Omit<HealthAttestationRow, 'position'>,
): Promise<void> {
  const position = await takePositions(db, 'health_attestations', { session_id: attestation.session_id });
  await db
    .insertInto('health_attestations')
    .values({ ...attestation, position })
    .execute();
}

export async function healthAttestationsOf(db: Db, sessionId: string): Promise<readonly HealthAttestationRow[]> {
  return db
    .selectFrom('health_attestations')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .execute();
}

/** Sessions that are over and whose newest entry is not anchored yet, the oldest first. */
export async function healthHeadsToAnchor(db: Db, now: number, limit: number): Promise<readonly HealthSessionRow[]> {
  return db
    .selectFrom('health_sessions')
    .selectAll()
    .where('head_hash', 'is not', null)
    .where('head_tx', 'is', null)
    .where((is) => is.or([is('released_at', 'is not', null), is('expires_at', '<=', now)]))
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

export async function storeHeadAnchor(db: Db, sessionId: string, tx: string): Promise<void> {
  await db.updateTable('health_sessions').set({ head_tx: tx }).where('id', '=', sessionId).execute();
}

/** All sessions after an id, for whoever walks them all. */
export async function healthSessionsAfter(db: Db, id: string, limit: number): Promise<readonly HealthSessionRow[]> {
  return db.selectFrom('health_sessions').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute();
}

/** Events whose session is none, or is of another project: nothing of ours writes them. */
export async function strayHealthEvents(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('health_events')
    .leftJoin('health_sessions', 'health_sessions.id', 'health_events.session_id')
    .select('health_events.session_id')
    .distinct()
    .where((is) =>
      is.or([
        is('health_sessions.id', 'is', null),
        is('health_sessions.project_id', '!=', is.ref('health_events.project_id')),
      ]),
    )
    .execute();
  return rows.map(({ session_id }) => session_id);
}

export interface ListedHealthSession extends HealthSessionRow {
  readonly attestations: number;
}

/** Sessions of a project, the newest first; `before` is the last one of the page before. */
export async function listHealthSessions(
  db: Db,
  projectId: string,
  page: { readonly before: { readonly openedAt: number; readonly id: string } | null; readonly limit: number },
): Promise<readonly ListedHealthSession[]> {
  const { before, limit } = page;
  let query = db.selectFrom('health_sessions').selectAll().where('project_id', '=', projectId);
  if (before !== null) {
    query = query.where((is) =>
      is.or([
        is('opened_at', '<', before.openedAt),
        is.and([is('opened_at', '=', before.openedAt), is('id', '<', before.id)]),
      ]),
    );
  }
  return query
    .select((is) =>
      is
        .selectFrom('health_attestations')
        .whereRef('health_attestations.session_id', '=', 'health_sessions.id')
        .select(is.fn.countAll<number>().as('count'))
        .as('attestations'),
    )
    .$narrowType<{ attestations: number }>()
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * After a restore (S27): every session ends, as if its time had been over when the backup was made, and the chains of sessions that were still open when the backup was made are to
 * be told, because events that came later are lost.
 */
export async function endHealthSessions(
  db: Db,
  { restoredAt, backupCreatedAt }: { readonly restoredAt: number; readonly backupCreatedAt: number },
): Promise<void> {
  const open = await db
    .selectFrom('health_sessions')
    .select('id')
    .where('released_at', 'is', null)
    .where('expires_at', '>', backupCreatedAt)
    .execute();
  for (const { id } of open) {
    await db
      .insertInto('health_restores')
      .values({ session_id: id, restored_at: restoredAt })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet({ restored_at: restoredAt }))
      .execute();
  }
  await db.updateTable('health_sessions').set({ holds_lock: 0 }).where('holds_lock', '=', 1).execute();
  await db
    .updateTable('health_sessions')
    .set({ expires_at: backupCreatedAt })
    .where('released_at', 'is', null)
    .where('expires_at', '>', backupCreatedAt)
    .execute();
}

/** Sessions whose chains have yet to be told of a restore. */
export async function healthRestoresToTell(
  db: Db,
  limit: number,
): Promise<readonly { readonly session_id: string; readonly project_id: string }[]> {
  return db
    .selectFrom('health_restores')
    .innerJoin('health_sessions', 'health_sessions.id', 'health_restores.session_id')
    .select(['health_sessions.id as session_id', 'health_sessions.project_id'])
    .limit(limit)
    .execute();
}

/** Takes the notice of a restore away; when that was, or null where there was none. */
export async function takeHealthRestore(db: Db, sessionId: string): Promise<number | null> {
  const row = await db
    .deleteFrom('health_restores')
    .where('session_id', '=', sessionId)
    .returning('restored_at')
    .executeTakeFirst();
  return row?.restored_at ?? null;
}
