/** The one door to SHA-256 for all of the STARK, so that a faster kernel can serve it. */
import { sha256 } from '../hash.ts';

export const DIGEST_BYTES = 32;

export function digest(message: Uint8Array): Uint8Array {
  return sha256(message);
}

/** Hashes messages of one length that stand one after the other; writes the digests one after the other from `at` on. */
export function digestEach(messages: Uint8Array, length: number, target: Uint8Array, at: number): void {
  const count = messages.length / length;
  for (let i = 0; i < count; i++) {
    target.set(digest(messages.subarray(i * length, (i + 1) * length)), at + i * DIGEST_BYTES);
  }
}
