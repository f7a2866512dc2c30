/** Invoices, held against their sealed openings, the ledger, and what its wallets paid. */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { CURRENCIES } from '@touchstone/core/api/privacy/currencies.ts';
import { dollarMicros } from '@touchstone/core/commerce/demo-rates.ts';
import type { Invoice } from '@touchstone/core/commerce/invoice.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type Comparison, createCounters, type RowFaults, stamped } from '../doctor/row-faults.ts';
import type { StatedRowCheck } from '../doctor/stated.ts';
import { checkAnchored } from '../ledger/anchored-rows.ts';
import { findAnchor } from '../ledger/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf, rowsWith } from '../store/walk.ts';
import { createVault, type Vault } from '../vault/envelope.ts';
import { unsealInvoice } from './sealed-opening.ts';
import type { InvoiceRow } from './store.ts';

/** Without the master key openings are not read, of which `sealed-values` warns. */
export const checkInvoices: StatedRowCheck = async (db, faults, { masterKey, random, now }) => {
  const vault = masterKey === null ? null : createVault(masterKey, random);
  const placeOf = createCounters();
  const anchored = new Set<string>();
  const settled = new Set<string>();
  const paid = new Set<string>();
  try {
    for await (const row of rowsOf(db, 'invoices')) {
      faults.compare('invoices', row.id, { position: placeOf(row.position, row.project_id) });
      anchored.add(row.tx);
      if (row.settlement_tx !== null) {
        settled.add(row.settlement_tx);
        paid.add(row.commitment);
      }
      await compareAnchors(db, row, faults);
      // Between its end and the sweep an invoice is still written down as pending.
      if (row.state === 'expired' && now < row.expires_at) {
        faults.add('invoices', row.id, 'is expired before its time');
      }
      if (vault !== null) await compareOpening(db, vault, row, faults);
    }
  } finally {
    vault?.close();
  }
  await checkAnchored(db, 'invoice', 'invoices', anchored, faults);
  await checkAnchored(db, 'settlement', 'invoices', settled, faults);
  for await (const { chain, mint, address, position, reference } of rowsOf(db, 'wallet_movements')) {
    if (paid.has(reference)) continue;
    faults.add('wallet_movements', `${chain} ${mint} ${address} ${position}`, 'is for no invoice that is paid');
  }
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

async function compareOpening(db: Db, vault: Vault, row: InvoiceRow, faults: RowFaults): Promise<void> {
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
  if (row.settlement_tx !== null) await comparePayment(db, row, own.invoice, faults);
}

/** What the recipient got is what the invoice says. That the payer gave as much is held together with the wallets. */
async function comparePayment(db: Db, row: InvoiceRow, invoice: Invoice, faults: RowFaults): Promise<void> {
  const moved = await rowsWith(db, 'wallet_movements', 'reference', row.commitment);
  const [got, ...more] = moved.filter(({ change_micros: change }) => change > 0);
  if (got === undefined || more.length > 0 || got.address !== invoice.recipient_wallet || got.chain !== row.chain) {
    faults.add('invoices', row.id, 'is settled, and its recipient was not paid once');
    return;
  }
  const currency = CURRENCIES.find((known) => known === invoice.currency);
  const amount = currency === undefined ? null : Number(dollarMicros(invoice.amount_cents, currency));
  if (got.change_micros !== amount) faults.add('invoices', row.id, 'is settled by another amount than it says');
}
