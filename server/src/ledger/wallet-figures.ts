/**
 * What a wallet holds before anything was paid: demo wallets at the figures of `docs/user-guide/demo-wallets.md`, every other
 * address at small ones that follow from the address itself (decisions, sections 8 and 11). Amounts are micros: millionths of
 * a token, of a dollar, of a ratio.
 */
import type { ChainName } from '@touchstone/core/api/common.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { sha3_256, tagged } from '@touchstone/core/hash.ts';

export const MICROS = 1_000_000;

export interface Wallet {
  readonly chain: ChainName;
  readonly address: string;
}

interface Position {
  readonly collateralUsd: number;
  readonly debtUsd: number;
}

interface DemoWallet {
  /** Whole tokens of each mint. */
  readonly balances: Readonly<Record<string, number>>;
  /** By protocol. */
  readonly positions: Readonly<Record<string, Position>>;
}

/** Fixed prices in dollars, the same for ever; no market is asked. A token that is not listed counts nothing. */
export const PRICES_USD: ReadonlyMap<string, number> = new Map([
  ['USDC', 1],
  ['USDT', 1],
  ['EURC', 1.1],
  ['SOL', 150],
  ['ETH', 3_000],
  ['BTC', 60_000],
]);

/** The same on every chain. */
export const DEMO_WALLETS: ReadonlyMap<string, DemoWallet> = new Map([
  [
    'demo:treasury',
    {
      balances: { USDC: 250_000, ETH: 120, BTC: 4.5 },
      positions: { lending: { collateralUsd: 600_000, debtUsd: 200_000 } },
    },
  ],
  [
    'demo:trader',
    {
      balances: { USDC: 8_000, SOL: 310.25 },
      positions: {
        lending: { collateralUsd: 30_000, debtUsd: 20_000 },
        perpetuals: { collateralUsd: 12_000, debtUsd: 10_000 },
      },
    },
  ],
  ['demo:saver', { balances: { USDC: 420, EURC: 1_500 }, positions: {} }],
  ['demo:merchant', { balances: { USDC: 1_200.5 }, positions: {} }],
  ['demo:empty', { balances: {}, positions: {} }],
]);

/** Whole tokens of any mint at an undocumented address; enough for an invoice of 50 dollars. */
const TOKENS = { least: 50, most: 10_000 } as const;
const RATIO = { least: MICROS, most: 10 * MICROS } as const;
/** Of every position at an undocumented address. */
const DEBT_USD = 1_000;
const WORTH_USD = { least: 100, most: 1_000_000 } as const;

/** Micros of a token before anything was moved. */
export function openingBalance(wallet: Wallet, mint: string): number {
  const demo = DEMO_WALLETS.get(wallet.address);
  if (demo !== undefined) return micros(Object.hasOwn(demo.balances, mint) ? (demo.balances[mint] ?? 0) : 0);
  return micros(figureIn(TOKENS, wallet, 'balance', mint));
}

/** Collateral and debt of a wallet in a protocol, in micros of a dollar; null where it has no position there. */
export function positionOf(
  wallet: Wallet,
  protocol: string,
): { readonly collateralMicros: number; readonly debtMicros: number } | null {
  const demo = DEMO_WALLETS.get(wallet.address);
  if (demo === undefined) {
    const ratioMicros = figureIn(RATIO, wallet, 'ratio', protocol);
    return { collateralMicros: ratioMicros * DEBT_USD, debtMicros: micros(DEBT_USD) };
  }
  const position = Object.hasOwn(demo.positions, protocol) ? demo.positions[protocol] : undefined;
  if (position === undefined) return null;
  return { collateralMicros: micros(position.collateralUsd), debtMicros: micros(position.debtUsd) };
}

/** Micros of a dollar before anything was moved: balances at their prices, and collateral less debt of all positions. */
export function openingWorth(wallet: Wallet): number {
  const demo = DEMO_WALLETS.get(wallet.address);
  if (demo === undefined) return micros(figureIn(WORTH_USD, wallet, 'worth', ''));
  const held = [...PRICES_USD.keys()].reduce((sum, mint) => sum + worthOf(openingBalance(wallet, mint), mint), 0);
  const placed = Object.values(demo.positions).reduce((sum, { collateralUsd, debtUsd }) => {
    return sum + micros(collateralUsd - debtUsd);
  }, 0);
  return held + placed;
}

/** Micros of a dollar for micros of a token, which may be negative; rounded towards 0. */
export function worthOf(amountMicros: number, mint: string): number {
  const price = BigInt(micros(PRICES_USD.get(mint) ?? 0));
  return Number((BigInt(amountMicros) * price) / BigInt(MICROS));
}

function micros(amount: number): number {
  return Math.round(amount * MICROS);
}

/** A whole number between two bounds that only the wallet and what is asked decide. */
function figureIn(
  { least, most }: { readonly least: number; readonly most: number },
  { chain, address }: Wallet,
  figure: string,
  of: string,
): number {
  const hash = sha3_256(tagged('wallet-figure', canonicalBytes([chain, address, figure, of])));
  const drawn = new DataView(hash.buffer, hash.byteOffset).getBigUint64(0);
  return least + Number(drawn % BigInt(most - least + 1));
}
