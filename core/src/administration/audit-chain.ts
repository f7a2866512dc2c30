/**
 * The audit of the administration: who changed accounts, keys, settings and trust. One chain for the whole data folder
 * (`docs/formats.md`).
 */
import type { JsonObject } from '../canonical-json.ts';
import type { ChainDescription } from '../chain-of-entries/chain.ts';

/** The signed part of an entry. */
export interface AdminAuditBody extends JsonObject {
  readonly position: number;
  readonly action: string;
  readonly actor: JsonObject;
  readonly account_id: string | null;
  /** The id of what was changed. */
  readonly subject: string;
  readonly details: JsonObject;
  readonly created_at: string;
  /** Hash of the entry before; null in the first. */
  readonly previous: string | null;
  readonly keyset_id: string;
}

export const ADMIN_AUDIT: ChainDescription<never> = {
  statement: 'admin-audit',
  owner: [],
  position: 'position',
  previousHash: 'previous',
  keySetId: 'keyset_id',
  hashed: 'body',
};
