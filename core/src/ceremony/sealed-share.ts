/** The share of a key ceremony on its way to its holder: sealed to his ML-KEM key, for him and this ceremony only (S22). */

import { type KemAlgorithm, kemLengths } from '../kem/backend.ts';
import type { Kem } from '../kem/kem.ts';
import { type BoxContext, boxFromText, boxToText, open, seal } from '../kem/seal.ts';
import type { Random } from '../random.ts';

/** The parameter sets that a participant's key may have. Their public keys differ in length. */
export const SHARE_KEMS = ['ML-KEM-768', 'ML-KEM-1024'] as const satisfies readonly KemAlgorithm[];
export type ShareKem = (typeof SHARE_KEMS)[number];

/** The parameter set of a public key by its length in bytes; null for others. */
export function shareKemOf(publicKeyBytes: number): ShareKem | null {
  return SHARE_KEMS.find((algorithm) => kemLengths(algorithm).publicKey === publicKeyBytes) ?? null;
}

export interface ShareHolder {
  readonly project: string;
  readonly ceremonyId: string;
  /** Counted from 1. */
  readonly participant: number;
}

/** AAD = JCS(["ceremony-share", project id, ceremony_id, "participant_shares.<participant>", 1]). */
function shareContext({ project, ceremonyId, participant }: ShareHolder): BoxContext {
  return {
    kind: 'ceremony-share',
    project,
    object: ceremonyId,
    column: `participant_shares.${participant}`,
    version: 1,
  };
}

/** `kem1:` and base64 of KEM ciphertext ‖ nonce ‖ ciphertext; null where the key fails the check of FIPS 203 section 7.2. */
export async function sealShare(
  kem: Kem,
  random: Random,
  algorithm: ShareKem,
  publicKey: Uint8Array,
  holder: ShareHolder,
  share: Uint8Array,
): Promise<string | null> {
  const box = await seal(kem, random, algorithm, publicKey, share, shareContext(holder));
  return box === null ? null : boxToText(box);
}

/**
 * Opens what `sealShare` made; null where it is malformed, or for another key, project, ceremony or participant.
 * `secretKey` is the 64-byte seed or the expanded key. The caller wipes the share.
 */
export async function openShare(
  kem: Kem,
  algorithm: ShareKem,
  secretKey: Uint8Array,
  holder: ShareHolder,
  text: string,
): Promise<Uint8Array | null> {
  const box = boxFromText(text, algorithm);
  return box === null ? null : open(kem, algorithm, secretKey, box, shareContext(holder));
}
