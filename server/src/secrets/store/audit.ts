/**
 * The signed audit of secrets, one chain for each project. Every entry also counts within its action and its secret, so
 * that a page of a filtered list is a range of an index, however far back it lies.
 */

import { MOST_COVERED } from '@touchstone/core/chain-of-entries/walk.ts';
import { type Db, lockRow, takePositions } from '../../store/engine.ts';
import { prepared } from '../../store/prepared.ts';
import type { Row } from '../../store/tables.ts';

export interface SecretAuditKey {
  readonly action: string;
  /** Empty for what concerns the chain itself. */
  readonly secretId: string;
}

type Counter = 'position' | 'action_position' | 'secret_position' | 'secret_action_position';

export interface SecretAuditFilter {
  readonly action?: string;
  readonly secretId?: string;
}

function counterOf({ action, secretId }: SecretAuditFilter): Counter {
  if (action === undefined) return secretId === undefined ? 'position' : 'secret_position';
  return secretId === undefined ? 'action_position' : 'secret_action_position';
}

function entriesOf(db: Db, projectId: string, { action, secretId }: SecretAuditFilter) {
  let query = db.selectFrom('secret_audit').where('project_id', '=', projectId);
  if (secretId !== undefined) query = query.where('secret_id', '=', secretId);
  if (action !== undefined) query = query.where('action', '=', action);
  return query;
}

/** The newest entry's count among those that fit a filter. */
function newestCount(db: Db, projectId: string, filter: SecretAuditFilter) {
  const counter = counterOf(filter);
  return entriesOf(db, projectId, filter).select(`${counter} as count`).orderBy(counter, 'desc').limit(1);
}

/** How many entries fit a filter. */
export async function countSecretAudit(db: Db, projectId: string, filter: SecretAuditFilter): Promise<number> {
  const row = await newestCount(db, projectId, filter).executeTakeFirst();
  return row?.count ?? 0;
}

interface LastSecretAudit {
  readonly position: number;
  readonly body: string;
}

const newestEntry = prepared<{ project: string }>()((db, value) =>
  db
    .selectFrom('secret_audit')
    .select(['position', 'body'])
    .where('project_id', '=', value('project'))
    .orderBy('position', 'desc')
    .limit(1),
);

/** The newest entry; null where there is none. */
export async function lastSecretAudit(db: Db, project: string): Promise<LastSecretAudit | null> {
  return newestEntry.first(db, { project });
}

export interface NewSecretAudit extends SecretAuditKey {
  readonly position: number;
  /** JCS. */
  readonly body: string;
}

/** How an entry is signed: itself, or by the one at a later position, which is in the same transaction. */
export type SecretAuditSigning = { readonly signature: string } | { readonly coveredBy: number };

interface InsertedEntry extends NewSecretAudit {
  readonly project: string;
  readonly signature: string;
  readonly signedPosition: number | null;
  readonly ofAction: number;
  readonly ofSecret: number;
  readonly ofBoth: number;
}

const insertedEntry = prepared<InsertedEntry>()((db, value) =>
  db.insertInto('secret_audit').values({
    project_id: value('project'),
    position: value('position'),
    body: value('body'),
    signature: value('signature'),
    signed_position: value('signedPosition'),
    action: value('action'),
    secret_id: value('secretId'),
    action_position: value('ofAction'),
    secret_position: value('ofSecret'),
    secret_action_position: value('ofBoth'),
  }),
);

/** Appends an entry; `db` is a transaction. */
export async function insertSecretAudit(
  db: Db,
  project: string,
  entry: NewSecretAudit,
  signing: SecretAuditSigning,
): Promise<void> {
  const signed =
    'signature' in signing
      ? { signature: signing.signature, signedPosition: null }
      : { signature: '', signedPosition: signing.coveredBy };
  const { action, secretId: secret_id } = entry;
  const counts = {
    ofAction: await takePositions(db, 'secret_audit_of_action', { project_id: project, action }),
    ofSecret: await takePositions(db, 'secret_audit_of_secret', { project_id: project, secret_id }),
    ofBoth: await takePositions(db, 'secret_audit_of_both', { project_id: project, secret_id, action }),
  };
  await insertedEntry.change(db, { project, ...entry, ...signed, ...counts });
}

