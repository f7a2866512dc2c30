/** Sends the verified signatures of an answer, one after the other, and says how far that went. */
import type { Slot } from '@touchstone/core/artifact/artifact.ts';
import type { ArtifactItem } from './artifact-items.ts';
import type { SlotSignature } from './signing-jobs.ts';

export interface Sent {
  /** The slots that the server has filled. */
  readonly added: readonly Slot[];
  /** The slots that it has not, and why; null where all are filled. */
  readonly failed: { readonly slots: readonly Slot[]; readonly error: unknown } | null;
}

/**
 * @param send one signature; answers the artifact as it is then
 * @param onArtifact told of the artifact after each signature
 */
export async function sendSignatures(
  signatures: readonly SlotSignature[],
  send: (signature: SlotSignature) => Promise<ArtifactItem>,
  onArtifact: (artifact: ArtifactItem) => void,
): Promise<Sent> {
  const added: Slot[] = [];
  for (const signature of signatures) {
    try {
      onArtifact(await send(signature));
      added.push(signature.slot);
    } catch (error) {
      const slots = signatures.slice(added.length).map(({ slot }) => slot);
      return { added, failed: { slots, error } };
    }
  }
  return { added, failed: null };
}
