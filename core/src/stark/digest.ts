/** The one door to SHA-256 for all of the STARK. Of many messages it is a kernel's, where one is loaded. */
import { sha256 } from '../hash.ts';
import { type Sha256Slots, sha256Each, sha256OfSlots, sha256Pairs } from '../hashing/sha256-many.ts';

export { type Sha256Slots as Slots, sha256Slots as slotsFor } from '../hashing/sha256-many.ts';

export const DIGEST_BYTES = 32;

export function digest(message: Uint8Array): Uint8Array {
  return sha256(message);
}

/** The digests of messages of any lengths, one after the other. */
export function digestEach(messages: readonly Uint8Array[]): Uint8Array {
  return sha256Each(messages);
}

/** The digests of messages of one length, one after the other. */
export function digestSlots(slots: Sha256Slots): Uint8Array {
  return sha256OfSlots(slots);
}

/** The digests of 01 and each two neighbours of a level, one after the other. */
export function digestPairs(level: Uint8Array): Uint8Array {
  return sha256Pairs(level);
}
