/**
 * The proof of `/v1/zkp/stark`: the attribute, which the proof binds, before the STARK, so that a verifier may leave it out
 * of the public inputs: length of the attribute in UTF-8 as two bytes, big-endian, the attribute, the STARK.
 */
import { concat, fromUtf8, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { STATEMENT_OF } from '@touchstone/core/privacy/commitment.ts';

export interface IdentityProof {
  readonly attribute: string;
  readonly stark: Uint8Array;
}

const LENGTH_BYTES = 2;

export function encodeIdentityProof({ attribute, stark }: IdentityProof): Uint8Array {
  const name = utf8(attribute);
  return concat(Uint8Array.of(name.length >> 8, name.length & 0xff), name, stark);
}

/** null for bytes that are none; whether the STARK can be decoded is its verifier's to say. */
export function decodeIdentityProof(bytes: Uint8Array): IdentityProof | null {
  const [high, low] = bytes;
  if (high === undefined || low === undefined) return null;
  const end = LENGTH_BYTES + high * 256 + low;
  const attribute = end > bytes.length ? null : fromUtf8(bytes.subarray(LENGTH_BYTES, end));
  return attribute === null || attribute === '' ? null : { attribute, stark: bytes.subarray(end) };
}

/** What a proof of knowledge of an attribute binds: its commitment, 64 hex digits, and the attribute. */
export function identityInputs(valueCommitment: string, attribute: string): JsonObject {
  return { statement: STATEMENT_OF.identity_attribute, value_commitment: valueCommitment, bounds: { attribute } };
}
