import type { Generated } from 'kysely';

/** Accounts, projects, API keys, grants of units, usage and calls of the platform API. */
export interface AccountTables {
  accounts: {
    id: string;
    email: string;
    plan: string;
    credits: number;
    status: string;
    created_at: number;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
  projects: { id: string; account_id: string; created_at: number; seal: Generated<Uint8Array | null> };
  api_keys: {
    id: string;
    project_id: string;
    salt: Uint8Array;
    secret_hash: Uint8Array;
    /** JSON: `"*"` or a list of scopes. */
    scopes: string;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    label: string;
    /** The key that replaced this one, which then expires after its grace period. */
    rotated_to: string | null;
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
    /** The key that made this one, or the one that replaced that; null where console, administrator or nobody's key did. */
    created_by: string | null;
    /** Who votes with it: the first key of its tree. It never changes, whatever is rotated or revoked. */
    voter: string;
  };
  /** What was ever granted to an account: the sum is what it spent and what remains. */
  credit_grants: { account_id: string; position: number; units: number; reason: string; granted_at: number };
  usage: { account_id: string; day: string; operation: string; calls: number; units: number };
  /** What the service states of an account's units: a hash chain of signed statements for each (S35). */
  usage_statements: {
    account_id: string;
    /** Counts from 1 within the account. */
    position: number;
    /** How many grants there were. */
    grants: number;
    balance: number;
    /** The signed body as JSON. */
    body: string;
    signature: string;
    stated_at: number;
  };
  /** Chains that have yet to be told of a restore. */
  usage_statement_notices: { account_id: string; restored_at: number };
  /** Calls of the platform API; only the present day counts. */
  platform_calls: {
    account_id: string;
    /** In UTC, `YYYY-MM-DD`. */
    day: string;
    calls: number;
  };
}
