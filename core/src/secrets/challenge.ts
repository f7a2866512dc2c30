/** Challenge and response (decisions, section 7; S24): a client shows that it knows a secret without sending it. */
import { concat, equalBytes } from '../bytes.ts';
import { hmacSha3_256 } from '../hash.ts';

/** Bytes of a challenge, and of a salt. */
export const CHALLENGE_BYTES = 32;

/** HMAC-SHA3-256: the key is the secret's UTF-8 bytes, the message salt ‖ challenge as raw bytes. 32 bytes. */
export function secretProof(secret: Uint8Array, salt: Uint8Array, challenge: Uint8Array): Uint8Array {
  return hmacSha3_256(secret, concat(salt, challenge));
}

/** Whether a proof is the one of this secret; takes the same time wherever it differs. */
export function proofHolds(secret: Uint8Array, salt: Uint8Array, challenge: Uint8Array, proof: Uint8Array): boolean {
  return equalBytes(secretProof(secret, salt, challenge), proof);
}
