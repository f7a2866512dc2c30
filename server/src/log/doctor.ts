import { type Check, ok, problem, RESTORE } from '../doctor/check.ts';
import { statementVerifier } from '../doctor/statements.ts';
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
