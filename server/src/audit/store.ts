import type { Db } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';

export async function insertAuditEntry(db: Db, entry: Row<'audit_entries'>): Promise<void> {
  await db.insertInto('audit_entries').values(entry).execute();
}

/** The newest entry; null where there is none. */
export async function lastAuditEntry(db: Db): Promise<Row<'audit_entries'> | null> {
  const row = await db.selectFrom('audit_entries').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
  return row ?? null;
}

export interface AuditFilter {
  readonly action?: string;
  readonly accountId?: string;
  /** Entries with a lower position only. */
  readonly below?: number;
  readonly limit: number;
}

/** Entries, the newest first. */
export async function listAuditEntries(db: Db, filter: AuditFilter): Promise<readonly Row<'audit_entries'>[]> {
  const { action, accountId, below, limit } = filter;
  let query = db.selectFrom('audit_entries').selectAll();
  if (action !== undefined) query = query.where('action', '=', action);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (below !== undefined) query = query.where('position', '<', below);
  return query.orderBy('position', 'desc').limit(limit).execute();
}

/** Entries in the order of the chain. */
export async function auditEntriesAfter(
  db: Db,
  position: number,
  limit: number,
): Promise<readonly Row<'audit_entries'>[]> {
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute();
}
