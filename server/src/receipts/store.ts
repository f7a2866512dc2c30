import { type Db, takePositions } from '../store/engine.ts';
import type { Tables } from '../store/tables.ts';

/** A receipt as two JSON texts, so that a list need not read the signatures, by far the larger part. */
export interface ReceiptRow {
  readonly id: string;
  readonly keysetUse: Tables['receipts']['keyset_use'];
  /** 64 hex digits. */
  readonly onChainHash: string;
  readonly document: string;
  readonly signatures: string;
}

export interface StoredReceipt {
  readonly document: string;
  readonly signatures: string;
}

export interface ReceiptSummary {
  readonly position: number;
  readonly document: string;
}

/** Stores a receipt. `db` is a transaction. */
export async function insertReceipt(db: Db, projectId: string, receipt: ReceiptRow, now: number): Promise<void> {
  const position = await takePositions(db, 'receipts', { project_id: projectId });
  await db
    .insertInto('receipts')
    .values({
      id: receipt.id,
      project_id: projectId,
      position,
      keyset_use: receipt.keysetUse,
      on_chain_hash: receipt.onChainHash,
      document: receipt.document,
      signatures: receipt.signatures,
      created_at: now,
    })
    .execute();
}

/** Of any project: receipts are public. */
export async function findReceipt(
  db: Db,
  by: { readonly id: string } | { readonly onChainHash: string },
): Promise<StoredReceipt | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['on_chain_hash', by.onChainHash] as const);
  const row = await db
    .selectFrom('receipts')
    .select(['document', 'signatures'])
    .where(column, '=', value)
    .executeTakeFirst();
  return row ?? null;
}

/** The project's receipts without signatures, the newest first, from below a position. */
export async function receiptsBelow(
  db: Db,
  projectId: string,
  below: number | null,
  limit: number,
): Promise<readonly ReceiptSummary[]> {
  return db
    .selectFrom('receipts')
    .select(['position', 'document'])
    .where('project_id', '=', projectId)
    .where('position', '<', below ?? Number.MAX_SAFE_INTEGER)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();
}
