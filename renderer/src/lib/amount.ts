import type { Currency } from '@touchstone/core/api/privacy/currencies.ts';
import { DEMO_RATES, dollarMicros } from '@touchstone/core/commerce/demo-rates.ts';
import type { Invoice } from '@touchstone/core/commerce/invoice.ts';

/** `USD 1,234.50`: exact, however large. */
export function formatAmount({ amount_cents: cents, currency }: Pick<Invoice, 'amount_cents' | 'currency'>): string {
  const hundredths = String(cents % 100).padStart(2, '0');
  return `${currency} ${grouped(BigInt(Math.floor(cents / 100)))}.${hundredths}`;
}

/** What an invoice in another currency takes from a wallet; null for one in US dollars. */
export function formatDollars({ amount_cents: cents, currency }: Pick<Invoice, 'amount_cents' | 'currency'>) {
  if (currency === 'USD' || !isKnown(currency)) return null;
  const micros = dollarMicros(cents, currency);
  const fraction = String(micros % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{0,4}$/, '');
  return `USD ${grouped(micros / 1_000_000n)}.${fraction}`;
}

const GROUPS = new Intl.NumberFormat('en');

function grouped(whole: bigint): string {
  return GROUPS.format(whole);
}

function isKnown(currency: string): currency is Currency {
  return Object.hasOwn(DEMO_RATES, currency);
}
