/** Invoices. */
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import type { Selectable } from 'kysely';
import { type Db, lockRow, takePositions } from '../store/engine.ts';
import type { Tables } from '../store/tables.ts';

export type InvoiceRow = Selectable<Tables['invoices']>;

/** Stores an invoice; its position counts within the project. `db` is a transaction. */
export async function insertInvoice(db: Db, invoice: Omit<InvoiceRow, 'position'>): Promise<InvoiceRow> {
  const position = await takePositions(db, 'invoices', { project_id: invoice.project_id });
  const row = { ...invoice, position };
  await db.insertInto('invoices').values(row).execute();
  return row;
}

/** Of any project. */
export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | null> {
  return (await invoiceOf(db, id).executeTakeFirst()) ?? null;
}

/** The same for a transaction that goes on to change it. */
export async function lockInvoice(transaction: Db, id: string): Promise<InvoiceRow | null> {
  return (await lockRow(invoiceOf(transaction, id)).executeTakeFirst()) ?? null;
}

function invoiceOf(db: Db, id: string) {
  return db.selectFrom('invoices').selectAll().where('id', '=', id);
}

/** Of any project: a commitment is public. */
export async function findCommitment(db: Db, commitment: string): Promise<InvoiceRow | null> {
  const row = await db.selectFrom('invoices').selectAll().where('commitment', '=', commitment).executeTakeFirst();
  return row ?? null;
}

export interface InvoiceFilter {
  readonly state?: SettlementState | undefined;
  /** The moment for which `state` is meant. */
  readonly now: number;
  /** Lower positions only. */
  readonly below: number | null;
  readonly limit: number;
}

/** The project's invoices that are not hidden, the newest first. */
export async function listInvoices(db: Db, projectId: string, filter: InvoiceFilter): Promise<readonly InvoiceRow[]> {
  const { state, now, below, limit } = filter;
  let query = db
    .selectFrom('invoices')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('hidden_at', 'is', null)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER);
  if (state === 'settled') query = query.where('state', '=', 'settled');
  if (state === 'pending') query = query.where('state', '=', 'pending').where('expires_at', '>', now);
  if (state === 'expired') {
    query = query.where(({ eb, and, or }) =>
      or([eb('state', '=', 'expired'), and([eb('state', '=', 'pending'), eb('expires_at', '<=', now)])]),
    );
  }
  return query.orderBy('position', 'desc').limit(limit).execute();
}

/** Writes down that a pending invoice, which the transaction has locked, was paid. */
export async function settleInvoice(
  transaction: Db,
  id: string,
  { tx, at }: { readonly tx: string; readonly at: number },
): Promise<void> {
  await transaction
    .updateTable('invoices')
    .set({ state: 'settled', settlement_tx: tx, settled_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

/** Writes down that a pending invoice, which the transaction has locked, was not paid in time. */
export async function expireInvoice(transaction: Db, id: string): Promise<void> {
  await transaction
    .updateTable('invoices')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

export async function hideInvoice(transaction: Db, id: string, now: number): Promise<void> {
  await transaction.updateTable('invoices').set({ hidden_at: now }).where('id', '=', id).execute();
}

/** Pending invoices whose time is over, those that have waited longest first. */
export async function invoicesToExpire(db: Db, now: number, limit: number): Promise<readonly Pick<InvoiceRow, 'id'>[]> {
  return db
    .selectFrom('invoices')
    .select('id')
    .where('state', '=', 'pending')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** With what makes the place of each envelope, by id. */
export async function sealedInvoicesAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<readonly Pick<InvoiceRow, 'id' | 'project_id' | 'envelope'>[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'project_id', 'envelope'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}
