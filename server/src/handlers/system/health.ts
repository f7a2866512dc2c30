import { api } from '@touchstone/core/api/api.ts';
import type { FolderFault } from '../../data-folder/storage-state.ts';
import type { Deps } from '../../deps.ts';
import { PQ_FAMILIES, SIMULATED } from '../../frame/build-facts.ts';
import { implement } from '../../frame/implement.ts';
import { connectionsOf } from '../../ledger/chain.ts';
import { STORAGE_WORDS } from '../../store/storage-fault.ts';

function wordsOf({ cause }: FolderFault): string {
  const { sentence, action } = STORAGE_WORDS[cause];
  return `${sentence} ${action}`;
}

/** A database that cannot be read connects to nothing; the answer then says why. */
async function connectedChains({ chains, db, storage }: Pick<Deps, 'chains' | 'db' | 'storage'>): Promise<number> {
  try {
    const all = Object.values(await connectionsOf(chains, db));
    return all.filter(({ connected }) => connected).length;
  } catch (error) {
    if (storage.note(error) === null) throw error;
    return 0;
  }
}

export const health = implement(api.system.health)({
  async read({ deps }) {
    const uptime = Math.max(0, Math.floor((deps.clock() - deps.startedAt) / 1000));
    const chains = await connectedChains(deps);
    const fault = await deps.storage.check(deps.db);
    return {
      status: fault === null ? 'ok' : 'degraded',
      version: deps.product.version,
      uptime_seconds: uptime,
      uptime_secs: uptime,
      pq_families: PQ_FAMILIES,
      chains_connected: chains,
      details: {
        signatures: await deps.backends(),
        ...(fault === null ? {} : { storage: { cause: fault.cause, message: wordsOf(fault) } }),
        ...(deps.unlock === null ? {} : { lock: 'unlocked' as const }),
        simulated: [...SIMULATED],
      },
    };
  },
});
