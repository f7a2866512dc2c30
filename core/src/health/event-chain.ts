/**
 * The audit of a health session, a chain of its events, and the attestation that ends it. The signature of an entry says that
 * the service received the event, not that it happened.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import type { ChainDescription } from '../chain-of-entries/chain.ts';
import { sha3_256, tagged } from '../hash.ts';

/** The signed part of an entry. */
export interface HealthEventBody extends JsonObject {
  readonly project_id: string;
  readonly session_id: string;
  /** Counts from 1 within the session. */
  readonly position: number;
  /** null for what concerns the chain itself: then `action` is `restored`. */
  readonly field_id: string | null;
  readonly action: string;
  readonly actor: string;
  /** When it happened, as the caller stated it. */
  readonly timestamp: string;
  /** By the clock of the service. */
  readonly received_at: string;
  /** Id of the API key; null for console, administrator and the service itself. */
  readonly key_id: string | null;
  readonly keyset_id: string;
  readonly previous_hash: string | null;
}

export const HEALTH_EVENTS: ChainDescription<'project_id' | 'session_id'> = {
  statement: 'health-event',
  owner: ['project_id', 'session_id'],
  position: 'position',
  previousHash: 'previous_hash',
  keySetId: 'keyset_id',
  hashed: 'body',
};

/** What an attestation states; the ledger sees only its commitment. */
export interface HealthAttestation extends JsonObject {
  readonly project_id: string;
  readonly session_id: string;
  readonly contract_id: string;
  readonly validation_results: { readonly fields_validated: number; readonly passed: number; readonly flagged: number };
  readonly signature_name: string;
  readonly reviewer_user_id: string;
  /** How far the chain of the session had come. */
  readonly events: number;
  readonly head_hash: string | null;
  readonly attested_at: string;
  /** 16 random bytes, hex: names and counts are few enough to be guessed from a hash of them alone. */
  readonly nonce: string;
}

/** SHA3-256(`svc-health-attestation/v1` 00 JCS(attestation)), hex: what is anchored under the kind `health`. */
export function attestationCommitment(attestation: JsonObject): string {
  return toHex(sha3_256(tagged('health-attestation', canonicalBytes(attestation))));
}
