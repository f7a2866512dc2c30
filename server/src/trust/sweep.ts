import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import type { TrustStoreAccess } from './store-file.ts';

export interface TrustSweepNeeds {
  readonly db: Db;
  readonly trustStore: Pick<TrustStoreAccess, 'read'>;
}

/** What each service has read the last time. */
const seen = new WeakMap<TrustSweepNeeds['trustStore'], TrustStore>();

/** Tells consoles of what other programs write into the trust store. A file that has not changed is read as the same object. */
export const trustStoreChanges: Sweep<TrustSweepNeeds> = {
  name: 'trust-store-changes',
  everyMs: 1_000,
  async run({ db, trustStore }) {
    const store = trustStore.read();
    const before = seen.get(trustStore);
    seen.set(trustStore, store);
    if (before === undefined || before === store) return;
    await write(db, async (transaction) => listsChanged(transaction, 'trust', null));
  },
};
