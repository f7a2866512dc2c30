/** Invoices that nobody paid in time. */
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, listsChanged, writeEach } from '../store/engine.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { expireInvoice, invoicesToExpire, lockInvoice } from './store.ts';

export interface SweepNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** Invoices that are written down together. */
const BATCH = 100;

/** Writes down what has expired, and queues the notice of each. */
export async function sweepInvoices({ db, clock, random }: SweepNeeds): Promise<void> {
  for (;;) {
    const due = await invoicesToExpire(db, clock(), BATCH);
    await writeEach(db, due, async (transaction, { id }) => {
      const row = await lockInvoice(transaction, id);
      // Somebody else was faster.
      if (row === null || row.state !== 'pending') return;
      await expireInvoice(transaction, id);
      listsChanged(transaction, 'commerce', row.project_id);
      const facts = {
        invoice_id: id,
        commitment: row.commitment,
        chain: row.chain,
        expired_at: formatIsoTime(row.expires_at),
      };
      const notice = { event: 'invoice.expired', projectId: row.project_id, facts } as const;
      await queueNotice(transaction, notice, clock(), random);
    });
    if (due.length < BATCH) return;
  }
}

/** Writes down invoices that nobody paid in time, and gives notice of them. */
export const expiredInvoices: Sweep<SweepNeeds> = {
  name: 'expired-invoices',
  everyMs: 5_000,
  run: sweepInvoices,
};
