/**
 * The audit of a project's secrets. The signature of the last entry of a commit covers those before it; an entry that is
 * answered carries a signature of its own from then on (ADR 0015).
 */
import type { JsonObject } from '../canonical-json.ts';
import type { ChainDescription } from '../chain-of-entries/chain.ts';

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
  /** The set that signs this entry, and the one that covers it. */
  readonly keyset_id: string;
  readonly previous_hash: string | null;
  readonly created_at: string;
}

export const SECRET_AUDIT: ChainDescription<'project_id'> = {
  statement: 'audit',
  owner: ['project_id'],
  position: 'position',
  previousHash: 'previous_hash',
  keySetId: 'keyset_id',
  hashed: 'body',
};
