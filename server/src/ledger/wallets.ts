/** Wallets on the embedded ledger: opening figures, and what was moved since as rows. */
import { type Db, lockChain, takePositions } from '../store/engine.ts';
import { insertMovement, lastBalance } from './store.ts';
import { openingBalance, openingWorth, PRICES_USD, type Wallet, worthOf } from './wallet-figures.ts';

/** Micros of a token. */
export async function balanceOf(db: Db, wallet: Wallet, mint: string): Promise<number> {
  return (await lastBalance(db, wallet, mint)) ?? openingBalance(wallet, mint);
}

/** Micros of a dollar; 0 where payments took more than the wallet was worth. */
export async function portfolioWorthOf(db: Db, wallet: Wallet): Promise<number> {
  let worth = openingWorth(wallet);
  for (const mint of PRICES_USD.keys()) {
    const balance = await lastBalance(db, wallet, mint);
    if (balance !== null) worth += worthOf(balance - openingBalance(wallet, mint), mint);
  }
  return Math.max(0, worth);
}

export interface Movement {
  readonly chain: Wallet['chain'];
  readonly mint: string;
  /** Addresses. */
  readonly from: string;
  readonly to: string;
  /** At least 1. */
  readonly amountMicros: number;
  /** What it was for; no other movement has the same. */
  readonly reference: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Moves tokens within the caller's transaction. False, and nothing was moved, where the payer holds less. */
export async function moveBalance(transaction: Db, movement: Movement): Promise<boolean> {
  const { chain, mint, from, to, amountMicros, reference, at } = movement;
  if (!Number.isSafeInteger(amountMicros) || amountMicros < 1) throw new RangeError('an amount is at least 1 micro');
  for (const address of [from, to].sort()) await lockChain(transaction, 'wallet_movements', { chain, mint, address });
  if ((await balanceOf(transaction, { chain, address: from }, mint)) < amountMicros) return false;
  for (const [address, change] of [
    [from, -amountMicros],
    [to, amountMicros],
  ] as const) {
    const balance = (await balanceOf(transaction, { chain, address }, mint)) + change;
    if (!Number.isSafeInteger(balance)) throw new RangeError('a balance is below 2^53 micros');
    await insertMovement(transaction, {
      chain,
      mint,
      address,
      position: await takePositions(transaction, 'wallet_movements', { chain, mint, address }),
      change_micros: change,
      balance_micros: balance,
      reference,
      moved_at: at,
    });
  }
  return true;
}
