import { describe, expect, it } from 'vitest';
import { amountTrouble, readCents } from '../../../../src/pages/record/payments/invoice-draft.ts';
import {
  type InvoiceItem,
  invoiceName,
  invoicesCsv,
  invoiceView,
  shortWallet,
  stateNow,
} from '../../../../src/pages/record/payments/invoice-items.ts';
import { NEWEST_FIRST, readPaymentsSearch, readSort, sortText } from '../../../../src/pages/record/payments/search.ts';
import { stepsOf } from '../../../../src/pages/record/payments/step-list.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

function item(description: string, changes: Partial<InvoiceItem> = {}): InvoiceItem {
  return {
    invoice_id: `inv_${description}`,
    commitment: 'ab'.repeat(32),
    status: 'pending',
    amount_cents: 4_999,
    currency: 'USD',
    description,
    recipient_wallet: 'demo:merchant',
    chain: 'solana',
    created_at: '2026-06-15T11:00:00.000Z',
    created_by: 'console',
    expires_at: '2026-06-15T13:00:00.000Z',
    settled_at: null,
    tx_signature: null,
    ...changes,
  };
}

describe('the state of an invoice', () => {
  it('follows the clock: an invoice is over at its last millisecond, a paid one never', () => {
    const over = { expires_at: '2026-06-15T12:00:00.000Z' };
    expect(stateNow(item('a'), NOW)).toBe('pending');
    expect(stateNow(item('b', over), NOW)).toBe('expired');
    expect(stateNow(item('b', over), NOW - 1)).toBe('pending');
    expect(stateNow(item('c', { ...over, status: 'settled' }), NOW)).toBe('settled');
  });

  it('is shown as steps: what is done, what is waited for, what never comes', () => {
    const states = (...of: Parameters<typeof stepsOf>) => stepsOf(...of).map(({ name, state }) => `${name} ${state}`);
    expect(states('pending', false)).toEqual(['made done', 'paid now', 'settled ahead']);
    expect(states('settled', false)).toEqual(['made done', 'paid done', 'settled now']);
    expect(states('settled', true)).toEqual(['made done', 'paid done', 'settled done']);
    expect(states('expired', false)).toEqual(['made done', 'paid ended', 'expired done']);
  });
});

describe('the list', () => {
  const ALL = [
    item('Support', { amount_cents: 100_000 }),
    item('Hosting', { amount_cents: 9_900, chain: 'ethereum' }),
    item('', { invoice_id: 'inv_none', amount_cents: 20_000, currency: 'EUR', status: 'settled' }),
  ];
  const shown = (filter: Partial<Parameters<typeof invoiceView>[0]>, sort = NEWEST_FIRST) =>
    orderList(ALL, invoiceView({ text: '', state: null, chain: null, ...filter }, sort, NOW)).map(
      ({ invoice_id }) => invoice_id,
    );

  it('is filtered by text, state and chain', () => {
    expect(shown({ text: 'SUPP' })).toEqual(['inv_Support']);
    expect(shown({ text: '200.00' })).toEqual(['inv_none']);
    expect(shown({ state: 'settled' })).toEqual(['inv_none']);
    expect(shown({ chain: 'ethereum' })).toEqual(['inv_Hosting']);
    expect(shown({ text: 'nothing like that' })).toEqual([]);
  });

  it('orders amounts within their currency as numbers', () => {
    expect(shown({}, { by: 'amount', descending: false })).toEqual(['inv_none', 'inv_Hosting', 'inv_Support']);
  });

  it('is exported, and nothing in it runs in a spreadsheet', () => {
    const lines = invoicesCsv([item('=1+1')]).split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("'=1+1");
  });

  it('shortens long addresses to both ends', () => {
    expect(shortWallet('demo:merchant')).toBe('demo:merchant');
    expect(shortWallet('7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU')).toBe('7xKXtg2C…osgAsU');
  });

  it('names an invoice without a description', () => {
    expect(invoiceName({ description: ' ' })).not.toBe(' ');
    expect(invoiceName({ description: 'Support' })).toBe('Support');
  });
});

describe('what is typed', () => {
  it('is read as hundredths, digit by digit', () => {
    expect(['49.99', '49.9', '49', ' 1,234.50 ', '0.01'].map(readCents)).toEqual([4_999, 4_990, 4_900, 123_450, 1]);
    expect(['', '0', '0.00', '-1', '1.234', '1e3', 'x', '.5'].map(readCents)).toEqual(Array(8).fill(null));
    expect(amountTrouble('49.99')).toBe('');
    expect(amountTrouble('99999999999999.99')).not.toBe('');
  });
});

it('the address keeps what it knows, and never an opening', () => {
  const search = { act: 'pay', invoice: 'inv_1', state: 'expired', chain: 'solana' } as const;
  expect(readPaymentsSearch(search)).toEqual(search);
  const wrong = { act: 'x', invoice: '../x', checked: 'AB', on: 'x', state: 'x', chain: 'x', opening: 'eyJ' };
  expect(readPaymentsSearch(wrong)).toEqual({});
  expect(readSort(sortText({ by: 'until', descending: true }))).toEqual({ by: 'until', descending: true });
  expect(sortText(NEWEST_FIRST)).toBeUndefined();
});
