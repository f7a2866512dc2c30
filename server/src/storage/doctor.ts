import { equalBytes, wipe } from '@touchstone/core/bytes.ts';
import { type Check, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { eventsOf, revocation } from '../provenance/stated-events.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { createVault } from '../vault/envelope.ts';
import { storageKeyPairs } from './store.ts';
import { STORAGE_KEM, storageKeyPlace } from './work.ts';

/** `sealed-values` tries the envelopes; this holds each public key against the seed behind its envelope. */
export const storageKeys: Check = {
  id: 'storage-keys',
  needs: 'schema',
  async run({ inspection: { db }, masterKey, kem, random }) {
    if (masterKey === null) {
      return [warning('Whether the parts of storage keys match was not checked: there is no master key.', null)];
    }
    const vault = createVault(masterKey, random);
    const wrong: string[] = [];
    try {
      const keys = await storageKeyPairs(db);
      for (const { id, projectId, publicKey, envelope } of keys) {
        const seed = vault.open(storageKeyPlace({ projectId, id }), envelope);
        const own = seed === null ? null : await kem.publicKeyOf(STORAGE_KEM, seed);
        wipe(seed ?? undefined);
        if (own === null || !equalBytes(own, publicKey)) wrong.push(id);
      }
      if (wrong.length === 0) return [ok(`The storage keys are complete (${keys.length}).`)];
      return [problem(`Storage keys whose parts do not match: ${listed(wrong)}.`, RESTORE)];
    } finally {
      vault.close();
    }
  },
};

/** Storage keys, held against the events of their chains. */
export async function checkStorageKeys(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'storage_keys')) {
    const { made, last } = await eventsOf(db, row.id);
    faults.compare('storage_keys', row.id, {
      // Those that were made before histories began with it have no first event.
      ...(made === null ? {} : { created_at: stamped(row.created_at, made.at) }),
      ...revocation(row, last('revoked')),
    });
  }
}
