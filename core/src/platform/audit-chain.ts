/**
 * The platform's audit log: a chain of statements of the service for each project (S5, kind `platform-audit`), each naming
 * the hash of the one before. The hash of every entry is anchored on the ledger (S15). Whoever holds the entries and the
 * `service` key sets can check it, offline too.
 */
import { toHex } from '../bytes.ts';
import { canonicalBytes, type JsonObject } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';

/** The signed body of an entry. */
export interface PlatformAuditEntry extends JsonObject {
  readonly auditId: string;
  readonly projectId: string;
  /** Counts from 1 within the project. */
  readonly position: number;
  /** Who says so: a caller, or the service about its own chain. No caller can write `service`. */
  readonly source: 'caller' | 'service';
  readonly action: string;
  /** As the caller states; null in entries of the service. */
  readonly userId: string | null;
  readonly resourceId: string | null;
  readonly metadata: JsonObject;
  /** By the clock of the service. */
  readonly timestamp: string;
  /** Id of the API key; null for console, administrator and the service itself. */
  readonly keyId: string | null;
  readonly keysetId: string;
  /** Hash of the entry before; null in the first. */
  readonly previousHash: string | null;
}

/** SHA3-256 of the canonical JSON of an entry, hex: what the next one names and what is anchored. */
export function platformAuditHash(entry: JsonObject): string {
  return toHex(sha3_256(canonicalBytes(entry)));
}

/** Where a chain stands: the last position and its hash. */
export interface PlatformAuditHead {
  readonly position: number;
  readonly hash: string | null;
}

export const EMPTY_PLATFORM_AUDIT: PlatformAuditHead = { position: 0, hash: null };

/** Whether an entry is the next of a project's chain. Its signature is judged apart. */
export function followsPlatformAudit(projectId: string, head: PlatformAuditHead, entry: JsonObject): boolean {
  return entry.projectId === projectId && entry.position === head.position + 1 && entry.previousHash === head.hash;
}
