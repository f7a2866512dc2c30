import { expect, test } from 'vitest';
import { CURRENCIES } from '../../src/api/privacy/currencies.ts';
import { DEMO_RATES, dollarMicros } from '../../src/commerce/demo-rates.ts';
import {
  SETTLEMENT_STATES,
  SETTLEMENT_TRANSITIONS,
  settlementOutcome,
  settlementStateAt,
} from '../../src/commerce/settlement.ts';

test('the table has one row for each state and event, and only a pending invoice can be paid', () => {
  expect(SETTLEMENT_TRANSITIONS.length).toBe(SETTLEMENT_STATES.length * 2);
  const paid = SETTLEMENT_STATES.filter((state) => settlementOutcome(state, 'pay').ok);
  expect(paid).toEqual(['pending']);
  expect(settlementOutcome('settled', 'pay')).toEqual({ ok: false, refusal: 'CONFLICT' });
  expect(settlementOutcome('expired', 'pay')).toEqual({ ok: false, refusal: 'CONFLICT' });
});

test('an invoice is over at its last millisecond, unless it is paid', () => {
  const life = { state: 'pending', expiresAt: 1_000 } as const;
  expect([999, 1_000, 1_001].map((now) => settlementStateAt(life, now))).toEqual(['pending', 'expired', 'expired']);
  expect(settlementStateAt({ ...life, state: 'settled' }, 2_000)).toBe('settled');
  // A clock that was put back makes nothing pending again.
  expect(settlementStateAt({ ...life, state: 'expired' }, 500)).toBe('expired');
});

test('every currency has a rate, and prices are exact and rounded up', () => {
  expect(Object.keys(DEMO_RATES)).toEqual([...CURRENCIES]);
  expect(dollarMicros(4_999, 'USD')).toBe(49_990_000n);
  expect(dollarMicros(1, 'USD')).toBe(10_000n);
  expect(dollarMicros(100, 'EUR')).toBe(1_100_000n);
  // 0.01 KRW is 7.4 micros.
  expect(dollarMicros(1, 'KRW')).toBe(8n);
  expect(dollarMicros(Number.MAX_SAFE_INTEGER, 'USD')).toBe(BigInt(Number.MAX_SAFE_INTEGER) * 10_000n);
  for (const currency of CURRENCIES) expect(dollarMicros(1, currency)).toBeGreaterThan(0n);
});
