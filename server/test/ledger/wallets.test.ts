import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  DEMO_WALLETS,
  openingBalance,
  openingWorth,
  positionOf,
  type Wallet,
} from '../../src/ledger/wallet-figures.ts';
import { balanceOf, moveBalance, portfolioWorthOf } from '../../src/ledger/wallets.ts';
import { write } from '../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const MICROS = 1_000_000;
const wallet = (address: string, chain: 'solana' | 'ethereum' = 'solana') => ({ chain, address });
let payments = 0;

function ratioOf(owner: Wallet, protocol: string): number {
  const { collateralMicros = 0, debtMicros = 1 } = positionOf(owner, protocol) ?? {};
  return collateralMicros / debtMicros;
}

function pay(from: string, to: string, amountMicros: number, mint = 'USDC'): Promise<boolean> {
  const movement = {
    chain: 'solana',
    mint,
    from,
    to,
    amountMicros,
    reference: `payment ${payments++}`,
    at: 1,
  } as const;
  return write(server.deps.db, (db) => moveBalance(db, movement));
}

test('the documented wallets hold what the guide says', () => {
  expect(openingBalance(wallet('demo:treasury'), 'BTC')).toBe(4.5 * MICROS);
  expect(openingBalance(wallet('demo:treasury'), 'SOL')).toBe(0);
  expect(openingBalance(wallet('demo:treasury'), 'constructor')).toBe(0);
  const worth = [...DEMO_WALLETS.keys()].map((address) => openingWorth(wallet(address)) / MICROS);
  expect(worth).toEqual([1_280_000, 66_537.5, 2_070, 1_200.5, 0]);
  expect(ratioOf(wallet('demo:trader'), 'perpetuals')).toBe(1.2);
  expect(positionOf(wallet('demo:saver'), 'lending')).toBeNull();
});

test('any other address has small figures that stay the same', () => {
  for (let at = 0; at < 500; at++) {
    const other = wallet(`address ${at}`, at % 2 === 0 ? 'solana' : 'ethereum');
    const tokens = openingBalance(other, `mint ${at}`) / MICROS;
    expect(Number.isInteger(tokens) && tokens >= 50 && tokens <= 10_000).toBe(true);
    const ratio = ratioOf(other, `protocol ${at}`);
    expect(ratio >= 1 && ratio <= 10).toBe(true);
    const worth = openingWorth(other) / MICROS;
    expect(worth >= 100 && worth <= 1_000_000).toBe(true);
    expect(openingBalance({ ...other }, `mint ${at}`)).toBe(tokens * MICROS);
  }
  const ofChains = new Set(['solana', 'ethereum'].map((chain) => openingWorth(wallet('one', chain as 'solana'))));
  expect(ofChains.size).toBe(2);
});

test('a payment moves what it names, once, and no more than there is', async () => {
  const { db } = server.deps;
  const worth = await portfolioWorthOf(db, wallet('demo:saver'));
  expect(await pay('demo:saver', 'demo:merchant', 420 * MICROS)).toBe(true);
  expect(await balanceOf(db, wallet('demo:saver'), 'USDC')).toBe(0);
  expect(await balanceOf(db, wallet('demo:merchant'), 'USDC')).toBe(1_620.5 * MICROS);
  expect(await balanceOf(db, wallet('demo:saver', 'ethereum'), 'USDC')).toBe(420 * MICROS);
  expect(await portfolioWorthOf(db, wallet('demo:saver'))).toBe(worth - 420 * MICROS);
  expect(await pay('demo:saver', 'demo:merchant', 1)).toBe(false);
  expect(await balanceOf(db, wallet('demo:merchant'), 'USDC')).toBe(1_620.5 * MICROS);
  await expect(pay('demo:merchant', 'demo:saver', 0)).rejects.toThrow(RangeError);
});

test('who pays itself has what it had', async () => {
  expect(await pay('demo:trader', 'demo:trader', 8_000 * MICROS)).toBe(true);
  expect(await pay('demo:trader', 'demo:trader', 8_001 * MICROS)).toBe(false);
  expect(await balanceOf(server.deps.db, wallet('demo:trader'), 'USDC')).toBe(8_000 * MICROS);
});

test('of payments at once only those succeed that the wallet can pay', async () => {
  const tokens = (await balanceOf(server.deps.db, wallet('crowded'), 'USDC')) / MICROS;
  const share = Math.floor(tokens / 5) * MICROS;
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, at) => pay('crowded', `payee ${at}`, share)));
  expect(outcomes.filter((isPaid) => isPaid)).toHaveLength(Math.floor((tokens * MICROS) / share));
  expect(await balanceOf(server.deps.db, wallet('crowded'), 'USDC')).toBe(tokens * MICROS - 5 * share);
});
