/** Which key sets speak for releases: of use `release`, with one key of each of three families that rest on different problems. */
import { algorithmOf, type KeySet } from '../keys/key-set.ts';

/** The families that every release is signed with; a release set holds exactly these. */
export const RELEASE_ALGORITHMS = ['ML-DSA-87', 'SLH-DSA-SHA2-256s', 'FALCON-1024'] as const;

/** Why a set cannot be one of releases, as a sentence; null where it can. */
export function whyNoReleaseSet(keySet: KeySet): string | null {
  if (keySet.use !== 'release') return `The key set ${keySet.keyset_id} is not a release set.`;
  const algorithms = keySet.keys.map(algorithmOf).sort();
  if (algorithms.join() === [...RELEASE_ALGORITHMS].sort().join()) return null;
  return `A release set must contain exactly one key of each of ${RELEASE_ALGORITHMS.join(', ')}.`;
}
