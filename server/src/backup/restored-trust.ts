import {
  mergeTrustStores,
  type PinnedKeySet,
  type RetiredKeySet,
  type TrustStore,
  unpinKeySet,
} from '@touchstone/core/keys/trust.ts';

/**
 * The trust store after a restore (S8, S27). Revocations and remembered serials of both stay. Trusted is what the backup
 * trusts, at the higher serial where the present store knows one, but for what was unpinned since; and what was pinned
 * since must be pinned anew.
 */
export function restoredTrust(backup: TrustStore, present: TrustStore): TrustStore {
  const saved = new Set(backup.key_sets.map(nameOfPin));
  const pinnedNow = new Set(present.key_sets.map(nameOfPin));
  const unpinned = new Set((present.retired ?? []).map(nameOf).filter((name) => !pinnedNow.has(name)));
  let store = mergeTrustStores(backup, present);
  for (const pin of store.key_sets) {
    if (saved.has(nameOfPin(pin)) && !unpinned.has(nameOfPin(pin))) continue;
    const change = unpinKeySet(store, pin.key_set.fingerprint);
    if (!change.ok) throw new TypeError(`internal: ${change.message}`);
    store = change.store;
  }
  return store;
}

function nameOfPin({ key_set }: PinnedKeySet): string {
  return nameOf(key_set);
}

/** Editions of one set have this in common. */
function nameOf({ keyset_id, issuer, principal, use }: Omit<RetiredKeySet, 'serial'>): string {
  return JSON.stringify([keyset_id, issuer, principal, use]);
}
