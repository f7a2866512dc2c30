/**
 * What the service states of an account's units, a chain for each account. Each statement says what was granted, what each
 * operation has used, and what remains, so that equal and opposite changes of grants and usage show (security, S35).
 */
import type { JsonObject } from '../canonical-json.ts';
import type { ChainDescription } from '../chain-of-entries/chain.ts';

/** The signed part of an entry. */
export interface UsageStatementBody extends JsonObject {
  readonly account_id: string;
  readonly position: number;
  /** `restored`: the account goes on from a backup. */
  readonly event: 'stated' | 'restored';
  /** How many grants there were, and the units of all together. */
  readonly grants: number;
  readonly granted: number;
  /** Units by operation; those without any are left out. */
  readonly used: JsonObject;
  readonly balance: number;
  /** The digest over all rows of the folder that open doors; null where the service did not know it. */
  readonly rows: { readonly changes: number; readonly digest: string } | null;
  readonly stated_at: string;
  readonly keyset_id: string;
  readonly previous_hash: string | null;
}

export const USAGE_STATEMENTS: ChainDescription<'account_id'> = {
  statement: 'usage-statement',
  owner: ['account_id'],
  position: 'position',
  previousHash: 'previous_hash',
  keySetId: 'keyset_id',
  hashed: 'body',
};
