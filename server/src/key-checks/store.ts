/** Enrolled keys, open challenges, and which enrolments have taken them. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Row, Tables } from '../store/tables.ts';

export type KeyEnrolment = Selectable<Tables['key_enrolments']>;

export async function insertEnrolment(transaction: Db, enrolment: Row<'key_enrolments'>): Promise<void> {
  await transaction.insertInto('key_enrolments').values(enrolment).execute();
}

/** null where the project has no such enrolment. */
export async function findEnrolment(db: Db, projectId: string, id: string): Promise<KeyEnrolment | null> {
  return (await enrolmentOf(db, projectId, id).selectAll().executeTakeFirst()) ?? null;
}

/** How many attempts had no match; null where the enrolment is gone. For a transaction that counts. */
export async function lockNonMatches(transaction: Db, projectId: string, id: string): Promise<number | null> {
  const row = await lockRow(enrolmentOf(transaction, projectId, id).select('non_matches')).executeTakeFirst();
  return row?.non_matches ?? null;
}

function enrolmentOf(db: Db, projectId: string, id: string) {
  return db.selectFrom('key_enrolments').where('project_id', '=', projectId).where('id', '=', id);
}

export async function setNonMatches(transaction: Db, id: string, count: number): Promise<void> {
  await transaction.updateTable('key_enrolments').set({ non_matches: count }).where('id', '=', id).execute();
}

/** false where the project has none of that id. */
export async function deleteEnrolment(transaction: Db, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows: deleted } = await transaction
    .deleteFrom('key_enrolments')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return deleted === 1n;
}

export async function countEnrolments(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('key_enrolments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Oldest first, with what decides about the status of their keys. */
export async function listEnrolments(
  db: Db,
  projectId: string,
  after: { readonly createdAt: number; readonly id: string } | null,
  limit: number,
) {
  let query = db
    .selectFrom('key_enrolments as enrolment')
    .innerJoin('managed_keys as key', 'key.id', 'enrolment.key_id')
    .select([
      'enrolment.id',
      'enrolment.key_id',
      'enrolment.purpose',
      'enrolment.allowed_verifiers',
      'enrolment.non_matches',
      'enrolment.created_at',
      'key.status',
      'key.grace_ends_at as graceEndsAt',
    ])
    .where('enrolment.project_id', '=', projectId)
    .orderBy('enrolment.created_at')
    .orderBy('enrolment.id')
    .limit(limit);
  if (after !== null) {
    query = query.where((where) =>
      where.or([
        where('enrolment.created_at', '>', after.createdAt),
        where.and([where('enrolment.created_at', '=', after.createdAt), where('enrolment.id', '>', after.id)]),
      ]),
    );
  }
  return query.execute();
}

/** Challenges that a new one takes away. */
const MOST_FORGOTTEN = 100;

/** Stores an open challenge; those whose time is over go, with what took them. */
export async function insertKeyChallenge(
  transaction: Db,
  challenge: Row<'key_challenges'>,
  now: number,
): Promise<void> {
  const past = await lockRow(
    transaction.selectFrom('key_challenges').select('challenge').where('expires_at', '<=', now).limit(MOST_FORGOTTEN),
  ).execute();
  if (past.length > 0) {
    const challenges = past.map((row) => row.challenge);
    await transaction.deleteFrom('key_challenges').where('challenge', 'in', challenges).execute();
    await transaction.deleteFrom('key_challenge_uses').where('challenge', 'in', challenges).execute();
  }
  await transaction.insertInto('key_challenges').values(challenge).execute();
}

/** Takes a challenge for an enrolment. false where it is not open for this actor, or the enrolment has taken it before. */
export async function takeKeyChallenge(
  transaction: Db,
  { challenge, projectId, actor, now }: TakenChallenge,
  enrolmentId: string,
): Promise<boolean> {
  const open = transaction
    .selectFrom('key_challenges')
    .select('challenge')
    .where('challenge', '=', challenge)
    .where('project_id', '=', projectId)
    .where('actor', '=', actor)
    .where('expires_at', '>', now);
  if ((await lockRow(open).executeTakeFirst()) === undefined) return false;
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('key_challenge_uses')
    .values({ challenge, enrolment_id: enrolmentId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export interface TakenChallenge {
  readonly challenge: Uint8Array;
  readonly projectId: string;
  readonly actor: string;
  readonly now: number;
}

/** A few at a time: each has about 100 KB. */
export async function sealedEnrolmentsAfter(db: Db, after: string, limit: number): Promise<readonly KeyEnrolment[]> {
  return db.selectFrom('key_enrolments').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** Ids of enrolments that have failed more often than any may. */
export async function overspentEnrolments(db: Db, most: number): Promise<readonly string[]> {
  const rows = await db.selectFrom('key_enrolments').select('id').where('non_matches', '>', most).execute();
  return rows.map(({ id }) => id);
}
