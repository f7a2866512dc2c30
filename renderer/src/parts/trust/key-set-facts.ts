import { isRevoked } from '@touchstone/core/keys/editions.ts';
import { algorithmOf, type KeySet, type KeyUse } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { words } from '../../words/parts/trust.ts';

/** What a key set of this use may speak for, in words. */
export const USE_WORDS: Record<KeyUse, string> = words.uses;

export type Validity = 'valid' | 'not_yet' | 'over' | 'revoked' | 'partly_revoked';

/** Whether a pinned set counts now: its validity and the revocation of its keys. */
export function validityOf(keySet: KeySet, store: TrustStore, now: number): Validity {
  const revoked = keySet.keys.filter((key) => isRevoked(store, key)).length;
  if (revoked === keySet.keys.length) return 'revoked';
  if (revoked > 0) return 'partly_revoked';
  if (now < (parseIsoTime(keySet.not_before) ?? 0)) return 'not_yet';
  if (now >= (parseIsoTime(keySet.not_after) ?? 0)) return 'over';
  return 'valid';
}

export function algorithmsOf(keySet: KeySet): string {
  return keySet.keys.map(algorithmOf).join(', ');
}
