/**
 * What an invoice in another currency costs in US dollars. The rates are fixed and for demonstration, as the wallets of the
 * embedded ledger are: they follow no market, and no money moves by them.
 */
import type { Currency } from '../api/privacy/currencies.ts';

/** Millionths of a US dollar for one unit of the currency. */
export const DEMO_RATES: Readonly<Record<Currency, number>> = {
  USD: 1_000_000,
  AED: 272_000,
  AUD: 660_000,
  BRL: 180_000,
  CAD: 730_000,
  CHF: 1_130_000,
  CNY: 140_000,
  CZK: 44_000,
  DKK: 145_000,
  EUR: 1_100_000,
  GBP: 1_270_000,
  HKD: 128_000,
  HUF: 2_750,
  ILS: 270_000,
  INR: 12_000,
  JPY: 6_700,
  KRW: 740,
  MXN: 55_000,
  NOK: 94_000,
  NZD: 610_000,
  PLN: 250_000,
  SEK: 95_000,
  SGD: 740_000,
  THB: 28_000,
  TRY: 30_000,
  ZAR: 54_000,
};

/** The price in millionths of a US dollar, rounded up. A bigint: the largest amount is beyond 2⁵³. */
export function dollarMicros(amountCents: number, currency: Currency): bigint {
  return (BigInt(amountCents) * BigInt(DEMO_RATES[currency]) + 99n) / 100n;
}
