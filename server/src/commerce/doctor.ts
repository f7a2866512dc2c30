/** Invoices, held against their sealed openings and the ledger. */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type Comparison, createCounters, type RowFaults, stamped } from '../doctor/row-faults.ts';
import type { StatedRowCheck } from '../doctor/stated.ts';
import { checkAnchored } from '../ledger/anchored-rows.ts';
import { findAnchor } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault, type Vault } from '../vault/envelope.ts';
import { unsealInvoice } from './sealed-opening.ts';
import type { InvoiceRow } from './store.ts';

/** Without the master key openings are not read, of which `sealed-values` warns. */
export const checkInvoices: StatedRowCheck = async (db, faults, { masterKey, random, now }) => {
  const vault = masterKey === null ? null : createVault(masterKey, random);
  const placeOf = createCounters();
  const anchored = new Set<string>();
  const settled = new Set<string>();
  try {
    for await (const row of rowsOf(db, 'invoices')) {
      faults.compare('invoices', row.id, { position: placeOf(row.position, row.project_id) });
      anchored.add(row.tx);
      if (row.settlement_tx !== null) settled.add(row.settlement_tx);
      await compareAnchors(db, row, faults);
      // Between its end and the sweep an invoice is still written down as pending.
      if (row.state === 'expired' && now < row.expires_at) {
        faults.add('invoices', row.id, 'is expired before its time');
      }
      if (vault !== null) compareOpening(vault, row, faults);
    }
  } finally {
    vault?.close();
  }
  await checkAnchored(db, 'invoice', 'invoices', anchored, faults);
  await checkAnchored(db, 'settlement', 'invoices', settled, faults);
};

async function compareAnchors(db: Db, row: InvoiceRow, faults: RowFaults): Promise<void> {
  const own = await anchorOf(db, row, row.tx);
  faults.compare('invoices', row.id, {
    tx: [row.tx, own?.kind === 'invoice' ? row.tx : null],
    commitment: [row.commitment, own?.commitment ?? null],
  });
  if (row.settlement_tx === null || row.settled_at === null) return;
  const payment = await anchorOf(db, row, row.settlement_tx);
  const isOwn = payment?.kind === 'settlement' && payment.commitment === row.commitment;
  faults.compare('invoices', row.id, {
    settlement_tx: [row.settlement_tx, isOwn ? row.settlement_tx : null],
    settled_at: stamped(row.settled_at, payment?.accepted_at ?? 0),
  });
}

async function anchorOf(db: Db, { chain }: InvoiceRow, tx: string) {
  const known = CHAIN_NAMES.find((name) => name === chain);
  return known === undefined ? null : findAnchor(db, known, tx);
}

function compareOpening(vault: Vault, row: InvoiceRow, faults: RowFaults): void {
  const own = unsealInvoice(vault, row);
  if (own === null) {
    faults.add('invoices', row.id, 'has an opening that does not belong to its commitment, or that does not open');
    return;
  }
  const { chain, issued_at: issuedAt, expires_at: expiresAt } = own.invoice;
  const timed = (found: number, stated: string): Comparison => [found, parseIsoTime(stated)];
  faults.compare('invoices', row.id, {
    chain: [row.chain, chain],
    created_at: timed(row.created_at, issuedAt),
    expires_at: timed(row.expires_at, expiresAt),
  });
}
