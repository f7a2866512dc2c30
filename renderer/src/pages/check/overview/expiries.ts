/** What expires or is due, for the timeline: key sets that are relied on, API keys that work, secrets to rotate. */
import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import type { TimelineItem } from '../../../parts/chart/expiry-timeline.tsx';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { type ApiKey, currentOf, endOf, keyName } from './attention.ts';

export function keySetExpiries(store: TrustStore, own: readonly KeySet[]): readonly TimelineItem[] {
  const sets = new Map(
    [...heldEditions(store).map(({ keySet }) => keySet), ...currentOf(own)].map((set) => [set.fingerprint, set]),
  );
  return [...sets.values()].flatMap(({ fingerprint, keyset_id, not_after }) => {
    const at = parseIsoTime(not_after);
    return at === null ? [] : [{ id: fingerprint, name: keyset_id, at, link: { to: '/trust', search: {} } }];
  });
}

export function apiKeyExpiries(keys: readonly ApiKey[]): readonly TimelineItem[] {
  return keys.flatMap((key) => {
    const at = endOf(key);
    const search = { account: key.account_id, tab: 'keys', key: key.key_id };
    return at === null ? [] : [{ id: key.key_id, name: keyName(key), at, link: { to: '/accounts', search } }];
  });
}

export function secretExpiries(secrets: readonly SecretItem[]): readonly TimelineItem[] {
  return secrets.flatMap(({ id, name, status, rotation_due_at }) => {
    const at = status !== 'active' || rotation_due_at === null ? null : parseIsoTime(rotation_due_at);
    return at === null ? [] : [{ id, name, at, link: { to: '/secrets', search: { secret: id } } }];
  });
}
