import { lineOf } from '@touchstone/core/keys/editions.ts';
import type { RetiredKeySet, StoredKeySet, TrustStore } from '@touchstone/core/keys/trust.ts';
import { mergeTrustStores } from '@touchstone/core/keys/trust-changes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

/**
 * The trust store after a restore (S8, S27). Revocations of both stay. Trusted is what the backup trusts, with the editions
 * that followed since, but for what a person withdrew trust from; a line that was pinned since must be pinned anew.
 *
 * @param now milliseconds since 1970
 */
export function restoredTrust(backup: TrustStore, present: TrustStore, now: number): TrustStore {
  const pinnedNow = new Set(present.key_sets.map(({ key_set }) => nameOf(key_set)));
  // A store of version 1 forgot the sets that it no longer trusted, but for their names.
  const forgotten = new Set((present.retired ?? []).map(nameOf).filter((name) => !pinnedNow.has(name)));
  const withdrawn = { at: formatIsoTime(now), by: 'restore' };
  const store = mergeTrustStores(backup, present);
  const key_sets = store.key_sets.map((entry): StoredKeySet => {
    const stays = lineOf(backup, entry.key_set).length > 0 && !forgotten.has(nameOf(entry.key_set));
    return stays || entry.untrusted !== undefined ? entry : { ...entry, untrusted: withdrawn };
  });
  return { ...store, key_sets };
}

function nameOf({ keyset_id, issuer, principal, use }: Omit<RetiredKeySet, 'serial'>): string {
  return JSON.stringify([keyset_id, issuer, principal, use]);
}
