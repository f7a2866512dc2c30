import { api } from '@touchstone/core/api/api.ts';
import { connectionsOf } from '../../chain/chain.ts';
import { implement } from '../../implement.ts';

/** ML-DSA, SLH-DSA, FALCON, ML-KEM. */
const PQ_FAMILIES = 4;

export const health = implement(api.system.health)({
  async read({ deps }) {
    const uptime = Math.max(0, Math.floor((deps.clock() - deps.startedAt) / 1000));
    const chains = Object.values(await connectionsOf(deps.chains, deps.db));
    return {
      status: 'ok',
      version: deps.product.version,
      uptime_seconds: uptime,
      uptime_secs: uptime,
      pq_families: PQ_FAMILIES,
      chains_connected: chains.filter(({ connected }) => connected).length,
      details: { signatures: await deps.backends(), simulated: ['embedded ledger in place of the ten public chains'] },
    };
  },
});
