/** Templates of people, failures, thresholds. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Row, Tables } from '../store/tables.ts';
import type { Modality } from './modality.ts';

export type Template = Selectable<Tables['biometric_templates']>;
export type Threshold = Selectable<Tables['biometric_thresholds']>;

const WITHOUT_ENVELOPE = ['id', 'project_id', 'user_id', 'modality', 'dimensions', 'created_at'] as const;

export async function templatesOf(db: Db, projectId: string, userId: string): Promise<readonly Template[]> {
  return ofUser(db, projectId, userId).selectAll().orderBy('modality').execute();
}

/** The same without what is sealed, for a transaction that goes on to count on them. */
export async function lockTemplates(transaction: Db, projectId: string, userId: string) {
  return lockRow(ofUser(transaction, projectId, userId).select(WITHOUT_ENVELOPE).orderBy('modality')).execute();
}

export async function listTemplates(db: Db, projectId: string, userId: string) {
  return ofUser(db, projectId, userId).select(WITHOUT_ENVELOPE).orderBy('modality').execute();
}

function ofUser(db: Db, projectId: string, userId: string) {
  return db.selectFrom('biometric_templates').where('project_id', '=', projectId).where('user_id', '=', userId);
}

/** Takes the place of the template of this user and modality, if there is one. */
export async function replaceTemplate(transaction: Db, template: Row<'biometric_templates'>): Promise<void> {
  await transaction
    .deleteFrom('biometric_templates')
    .where('project_id', '=', template.project_id)
    .where('user_id', '=', template.user_id)
    .where('modality', '=', template.modality)
    .execute();
  await transaction.insertInto('biometric_templates').values(template).execute();
}

export async function countTemplates(db: Db, projectId: string): Promise<number> {
  const { count } = await db
    .selectFrom('biometric_templates')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** How many templates there were. */
export async function deleteUser(transaction: Db, projectId: string, userId: string): Promise<number> {
  const { numDeletedRows: deleted } = await transaction
    .deleteFrom('biometric_templates')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await transaction
    .deleteFrom('biometric_failures')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
  return Number(deleted);
}

export interface EnrolledUser {
  readonly user_id: string;
  readonly enrolled_at: number;
  readonly modalities: readonly Modality[];
}

/** Users after one of them, in the order of their ids. */
export async function listUsers(
  db: Db,
  projectId: string,
  after: string | null,
  limit: number,
): Promise<readonly EnrolledUser[]> {
  let query = db
    .selectFrom('biometric_templates')
    .select('user_id')
    .distinct()
    .where('project_id', '=', projectId)
    .orderBy('user_id')
    .limit(limit);
  if (after !== null) query = query.where('user_id', '>', after);
  const ids = (await query.execute()).map(({ user_id: id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('biometric_templates')
    .select(['user_id', 'modality', 'created_at'])
    .where('project_id', '=', projectId)
    .where('user_id', 'in', ids)
    .orderBy('modality')
    .execute();
  const byUser = Map.groupBy(rows, ({ user_id: id }) => id);
  return ids.map((id) => {
    const own = byUser.get(id) ?? [];
    return {
      user_id: id,
      enrolled_at: Math.max(...own.map(({ created_at: at }) => at)),
      modalities: own.map(({ modality }) => modality),
    };
  });
}

export async function countFailures(db: Db, projectId: string, userId: string, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('biometric_failures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('failed_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** The oldest failure that still counts; null where there is none. */
export async function oldestFailure(db: Db, projectId: string, userId: string, since: number): Promise<number | null> {
  const row = await db
    .selectFrom('biometric_failures')
    .select('failed_at')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .where('failed_at', '>', since)
    .orderBy('failed_at')
    .limit(1)
    .executeTakeFirst();
  return row?.failed_at ?? null;
}

/** Users among these who have failed so often since a time. */
export async function usersWhoFailed(
  db: Db,
  projectId: string,
  userIds: readonly string[],
  since: number,
  often: number,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('biometric_failures')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('user_id', 'in', userIds)
    .where('failed_at', '>', since)
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll<number>(), '>=', often)
    .execute();
  return new Set(rows.map(({ user_id: id }) => id));
}

export async function insertFailure(transaction: Db, failure: Row<'biometric_failures'>): Promise<void> {
  await transaction.insertInto('biometric_failures').values(failure).execute();
}

export async function hasFailureBefore(db: Db, before: number): Promise<boolean> {
  const query = db.selectFrom('biometric_failures').select('id').where('failed_at', '<=', before).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function forgetFailuresBefore(transaction: Db, before: number): Promise<void> {
  await transaction.deleteFrom('biometric_failures').where('failed_at', '<=', before).execute();
}

export async function thresholdsOf(db: Db, projectId: string): Promise<readonly Threshold[]> {
  return db.selectFrom('biometric_thresholds').selectAll().where('project_id', '=', projectId).execute();
}

export async function lockThreshold(transaction: Db, projectId: string, modality: Modality): Promise<Threshold | null> {
  const query = transaction
    .selectFrom('biometric_thresholds')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('modality', '=', modality);
  return (await lockRow(query).executeTakeFirst()) ?? null;
}

export async function storeThreshold(transaction: Db, threshold: Row<'biometric_thresholds'>): Promise<void> {
  await transaction
    .insertInto('biometric_thresholds')
    .values(threshold)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'modality']).doUpdateSet({
        threshold: threshold.threshold,
        updated_at: threshold.updated_at,
      }),
    )
    .execute();
}

/** A few at a time: each has about 100 KB. */
export async function sealedTemplatesAfter(db: Db, after: string, limit: number): Promise<readonly Template[]> {
  return db.selectFrom('biometric_templates').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

export async function templateCounts(db: Db): Promise<{ readonly templates: number; readonly users: number }> {
  const rows = await db
    .selectFrom('biometric_templates')
    .select(['project_id', 'user_id', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy(['project_id', 'user_id'])
    .execute();
  return { users: rows.length, templates: rows.reduce((sum, { count }) => sum + count, 0) };
}