/**
 * Gives the entry at `position` a signature of its own, which from then on covers what was covered up to there; `db` is a
 * transaction. An entry that has one already keeps it. The signature that it has then; null where there is no such entry.
 */
export async function signSecretAudit(
  db: Db,
  projectId: string,
  position: number,
  signature: string,
): Promise<string | null> {
  const ofProject = db.updateTable('secret_audit').where('project_id', '=', projectId);
  const entry = entriesOf(db, projectId, {}).select(['signature', 'signed_position']).where('position', '=', position);
  const row = await lockRow(entry).executeTakeFirst();
  if (row === undefined || row.signed_position === null) return row?.signature ?? null;
  await ofProject.set({ signature, signed_position: null }).where('position', '=', position).execute();
  await ofProject
    .set({ signed_position: position })
    .where('position', '>', position - MOST_COVERED)
    .where('position', '<', position)
    .where('signed_position', '=', row.signed_position)
    .execute();
  return signature;
}

export interface ListedSecretAudit {
  readonly position: number;
  readonly body: string;
  /** That of the entry at `signedPosition`; empty where there is none. */
  readonly signature: string;
  readonly signedPosition: number;
}

/** A page of what fits a filter, the newest first, and how many fit. */
export async function listSecretAudit(
  db: Db,
  projectId: string,
  filter: SecretAuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly entries: readonly ListedSecretAudit[]; readonly total: number }> {
  const counter = counterOf(filter);
  const total = await countSecretAudit(db, projectId, filter);
  const rows = await entriesOf(db, projectId, filter)
    .select(['position', 'body', 'signature', 'signed_position'])
    .where(counter, '<=', total - offset)
    .orderBy(counter, 'desc')
    .limit(limit)
    .execute();
  const elsewhere = new Set(rows.flatMap(({ signed_position: at }) => at ?? []));
  const signatures = await signaturesAt(db, projectId, [...elsewhere]);
  const entries = rows.map(({ position, body, signature, signed_position: at }) => ({
    position,
    body,
    signature: at === null ? signature : (signatures.get(at) ?? ''),
    signedPosition: at ?? position,
  }));
  return { entries, total };
}

async function signaturesAt(
  db: Db,
  projectId: string,
  positions: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (positions.length === 0) return new Map();
  const rows = await entriesOf(db, projectId, {})
    .select(['position', 'signature'])
    .where('position', 'in', positions)
    .execute();
  return new Map(rows.map(({ position, signature }) => [position, signature]));
}

/** The projects that have a chain. */
export async function projectsWithSecretAudit(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('secret_audit').select('project_id').distinct().orderBy('project_id').execute();
  return rows.map(({ project_id }) => project_id);
}

/** Entries in the order of the chain. */
export async function secretAuditAfter(
  db: Db,
  projectId: string,
  position: number,
  limit: number,
): Promise<readonly Row<'secret_audit'>[]> {
  return entriesOf(db, projectId, {})
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/** Leaves every chain to be told that it was restored: signing that takes a key that only a running server has (S27). */
export async function leaveRestoreNotices(db: Db, restoredAt: number): Promise<void> {
  for (const project of await projectsWithSecretAudit(db)) {
    await db
      .insertInto('secret_audit_notices')
      .values({ project_id: project, restored_at: restoredAt })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ restored_at: restoredAt }))
      .execute();
  }
}

/** Projects whose chains are still to be told. */
export async function chainsToBeTold(db: Db, limit: number): Promise<readonly string[]> {
  const notices = db.selectFrom('secret_audit_notices').select('project_id').orderBy('project_id');
  const rows = await notices.limit(limit).execute();
  return rows.map(({ project_id }) => project_id);
}

const takenNotice = prepared<{ project: string }>()((db, value) =>
  db.deleteFrom('secret_audit_notices').where('project_id', '=', value('project')),
);

/** Takes a notice away; whether there was one. */
export async function takeRestoreNotice(db: Db, project: string): Promise<boolean> {
  return (await takenNotice.change(db, { project })) > 0;
}
