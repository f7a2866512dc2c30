/** What the service states of a privacy proof (S14): a statement of kind `privacy-record`. */
import type { JsonObject } from '../canonical-json.ts';
import type { AttestationTypeName } from './commitment.ts';

export interface PrivacyRecord {
  readonly attestation_type: AttestationTypeName;
  readonly chain: string;
  readonly claim_satisfied: boolean;
  /** 64 hex digits. */
  readonly commitment: string;
  /** ISO 8601 UTC. */
  readonly expires_at: string;
  readonly issued_at: string;
  readonly keyset_id: string;
  /** `embedded:<chain>`. */
  readonly network: string;
  /** Of the bytes of the proof; null where there is none, since the claim did not hold. */
  readonly proof_sha3_256: string | null;
}

export interface SignedPrivacyRecord extends PrivacyRecord {
  /** Base64, ML-DSA-65 of the `service` set over the record without this member. */
  readonly signature: string;
}

export const RECORD_MEMBERS = [
  'attestation_type',
  'chain',
  'claim_satisfied',
  'commitment',
  'expires_at',
  'issued_at',
  'keyset_id',
  'network',
  'proof_sha3_256',
] as const satisfies readonly (keyof PrivacyRecord)[];

/** The signed body of a record; of a signed one without its signature. */
export function recordBody(record: PrivacyRecord): JsonObject {
  return Object.fromEntries(RECORD_MEMBERS.map((name) => [name, record[name]]));
}
