import { api } from '@touchstone/core/api/api.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { implement } from '../../frame/implement.ts';
import { type Chains, connectionsOf } from '../../ledger/chain.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly chains: Chains;
}

export const chain = implement(api.privacy.chain)<Needs>({
  async status({ deps }) {
    const found = await connectionsOf(deps.chains, deps.db);
    const state = (name: (typeof CHAIN_NAMES)[number]) => ({
      connected: found[name].connected,
      latency_ms: found[name].latencyMs,
    });
    return {
      chains: {
        solana: state('solana'),
        ethereum: state('ethereum'),
        bitcoin: state('bitcoin'),
        polygon: state('polygon'),
        arbitrum: state('arbitrum'),
        optimism: state('optimism'),
        base: state('base'),
        avalanche: state('avalanche'),
        zcash: state('zcash'),
        hyperliquid: state('hyperliquid'),
      },
      total: CHAIN_NAMES.length,
      all_healthy: CHAIN_NAMES.every((name) => found[name].connected),
      mode: deps.chains.mode,
    };
  },
});
