import type { Insertable } from 'kysely';

/** Times are milliseconds since 1970, ids carry their prefix, JSON stands in text columns. */
export interface Tables {
  settings: { name: string; value: string };
  accounts: {
    id: string;
    email: string;
    plan: string;
    credits: number;
    status: string;
    created_at: number;
  };
  projects: { id: string; account_id: string; created_at: number };
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
  };
  usage: { account_id: string; day: string; operation: string; calls: number; units: number };
  key_sets: {
    fingerprint: string;
    keyset_use: string;
    serial: number;
    state: 'current' | 'retired' | 'revoked';
    document: string;
    created_at: number;
    retired_at: number | null;
  };
  key_set_secrets: { fingerprint: string; kid: string; envelope: Uint8Array };
  cycles: { project_id: string; quarter: string; last_number: number };
  artifacts: {
    project_id: string;
    id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** Counts up with every change; guards against two changes at once. */
    revision: number;
    /** Empty where the document stands in a file. */
    document: string;
    /** The file's name; null where the document stands here. */
    file: string | null;
    /** Bytes of the document. */
    size: number;
    created_at: number;
  };
}

export type Row<T extends keyof Tables> = Insertable<Tables[T]>;
