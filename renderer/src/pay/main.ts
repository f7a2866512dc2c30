/**
 * The page on which a payer pays an invoice, at the names of the API: it holds no token, stores nothing, and its policy lets
 * this one script run and nothing become markup (decisions 12.26; security, S16).
 */
import { parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../words/pay.ts';
import { type InvoiceLink, readLink } from './link.ts';
import { askStatus, pay, type Refusal } from './service.ts';
import { createView } from './view.ts';

const main = document.querySelector('main');
if (main === null) throw new TypeError('internal: the page has no place for the invoice');
const view = createView(main);

/** Counts what is shown, so that an answer to what was shown before changes nothing. */
let shown = 0;
/** Longer than this no timer waits. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** Where this clock is ahead of the server's, which decides. */
const PAST_END_WAIT_MS = 30_000;
let atExpiry = 0;

async function show(): Promise<void> {
  const current = ++shown;
  clearTimeout(atExpiry);
  const link = readLink(location);
  if (typeof link === 'string') {
    view.problem(link);
    return;
  }
  view.looking();
  const asked = await askStatus({ commitment: link.commitment, chain: link.invoice.chain });
  if (current !== shown) return;
  if (!asked.ok) {
    view.refused(sentenceOf(asked.refusal), () => void show());
    return;
  }
  const { status } = asked.answer;
  if (status === 'unknown') {
    view.problem('unknown');
    return;
  }
  view.invoice(link, status, (wallet) => void payWith(link, wallet));
  const left = (parseIsoTime(link.invoice.expires_at) ?? 0) - Date.now();
  if (status !== 'pending' || left > LONGEST_WAIT_MS) return;
  atExpiry = window.setTimeout(() => void show(), left > 0 ? left : PAST_END_WAIT_MS);
}

async function payWith({ invoice, opening }: InvoiceLink, wallet: string): Promise<void> {
  const current = shown;
  // What is shown while the payment is under way is the payment.
  clearTimeout(atExpiry);
  view.paying();
  const asked = await pay(invoice.invoice_id, { payer_wallet: wallet, opening });
  if (current !== shown) return;
  if (asked.ok) {
    view.settled(asked.answer);
    return;
  }
  const { code, field } = asked.refusal;
  // Paid by somebody else meanwhile, or over.
  if (code === 'CONFLICT' || code === 'NOT_FOUND') {
    await show();
    return;
  }
  view.notPaid(sentenceOf(asked.refusal), code === 'INSUFFICIENT_CREDITS' || field === 'payer_wallet');
}

function sentenceOf({ code, field, requestId, retryAfterSeconds }: Refusal): string {
  const { errors } = words;
  switch (code) {
    case 'UNREACHABLE':
      return errors.unreachable;
    case 'INSUFFICIENT_CREDITS':
      return errors.short;
    case 'RATE_LIMITED':
    case 'OVERLOADED':
      return errors.busy(retryAfterSeconds);
    case 'LOCKED':
      return errors.locked;
    default:
      return field === 'payer_wallet' ? errors.wallet : errors.other(code, requestId);
  }
}

window.addEventListener('hashchange', () => void show());
void show();
