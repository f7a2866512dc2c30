/** Paying an invoice: who may, and what happens in the one transaction that pays. */
import { CURRENCIES } from '@touchstone/core/api/privacy/currencies.ts';
import { dollarMicros } from '@touchstone/core/commerce/demo-rates.ts';
import { type Invoice, openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { settlementOutcome } from '@touchstone/core/commerce/settlement.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import { ApiError } from '../frame/errors.ts';
import type { Chains } from '../ledger/chain.ts';
import { moveBalance } from '../ledger/wallets.ts';
import { type Db, listsChanged } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { queueNotice } from '../webhooks/webhooks.ts';
import { chainOf, openRow, stateOf } from './invoices.ts';
import { findInvoice, type InvoiceRow, lockInvoice, settleInvoice } from './store.ts';

export interface PaymentNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly chains: Chains;
}

/** What an opening shows, where it is that of the invoice. Throws NOT_FOUND, for a wrong one as for no invoice. */
export async function openForPayer(db: Db, id: string, opening: string): Promise<Invoice> {
  const row = await findInvoice(db, id);
  const opened = row === null ? null : openInvoice(row.commitment, opening);
  if (opened?.ok !== true || opened.invoice.invoice_id !== id) throw noSuchInvoice();
  return opened.invoice;
}

/** The same for the owner, who needs no opening. Throws UNAUTHORIZED, INVALID_SCOPE or NOT_FOUND. */
export async function openForSender(
  { db, vault }: Pick<PaymentNeeds, 'db' | 'vault'>,
  id: string,
  sender: Caller | null,
): Promise<Invoice> {
  if (sender === null) throw new ApiError('UNAUTHORIZED', 'Without `opening` a key of the project is needed.');
  if (!sender.scopes.has('commerce')) throw new ApiError('INVALID_SCOPE', 'The key lacks the scope commerce.');
  const row = await findInvoice(db, id);
  if (row?.project_id !== sender.projectId) throw noSuchInvoice();
  return openRow({ vault }, row).own.invoice;
}

/**
 * Moves the balances, anchors the payment and writes it down: all of it within the caller's transaction, which holds the invoice,
 * so that it is paid once. Throws CONFLICT where it is not pending, INSUFFICIENT_CREDITS where the wallet is short.
 */
export async function payInvoice(
  transaction: Db,
  { clock, random, chains }: PaymentNeeds,
  invoice: Invoice,
  payer: string,
): Promise<InvoiceRow> {
  const row = await lockInvoice(transaction, invoice.invoice_id);
  if (row === null) throw noSuchInvoice();
  const now = clock();
  const state = stateOf(row, now);
  if (!settlementOutcome(state, 'pay').ok) {
    throw new ApiError('CONFLICT', state === 'settled' ? 'This invoice is paid already.' : 'This invoice has expired.');
  }
  await move(transaction, row, invoice, payer, now);
  const { tx, acceptedAt } = await chains.get(chainOf(row)).anchor(transaction, 'settlement', row.commitment);
  await settleInvoice(transaction, row.id, { tx, at: acceptedAt });
  const facts = {
    invoice_id: row.id,
    commitment: row.commitment,
    chain: row.chain,
    tx_signature: tx,
    settled_at: formatIsoTime(acceptedAt),
  };
  await queueNotice(transaction, { event: 'invoice.settled', projectId: row.project_id, facts }, now, random);
  // Whoever pays is no caller whose lists the frame would know.
  listsChanged(transaction, 'commerce', row.project_id);
  return { ...row, state: 'settled', settlement_tx: tx, settled_at: acceptedAt };
}

/** The token of the embedded ledger that is worth one US dollar. */
const MINT = 'USDC';

async function move(transaction: Db, row: InvoiceRow, invoice: Invoice, payer: string, now: number): Promise<void> {
  const currency = CURRENCIES.find((known) => known === invoice.currency);
  if (currency === undefined) throw new TypeError(`internal: the invoice ${row.id} is in a currency without a rate`);
  const amount = dollarMicros(invoice.amount_cents, currency);
  const movement = {
    chain: chainOf(row),
    mint: MINT,
    from: payer,
    to: invoice.recipient_wallet,
    amountMicros: Number(amount),
    reference: row.commitment,
    at: now,
  };
  // Nobody holds more than a double counts.
  const isPaid = amount <= BigInt(Number.MAX_SAFE_INTEGER) && (await moveBalance(transaction, movement));
  if (!isPaid) throw new ApiError('INSUFFICIENT_CREDITS', 'The balance of the wallet is too low for this invoice.');
}

function noSuchInvoice(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no such invoice, or the opening is that of another one.');
}
