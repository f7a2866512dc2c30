/** How an edition of a trust store stands, for lists that people read (decisions 12.7–12.13). Verification does not go by it. */
import { heldByFingerprint, revocationOf } from './editions.ts';
import { isInValidity } from './key-set.ts';
import type { Trust, TrustedKeySet } from './trust.ts';

export type EditionState =
  | 'current'
  | 'older'
  | 'not_yet'
  | 'expired'
  | 'untrusted'
  | 'unsupported'
  | 'partly_revoked'
  | 'revoked';

export const EDITION_STATE_WORDS: Readonly<Record<EditionState, string>> = {
  current: 'current',
  older: 'older edition: counts for what was signed before the next one began',
  not_yet: 'not valid yet',
  expired: 'expired',
  untrusted: 'untrusted: a person withdrew trust',
  unsupported: 'not trusted: the edition that endorsed it is untrusted or revoked',
  partly_revoked: 'holds a revoked key',
  revoked: 'revoked',
};

/**
 * The state of an entry of `trust`; where several apply, the gravest.
 *
 * @param now milliseconds since 1970
 */
export function editionState(trust: Trust, entry: TrustedKeySet, now: number): EditionState {
  const { key_set: keySet } = entry;
  const revoked = keySet.keys.filter((key) => revocationOf(trust, keySet, key) !== undefined).length;
  if (revoked > 0) return revoked === keySet.keys.length ? 'revoked' : 'partly_revoked';
  if ('untrusted' in entry && entry.untrusted !== undefined) return 'untrusted';
  const held = heldByFingerprint(trust, keySet.fingerprint);
  if (held === undefined) return 'unsupported';
  if (held.supersededAt !== null && held.supersededAt <= now) return 'older';
  if (isInValidity(keySet, now)) return 'current';
  return now < held.notBefore ? 'not_yet' : 'expired';
}
