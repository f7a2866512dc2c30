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
    label: string;
    /** The key that replaced this one, which then expires after its grace period. */
    rotated_to: string | null;
  };
  /** What was ever granted to an account: the sum is what it spent and what remains. */
  credit_grants: { account_id: string; position: number; units: number; reason: string; granted_at: number };
  /** The administration's audit: a hash chain of signed statements. `position` counts from 1. */
  audit_entries: {
    position: number;
    action: string;
    account_id: string | null;
    /** The signed body as JSON. */
    body: string;
    signature: string;
    keyset_id: string;
    created_at: number;
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
  receipts: {
    id: string;
    project_id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** The use of the key set that signed: callers' payloads, or what the service itself asserts. */
    keyset_use: 'receipt' | 'service';
    /** 64 hex digits. */
    on_chain_hash: string;
    /** JSON: every member but `signatures` and `verification_url`. */
    document: string;
    /** JSON. */
    signatures: string;
    created_at: number;
  };
  /** A project's own KEM keys; `envelope` is the sealed seed. */
  wrapping_keys: {
    project_id: string;
    algorithm: string;
    public_key: Uint8Array;
    envelope: Uint8Array;
    created_at: number;
  };
  wrapped_keys: {
    id: string;
    project_id: string;
    tier: 'key-1' | 'key-2';
    /** Who can open the box: the service, or the recipient alone. */
    holder: 'service' | 'recipient';
    /** Counts up with every rotation of the envelope. */
    envelope_version: number;
    kem_ciphertext: Uint8Array;
    nonce: Uint8Array;
    /** Of `service`: a box over a data key. Of `recipient`: a box over the key material. */
    wrapped_key: Uint8Array;
    /** The key material under that data key; null for a recipient. */
    material: Uint8Array | null;
    created_at: number;
    rotated_at: number | null;
  };
  /** ML-DSA and hybrid keys that the server holds for projects. */
  signing_keys: {
    id: string;
    project_id: string;
    key_use: 'ml-dsa' | 'hybrid';
    /** The ML-DSA algorithm, or the hybrid scheme. */
    scheme: string;
    is_current: 0 | 1;
    created_at: number;
  };
  signing_key_layers: {
    key_id: string;
    layer: 'layer1' | 'layer2' | 'layer3' | 'layer4';
    public_key: Uint8Array;
    envelope: Uint8Array;
  };
}

export type Row<T extends keyof Tables> = Insertable<Tables[T]>;
