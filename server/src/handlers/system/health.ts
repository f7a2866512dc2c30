import { api } from '@touchstone/core/api/api.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { OpenedSession } from '../../console/sessions.ts';
import type { BackendReport } from '../../crypto/signer.ts';
import type { FolderFault, StorageState } from '../../data-folder/storage-state.ts';
import { PQ_FAMILIES, type Product, SIMULATED } from '../../frame/build-facts.ts';
import { implement } from '../../frame/implement.ts';
import { type Chains, connectionsOf } from '../../ledger/chain.ts';
import type { Db } from '../../store/engine.ts';
import { STORAGE_WORDS } from '../../store/storage-fault.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  /** Which backends serve each algorithm; the known-answer checks run once, at the first call. */
  readonly backends: () => Promise<BackendReport>;
  readonly chains: Chains;
  /**
   * Opens a console session for whoever has the passphrase of the data folder; null where it has none. Rejects with INVALID_KEY
   * or RATE_LIMITED.
   */
  readonly unlock: ((passphrase: string) => Promise<OpenedSession>) | null;
  readonly storage: StorageState;
  readonly product: Product;
  readonly startedAt: number;
}

function wordsOf({ cause }: FolderFault): string {
  const { sentence, action } = STORAGE_WORDS[cause];
  return `${sentence} ${action}`;
}

/** A database that cannot be read connects to nothing; the answer then says why. */
async function connectedChains({ chains, db, storage }: Pick<Needs, 'chains' | 'db' | 'storage'>): Promise<number> {
  try {
    const all = Object.values(await connectionsOf(chains, db));
    return all.filter(({ connected }) => connected).length;
  } catch (error) {
    if (storage.note(error) === null) throw error;
    return 0;
  }
}

export const health = implement(api.system.health)<Needs>({
  async read({ deps }) {
    const uptime = Math.max(0, Math.floor((deps.clock() - deps.startedAt) / 1000));
    const chains = await connectedChains(deps);
    const fault = await deps.storage.check(deps.db);
    const { verifying, signing } = await deps.backends();
    return {
      status: fault === null ? 'ok' : 'degraded',
      version: deps.product.version,
      uptime_seconds: uptime,
      uptime_secs: uptime,
      pq_families: PQ_FAMILIES,
      chains_connected: chains,
      details: {
        signatures: verifying,
        signing,
        ...(fault === null ? {} : { storage: { cause: fault.cause, message: wordsOf(fault) } }),
        ...(deps.unlock === null ? {} : { lock: 'unlocked' as const }),
        simulated: [...SIMULATED],
      },
    };
  },
});
