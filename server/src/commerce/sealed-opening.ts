/**
 * Openings of invoices at rest: whoever reads the database without the master key learns neither amounts nor parties (S16).
 */

import { fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject } from '@touchstone/core/canonical-json.ts';
import { type Invoice, openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { InvoiceRow } from './store.ts';

/** What is sealed of an invoice. */
export interface SealedFacts {
  readonly opening: string;
  /** Who made it: the id of a key, `console` or `administrator`. */
  readonly createdBy: string;
}

/** Where the opening of an invoice is sealed. */
export function invoicePlace({ id, project_id: project }: Pick<InvoiceRow, 'id' | 'project_id'>): Place {
  return { kind: 'invoice', project, object: id, column: 'envelope', version: 1 };
}

export function sealFacts(
  vault: Vault,
  row: Pick<InvoiceRow, 'id' | 'project_id'>,
  { opening, createdBy }: SealedFacts,
): Uint8Array {
  const text = utf8(canonicalJson({ created_by: createdBy, opening }));
  try {
    return vault.seal(invoicePlace(row), text);
  } finally {
    wipe(text);
  }
}

export interface OwnInvoice extends SealedFacts {
  readonly invoice: Invoice;
}

/** null where row, envelope and commitment do not belong together: the database was changed. */
export function unsealInvoice(
  vault: Pick<Vault, 'open'>,
  row: Pick<InvoiceRow, 'id' | 'project_id' | 'commitment' | 'envelope'>,
): OwnInvoice | null {
  const plaintext = vault.open(invoicePlace(row), row.envelope);
  const text = plaintext === null ? null : fromUtf8(plaintext);
  wipe(plaintext ?? undefined);
  const parsed = text === null ? null : parseStrictJson(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) return null;
  const { opening, created_by: createdBy } = parsed.value;
  if (typeof opening !== 'string' || typeof createdBy !== 'string') return null;
  const opened = openInvoice(row.commitment, opening);
  return opened.ok && opened.invoice.invoice_id === row.id ? { opening, createdBy, invoice: opened.invoice } : null;
}
