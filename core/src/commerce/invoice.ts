/**
 * Invoices (security, S16). The ledger has the commitment alone: SHA3-256(`svc-invoice/v1` 00 ‖ 32 random bytes ‖ JCS(invoice)).
 * Its opening is what follows the tag, in base64url: whoever has it reads the invoice and sees that the commitment is that of no
 * other one. The random bytes keep everybody else from guessing amounts.
 */
import { concat, fromBase64Url, fromUtf8, toBase64Url, toHex } from '../bytes.ts';
import { canonicalBytes, canonicalJson } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { parseStrictJson } from '../strict-json.ts';
import { anyText, count, exactly, text, time, Unreadable } from '../strict-members.ts';

export interface Invoice {
  readonly invoice_id: string;
  /** Hundredths of the currency. */
  readonly amount_cents: number;
  /** Three capital letters. */
  readonly currency: string;
  readonly description: string;
  readonly recipient_wallet: string;
  readonly chain: string;
  /** ISO 8601 UTC. */
  readonly issued_at: string;
  /** From then on it cannot be paid. */
  readonly expires_at: string;
}

export interface CommittedInvoice {
  /** 64 hex digits. */
  readonly commitment: string;
  readonly opening: string;
}

/** The random bytes that hide an invoice. */
export const BLINDING_LENGTH = 32;

/** More characters than the opening of any invoice has. */
export const LONGEST_OPENING = 16_384;

/** Commits to an invoice. `blinding` is 32 random bytes that are used for nothing else (else RangeError). */
export function commitInvoice(invoice: Invoice, blinding: Uint8Array): CommittedInvoice {
  if (blinding.length !== BLINDING_LENGTH) throw new RangeError(`an invoice is hidden by ${BLINDING_LENGTH} bytes`);
  const opened = concat(blinding, canonicalBytes({ ...invoice }));
  return { commitment: commitmentOf(opened), opening: toBase64Url(opened) };
}

export type OpenedInvoice =
  | { readonly ok: true; readonly invoice: Invoice }
  /** `MALFORMED`: it is the opening of no invoice. `MISMATCH`: it is that of another commitment. */
  | { readonly ok: false; readonly code: 'MALFORMED' | 'MISMATCH' };

/** The invoice that an opening shows, where it is that of the commitment. Never throws. */
export function openInvoice(commitment: string, opening: string): OpenedInvoice {
  const opened = opening.length > LONGEST_OPENING ? null : fromBase64Url(opening);
  const invoice = opened === null ? null : readInvoice(opened.subarray(BLINDING_LENGTH));
  if (opened === null || invoice === null) return { ok: false, code: 'MALFORMED' };
  return commitmentOf(opened) === commitment ? { ok: true, invoice } : { ok: false, code: 'MISMATCH' };
}

function commitmentOf(opened: Uint8Array): string {
  return toHex(sha3_256(tagged('invoice', opened)));
}

const MEMBERS = [
  'invoice_id',
  'amount_cents',
  'currency',
  'description',
  'recipient_wallet',
  'chain',
  'issued_at',
  'expires_at',
] as const;

/** null where the bytes are not the canonical form of an invoice. */
function readInvoice(bytes: Uint8Array): Invoice | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || canonicalJson(parsed.value) !== fromUtf8(bytes)) return null;
  try {
    const stated = exactly(parsed.value, '', MEMBERS);
    return {
      invoice_id: text(stated.invoice_id, 'invoice_id'),
      amount_cents: count(stated.amount_cents, 'amount_cents', 1),
      currency: text(stated.currency, 'currency'),
      description: anyText(stated.description, 'description'),
      recipient_wallet: text(stated.recipient_wallet, 'recipient_wallet'),
      chain: text(stated.chain, 'chain'),
      issued_at: time(stated.issued_at, 'issued_at'),
      expires_at: time(stated.expires_at, 'expires_at'),
    };
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Where an invoice is paid. The opening is the fragment, which browsers send nowhere. */
export function paymentPath({ commitment, opening }: CommittedInvoice): string {
  return `/pay/${commitment}#${opening}`;
}
