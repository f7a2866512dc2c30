import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';

/** The ten chains as people know them. */
export const words: Readonly<Record<ChainName, string>> = {
  solana: 'Solana',
  ethereum: 'Ethereum',
  bitcoin: 'Bitcoin',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
  base: 'Base',
  avalanche: 'Avalanche',
  zcash: 'Zcash',
  hyperliquid: 'Hyperliquid',
};

/** For the choice of a chain. */
export const CHAIN_OPTIONS = CHAIN_NAMES.map((value) => ({ value, label: words[value] }));
