/** Which pinned key sets may sign artifacts of an issuer. */
import type { Issuer } from '@touchstone/core/artifact/artifact.ts';
import { namedEdition } from '@touchstone/core/artifact/slots.ts';
import { isEditionRevoked, lineOf } from '@touchstone/core/keys/editions.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import type { ArtifactItem } from './artifact-items.ts';

/** The editions that count and are not revoked, the latest first. */
export function fittingSets(trust: TrustStore, { name, principal }: Issuer): readonly KeySet[] {
  return lineOf(trust, { use: 'artifact', issuer: name, principal })
    .map(({ keySet }) => keySet)
    .filter((keySet) => !isEditionRevoked(trust, keySet))
    .toReversed();
}

/** The chosen one; as long as nobody has chosen, the only one there is. Null: decided later. */
export function signerOf(chosen: string | null, sets: readonly KeySet[]): KeySet | null {
  const [only, ...others] = sets;
  if (chosen === null) return others.length === 0 ? (only ?? null) : null;
  return sets.find(({ fingerprint }) => fingerprint === chosen) ?? null;
}

/** The fingerprint of the set that an artifact says is to sign it, where it is one of these; null else. */
export function statedSigner(artifact: Pick<ArtifactItem, 'attestations'>, sets: readonly KeySet[]): string | null {
  const named = namedEdition(artifact);
  return sets.some(({ fingerprint }) => fingerprint === named) ? named : null;
}
