/** The address of an invoice: the commitment in its path, the opening in its fragment, which is sent nowhere. */
import { type Invoice, openInvoice } from '@touchstone/core/commerce/invoice.ts';

export interface InvoiceLink {
  readonly commitment: string;
  readonly opening: string;
  readonly invoice: Invoice;
}

export type LinkProblem = 'noInvoice' | 'noOpening' | 'malformed' | 'mismatch';

/** Reads an address, and checks here that opening and commitment belong together. */
export function readLink({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): InvoiceLink | LinkProblem {
  const [, commitment] = /^\/pay\/([0-9a-f]{64})$/.exec(pathname) ?? [];
  if (commitment === undefined) return 'noInvoice';
  const opening = hash.slice(1);
  if (opening === '') return 'noOpening';
  const opened = openInvoice(commitment, opening);
  if (!opened.ok) return opened.code === 'MALFORMED' ? 'malformed' : 'mismatch';
  return { commitment, opening, invoice: opened.invoice };
}
