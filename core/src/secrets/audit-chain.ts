/**
 * The audit of a project's secrets: a chain of statements of the service (S5, kind `audit`), each naming the hash of the
 * one before. Whoever holds the entries and the `service` key sets can check it, offline too.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';

/** The signed part of an entry, as answered without `dilithium_sig`. */
export interface SecretAuditBody extends JsonObject {
  readonly id: string;
  readonly project_id: string;
  /** Counts from 1 within the project. */
  readonly position: number;
  readonly action: string;
  /** null for what concerns the chain itself. */
  readonly secret_id: string | null;
  readonly result: 'success' | 'failure';
  readonly units_consumed: number;
  readonly ip_address: string;
  /** Id of the API key; null for console, administrator and the service itself. */
  readonly key_id: string | null;
  readonly keyset_id: string;
  readonly previous_hash: string | null;
  readonly created_at: string;
}

export interface SecretAuditEntry {
  readonly body: JsonObject;
  /** Base64. */
  readonly signature: string;
}

/** SHA3-256 of the canonical JSON of the signed part, hex. */
export function auditHash(body: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(body)));
}

/** Where a chain stands: the last position and its hash. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string | null;
}

export const EMPTY_CHAIN: ChainHead = { position: 0, hash: null };

export type AuditSignatureCheck = (body: JsonObject, signature: string, keySetId: string) => Promise<boolean>;

/** The head after an entry; null where it does not follow, is of another project, or its signature does not hold. */
export async function nextHead(
  project: string,
  { position, hash }: ChainHead,
  { body, signature }: SecretAuditEntry,
  check: AuditSignatureCheck,
): Promise<ChainHead | null> {
  const { keyset_id: keySetId } = body;
  if (body.position !== position + 1 || body.previous_hash !== hash || body.project_id !== project) return null;
  if (typeof keySetId !== 'string' || !(await check(body, signature, keySetId))) return null;
  return { position: position + 1, hash: auditHash(body) };
}
