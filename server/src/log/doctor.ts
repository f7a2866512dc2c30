import { type Check, ok, problem, RESTORE } from '../doctor/check.ts';
import { createCounters, type RowFaults, stamped } from '../doctor/row-faults.ts';
import { objectIn, timeIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { verifyStoredLog } from './verify-stored.ts';

/** The log of receipts: leaves against tiles, signed heads, the ledger, and what they stand for. */
export const receiptLog: Check = {
  id: 'receipt-log',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const { size, heads, faults } = await verifyStoredLog(db, await statementVerifier(db, signer));
    if (faults.length > 0) return faults.map((fault) => problem(fault, RESTORE));
    return [ok(`The log of receipts is intact (${size} leaves, ${heads} signed heads).`)];
  },
};

/** Heads and beginnings of the log, held against its signed heads. */
export async function checkLogs(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const first = new Map<string, number | null>();
  for await (const row of rowsOf(db, 'log_heads')) {
    faults.compare('log_heads', row.position, { position: placeOf(row.position, 'heads') });
    if (!first.has(row.log_id)) first.set(row.log_id, timeIn(objectIn(row.body).timestamp));
  }
  for await (const row of rowsOf(db, 'logs')) {
    const at = first.get(row.id) ?? null;
    const isRestored = row.restored_at !== null || row.backup_created_at !== null;
    faults.compare('logs', row.id, {
      position: placeOf(row.position, 'logs'),
      // Of a log that a restore began the three tell of the restore.
      restored_at: isRestored && row.restored_at === null ? [null, row.begun_at] : [0, 0],
      backup_created_at: isRestored && row.backup_created_at === null ? [null, row.begun_at] : [0, 0],
      ...(isRestored ? {} : { first_size: [row.first_size, 0] }),
      // The first head is signed when the log begins.
      ...(isRestored
        ? { begun_at: [row.begun_at, row.restored_at] }
        : { begun_at: at === null ? [0, 0] : stamped(row.begun_at, at) }),
    });
  }
}
