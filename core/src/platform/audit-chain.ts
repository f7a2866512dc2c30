/** The platform's audit log: a chain for each project. The hash of every entry is anchored on the ledger (S15). */
import type { JsonObject } from '../canonical-json.ts';
import type { ChainDescription } from '../chain-of-entries/chain.ts';

/** The signed body of an entry. */
export interface PlatformAuditEntry extends JsonObject {
  readonly auditId: string;
  readonly projectId: string;
  /** Counts from 1 within the project. */
  readonly position: number;
  /** Who says so: a caller, or the service about its own chain. No caller can write `service`. */
  readonly source: 'caller' | 'service';
  readonly action: string;
  /** The user as the caller states it; null in entries of the service. */
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

export const PLATFORM_AUDIT: ChainDescription<'projectId'> = {
  statement: 'platform-audit',
  owner: ['projectId'],
  position: 'position',
  previousHash: 'previousHash',
  keySetId: 'keysetId',
  hashed: 'body',
};
