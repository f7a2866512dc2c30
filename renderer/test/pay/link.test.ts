// @vitest-environment node
import { commitInvoice, type Invoice, paymentPath } from '@touchstone/core/commerce/invoice.ts';
import { expect, it } from 'vitest';
import { formatAmount, formatDollars } from '../../src/lib/amount.ts';
import { readLink } from '../../src/pay/link.ts';

const INVOICE: Invoice = {
  invoice_id: 'inv_2c71f08be94d35a6',
  amount_cents: 123_456_789,
  currency: 'EUR',
  description: '',
  recipient_wallet: 'shop',
  chain: 'solana',
  issued_at: '2026-04-01T12:00:00.000Z',
  expires_at: '2026-04-02T12:00:00.000Z',
};
const COMMITTED = commitInvoice(INVOICE, new Uint8Array(32));
const addressOf = (path: string) => new URL(path, 'http://127.0.0.1:7433');

it('S16: the page opens the fragment under the commitment of the path by itself', () => {
  expect(readLink(addressOf(paymentPath(COMMITTED)))).toEqual({ ...COMMITTED, invoice: INVOICE });
});

it.each([
  ['noInvoice', '/pay/'],
  ['noInvoice', `/pay/${'0'.repeat(63)}#x`],
  ['noOpening', `/pay/${COMMITTED.commitment}`],
  ['noOpening', `/pay/${COMMITTED.commitment}#`],
  ['malformed', `/pay/${COMMITTED.commitment}#${COMMITTED.opening}%`],
  ['malformed', `/pay/${COMMITTED.commitment}#<b>`],
  ['mismatch', `/pay/${'0'.repeat(64)}#${COMMITTED.opening}`],
  [
    'mismatch',
    `/pay/${COMMITTED.commitment}#${commitInvoice({ ...INVOICE, amount_cents: 1 }, new Uint8Array(32)).opening}`,
  ],
])('%s: %s', (problem, path) => {
  expect(readLink(addressOf(path))).toBe(problem);
});

it('writes amounts exactly, however large', () => {
  const amount = (amount_cents: number, currency = 'USD') => formatAmount({ amount_cents, currency });
  expect(amount(1)).toBe('USD 0.01');
  expect(amount(123_456_789)).toBe('USD 1,234,567.89');
  expect(amount(4_999, 'JPY')).toBe('JPY 49.99');
  expect(amount(Number.MAX_SAFE_INTEGER)).toBe('USD 90,071,992,547,409.91');
  expect(formatDollars({ amount_cents: 10_000, currency: 'EUR' })).toBe('USD 110.00');
  expect(formatDollars({ amount_cents: 1, currency: 'KRW' })).toBe('USD 0.000008');
  expect(formatDollars({ amount_cents: 1, currency: 'USD' })).toBe(null);
});
