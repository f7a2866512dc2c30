import { heldEditions } from '@touchstone/core/keys/editions.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatCount } from '../../../lib/format.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/check/trust.ts';

/** Whom this machine goes by, which set expires next, and when the store was changed last. */
export function storeFacts(store: TrustStore, now: number): readonly FactItem[] {
  const { facts } = words;
  const held = heldEditions(store).map(({ keySet }) => keySet);
  const fingerprints = new Set(held.map(({ fingerprint }) => fingerprint));
  const pinned = store.key_sets.filter(
    ({ key_set, held: way }) => way === 'pinned' && fingerprints.has(key_set.fingerprint),
  ).length;
  const ends = held.map(({ not_after }) => parseIsoTime(not_after) ?? 0).filter((end) => end > now);
  const changes = [
    ...store.key_sets.flatMap(({ at, untrusted }) => (untrusted === undefined ? [at] : [at, untrusted.at])),
    ...store.revocations.map(({ recorded_at }) => recorded_at),
  ].map((time) => parseIsoTime(time) ?? 0);
  return [
    { label: facts.issuers, value: formatCount(new Set(held.map(({ issuer }) => issuer)).size) },
    { label: facts.pinned, value: formatCount(pinned) },
    { label: facts.endorsed, value: formatCount(held.length - pinned) },
    { label: facts.next, value: ends.length === 0 ? facts.none : <AgoText value={Math.min(...ends)} now={now} /> },
    {
      label: facts.changed,
      value:
        changes.length === 0 ? facts.never : <AgoText value={Math.max(...changes)} now={Math.max(now, Date.now())} />,
    },
  ];
}
