/** What the embedded ledger says of a wallet, for the claims about wallets. */
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { Chains } from '../ledger/chain.ts';
import { positionOf } from '../ledger/wallet-figures.ts';
import { balanceOf, portfolioWorthOf } from '../ledger/wallets.ts';
import { type Db, snapshot } from '../store/engine.ts';

/** What a claim asks of the ledger. */
export type WalletQuestion = { readonly address: string } & (
  | { readonly of: 'balance'; readonly mint: string }
  | { readonly of: 'position'; readonly protocol: string }
  | { readonly of: 'worth' }
);

/** In millionths. */
export type WalletFigure =
  | { readonly of: 'balance' | 'worth'; readonly micros: number }
  | { readonly of: 'position'; readonly collateralMicros: number; readonly debtMicros: number };

/** The source of a claim for which nothing was looked up (S14). */
export const SELF_ASSERTED = 'self_asserted';

export interface ReadFigure {
  readonly figure: WalletFigure;
  /** `ledger:<chain>:<height>`. */
  readonly source: string;
}

/** The figure and the height of the chain at one moment. */
export function readFigure(db: Db, chains: Chains, chain: ChainName, question: WalletQuestion): Promise<ReadFigure> {
  return snapshot(db, async (moment) => ({
    figure: await figureOf(moment, chain, question),
    source: `ledger:${chain}:${await chains.get(chain).height(moment)}`,
  }));
}

async function figureOf(moment: Db, chain: ChainName, question: WalletQuestion): Promise<WalletFigure> {
  const wallet = { chain, address: question.address };
  switch (question.of) {
    case 'balance':
      return { of: 'balance', micros: await balanceOf(moment, wallet, question.mint) };
    case 'worth':
      return { of: 'worth', micros: await portfolioWorthOf(moment, wallet) };
    case 'position':
      // Without a position there is no debt, and so no ratio: the claim does not hold.
      return { of: 'position', ...(positionOf(wallet, question.protocol) ?? { collateralMicros: 0, debtMicros: 0 }) };
  }
}
