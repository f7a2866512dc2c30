/**
 * The audit of a health session: a chain of statements of the service (S5, kind `health-event`), each naming the hash of
 * the one before. Whoever holds the entries and the `service` key sets can check it, offline too. A signature says that the
 * service received the event, not that it happened.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
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
  /** As the caller stated it. */
  readonly timestamp: string;
  /** By the clock of the service. */
  readonly received_at: string;
  /** Id of the API key; null for console, administrator and the service itself. */
  readonly key_id: string | null;
  readonly keyset_id: string;
  readonly previous_hash: string | null;
}

export interface HealthEventEntry {
  readonly body: JsonObject;
  /** Base64. */
  readonly signature: string;
}

/** SHA3-256 of the canonical JSON of the signed part, hex. */
export function healthEventHash(body: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(body)));
}

/** Where a chain stands: the last position and its hash. */
export interface HealthChainHead {
  readonly position: number;
  readonly hash: string | null;
}

export const EMPTY_HEALTH_CHAIN: HealthChainHead = { position: 0, hash: null };

export type HealthSignatureCheck = (body: JsonObject, signature: string, keySetId: string) => Promise<boolean>;

/** The head after an entry; null where it does not follow, is of another session or project, or is not signed. */
export async function nextHealthHead(
  owner: { readonly projectId: string; readonly sessionId: string },
  { position, hash }: HealthChainHead,
  { body, signature }: HealthEventEntry,
  check: HealthSignatureCheck,
): Promise<HealthChainHead | null> {
  const { keyset_id: keySetId } = body;
  if (body.project_id !== owner.projectId || body.session_id !== owner.sessionId) return null;
  if (body.position !== position + 1 || body.previous_hash !== hash) return null;
  if (typeof keySetId !== 'string' || !(await check(body, signature, keySetId))) return null;
  return { position: position + 1, hash: healthEventHash(body) };
}

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
