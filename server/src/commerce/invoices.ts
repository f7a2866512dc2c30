/** Invoices as they are made and shown. */
import type { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { BLINDING_LENGTH, commitInvoice, type Invoice, paymentPath } from '@touchstone/core/commerce/invoice.ts';
import { settlementStateAt } from '@touchstone/core/commerce/settlement.ts';
import type { Random } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Caller } from '../frame/caller.ts';
import { newId } from '../frame/ids.ts';
import { ownAddress } from '../frame/own-address.ts';
import { type AnchorStatus, anchors, type Chains } from '../ledger/chain.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { type OwnInvoice, sealFacts, unsealInvoice } from './sealed-opening.ts';
import { type InvoiceRow, insertInvoice } from './store.ts';

type Commerce = typeof api.privacy.commerce;

/** Bytes on the chain of what is anchored (document 1). */
const PROOF_SIZE_BYTES = 74;

export interface InvoiceNeeds {
  readonly vault: Vault;
  readonly chains: Chains;
  readonly random: Random;
  readonly allowedHosts: () => ReadonlySet<string>;
}

/** An invoice that is stored, with what only its owner sees. */
export interface StoredInvoice {
  readonly row: InvoiceRow;
  readonly own: OwnInvoice;
}

/** Stores and anchors an invoice, within the caller's transaction. */
export async function makeInvoice(
  transaction: Db,
  { vault, chains, random }: InvoiceNeeds,
  caller: Caller,
  body: InputOf<Commerce['invoice']>['body'],
  { now, seconds }: { readonly now: number; readonly seconds: number },
): Promise<StoredInvoice> {
  const expiresAt = now + seconds * 1000;
  const invoice: Invoice = {
    invoice_id: newId('inv', random),
    ...body,
    issued_at: formatIsoTime(now),
    expires_at: formatIsoTime(expiresAt),
  };
  const blinding = random(BLINDING_LENGTH);
  const { commitment, opening } = commitInvoice(invoice, blinding);
  wipe(blinding);
  const name = { id: invoice.invoice_id, project_id: caller.projectId };
  const facts = { opening, createdBy: makerOf(caller) };
  const envelope = sealFacts(vault, name, facts);
  const { tx } = await chains.get(body.chain).anchor(transaction, 'invoice', commitment);
  const row = await insertInvoice(transaction, {
    ...name,
    commitment,
    chain: body.chain,
    tx,
    envelope,
    state: 'pending',
    settlement_tx: null,
    settled_at: null,
    created_at: now,
    expires_at: expiresAt,
    hidden_at: null,
  });
  return { row, own: { ...facts, invoice } };
}

/** Who made an invoice: the id of a key, `console` or `administrator`. */
export function makerOf({ keyId, kind }: Caller): string {
  return keyId ?? kind;
}

/** A row with what only its owner sees. Throws TypeError where it does not open: the database was changed. */
export function openRow({ vault }: Pick<InvoiceNeeds, 'vault'>, row: InvoiceRow): StoredInvoice {
  const own = unsealInvoice(vault, row);
  if (own === null) throw new TypeError(`internal: the invoice ${row.id} does not open`);
  return { row, own };
}

/** What the maker of an invoice is answered. */
export function createdAnswer(needs: InvoiceNeeds, stored: StoredInvoice): OutputOf<Commerce['invoice']> {
  const { row } = stored;
  return {
    invoice_id: row.id,
    commitment: row.commitment,
    payment_url: paymentUrl(needs, stored),
    expires_at: formatIsoTime(row.expires_at),
    chain: chainOf(row),
    proof_size_bytes: PROOF_SIZE_BYTES,
    details: networkOf(needs, row),
  };
}

/** What the owner is shown of an invoice. */
export function ownAnswer(
  needs: Pick<InvoiceNeeds, 'chains'>,
  { row, own }: StoredInvoice,
  now: number,
): OutputOf<Commerce['list']>['items'][number] {
  const { invoice, createdBy } = own;
  const { settled_at, tx_signature } = settlementAnswer(needs, row, now);
  return {
    invoice_id: row.id,
    commitment: row.commitment,
    status: stateOf(row, now),
    amount_cents: invoice.amount_cents,
    currency: invoice.currency,
    description: invoice.description,
    recipient_wallet: invoice.recipient_wallet,
    chain: chainOf(row),
    created_at: formatIsoTime(row.created_at),
    created_by: createdBy,
    expires_at: formatIsoTime(row.expires_at),
    settled_at,
    tx_signature,
    details: networkOf(needs, row),
  };
}

export function paymentUrl(
  { allowedHosts }: Pick<InvoiceNeeds, 'allowedHosts'>,
  { row: { commitment }, own: { opening } }: StoredInvoice,
): string {
  return ownAddress(allowedHosts(), paymentPath({ commitment, opening }));
}

/** What is said of the payment of an invoice. */
export function settlementAnswer(
  needs: Pick<InvoiceNeeds, 'chains'>,
  row: InvoiceRow,
  now: number,
): OutputOf<Commerce['settlement']> {
  return {
    commitment: row.commitment,
    status: stateOf(row, now),
    settled_at: row.settled_at === null ? null : formatIsoTime(row.settled_at),
    tx_signature: row.settlement_tx,
    chain: chainOf(row),
    details: networkOf(needs, row),
  };
}

/** Whether the ledger holds the commitment of a row as that of an invoice, on the chain that is asked for (S15). */
export async function isAnchored(db: Db, { chains }: Pick<InvoiceNeeds, 'chains'>, row: InvoiceRow, chain: ChainName) {
  if (row.chain !== chain) return false;
  const status: AnchorStatus | null = await chains.get(chain).status(db, row.tx);
  return anchors(status, 'invoice', row.commitment);
}

/** What time has made of it. */
export function stateOf({ state, expires_at: expiresAt }: InvoiceRow, now: number) {
  return settlementStateAt({ state, expiresAt }, now);
}

/** Throws TypeError for a chain that there is not: the database was changed. */
export function chainOf({ id, chain }: Pick<InvoiceRow, 'id' | 'chain'>): ChainName {
  const known = CHAIN_NAMES.find((name) => name === chain);
  if (known === undefined) throw new TypeError(`internal: the invoice ${id} names no chain`);
  return known;
}

function networkOf({ chains }: Pick<InvoiceNeeds, 'chains'>, row: InvoiceRow) {
  return { network: chains.get(chainOf(row)).network };
}
