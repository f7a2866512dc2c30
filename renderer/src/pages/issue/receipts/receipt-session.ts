/**
 * The verification of the one receipt that the Receipts page shows. It has the workers of the Verify page and a session
 * of its own, so that what is open there stays open.
 */
import { verificationPool } from '../../../parts/verification/live-session.ts';
import { VerificationSession } from '../../../parts/verification/session.ts';

export const receiptSession = new VerificationSession(verificationPool);

/** The only file that is open in this session. */
export const RECEIPT_ROW = 0;
