import type { Generated, Insertable } from 'kysely';

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
    /** The managed key whose status it obeys. */
    managed_key_id: string | null;
  };
  managed_keys: {
    /** `key_…`; `hk_…` on the wire names the same row. */
    id: string;
    project_id: string;
    tier: 'key-1' | 'key-2';
    label: string;
    /** As the last request left it: the end of the grace period makes `expired` of it on reading. */
    status: 'active' | 'rotated' | 'revoked';
    /** The blob as answered (`managed-keys-blob.ts`). */
    encrypted: Uint8Array;
    kem_ciphertext: Uint8Array;
    /** HMAC-SHA3-256 of blob and KEM ciphertext, 32 bytes. */
    hmac_digest: Uint8Array;
    /** The sealed HMAC key. */
    envelope: Uint8Array;
    created_at: number;
    last_used_at: number | null;
    total_operations: number;
    rotated_from: string | null;
    rotated_to: string | null;
    grace_ends_at: number | null;
    revoked_at: number | null;
    revoke_reason: string | null;
  };
  /** Provenance: one hash chain of signed events for each managed and wrapped key. `position` counts from 1. */
  key_events: {
    key_id: string;
    position: number;
    project_id: string;
    event: string;
    /** The signed body as JSON. */
    body: string;
    signature: string;
    keyset_id: string;
    created_at: number;
  };
  /** Chains that have yet to be told of a restore: signing the event takes a running server. */
  key_chain_restores: { key_id: string; project_id: string; restored_at: number };
  /** One for each project, and one for all others: `project_id` null. `envelope` is the sealed secret of its MAC. */
  webhooks: {
    id: string;
    project_id: string | null;
    url: string;
    allow_private: 0 | 1;
    envelope: Uint8Array;
    created_at: number;
    changed_at: number;
  };
  /** Where the gateway may carry keys. A target that counts as new is a new row. */
  gateway_targets: {
    id: string;
    project_id: string;
    /** `target_id` on the wire. */
    name: string;
    base_url: string;
    auth_header: string;
    auth_template: string;
    /** JSON arrays. */
    allowed_paths: string;
    allowed_methods: string;
    allowed_headers: string;
    rate_limit: number;
    allow_private: 0 | 1;
    total_proxied: number;
    created_at: number;
  };
  /** Keys that were used with a target by somebody who may. */
  gateway_bindings: { gateway_target_id: string; key_id: string; created_at: number };
  webhook_deliveries: {
    /** Counts up: the order of the list. */
    position: Generated<number>;
    id: string;
    /** null where the webhook was removed. */
    webhook_id: string | null;
    project_id: string;
    event: string;
    /** JSON, as it is sent. */
    body: string;
    state: 'queued' | 'delivered' | 'dead';
    attempts: number;
    /** Of `queued`: not before. */
    next_attempt_at: number;
    /** HTTP status of the last answer; null where there was none. */
    last_status: number | null;
    last_error: string | null;
    created_at: number;
    finished_at: number | null;
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
  /** One row for each version of a secret. */
  secret_versions: {
    id: string;
    project_id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** Id of version 1. */
    family: string;
    version: number;
    previous_id: string | null;
    name: string;
    provider: string;
    environment: string;
    vault: string;
    /** JSON. */
    tags: string;
    /** null: never due. */
    rotation_days: number | null;
    rotation_due_at: number | null;
    masked_display: string;
    key_prefix: string;
    /** The seed of the version's own ML-KEM key, sealed by the master key. null, as the box is, once destroyed. */
    envelope: Uint8Array | null;
    /** The box over the value under that key. */
    kem_ciphertext: Uint8Array | null;
    nonce: Uint8Array | null;
    ciphertext: Uint8Array | null;
    created_at: number;
    /** null: the newest version. */
    superseded_at: number | null;
    deleted_at: number | null;
    /** Id of the version whose deletion this was. */
    deleted_with: string | null;
    destroyed_at: number | null;
  };
  /** Open challenges. An attempt removes its own. */
  secret_challenges: {
    challenge: Uint8Array;
    project_id: string;
    secret_id: string;
    salt: Uint8Array;
    expires_at: number;
  };
  /** The audit of each project's secrets: hash chains of signed statements. Every position counts from 1. */
  secret_audit: {
    project_id: string;
    position: number;
    action: string;
    /** Empty for what concerns the chain itself. */
    secret_id: string;
    /** Counts within project and action, and so on: a page of a filtered list is a range. */
    action_position: number;
    secret_position: number;
    secret_action_position: number;
    /** The signed body as JSON. */
    body: string;
    signature: string;
  };
  /** Chains that a restore has left to be told so. */
  secret_audit_notices: { project_id: string; restored_at: number };
  /** The embedded ledger. Heights count from 1 on each chain. */
  ledger_blocks: {
    chain: string;
    height: number;
    /** SHA3-256 of the header, hex. */
    hash: string;
    /** JCS. */
    header: string;
    signature: string;
    ledger_id: string;
    /** How many anchors it covers. */
    anchors: number;
    /** Confirmations that they need. */
    depth: number;
    created_at: number;
  };
  ledger_anchors: {
    chain: string;
    /** Counts from 1 on each chain. */
    position: number;
    /** In the chain's own form. */
    tx: string;
    /** The ledger that accepted it. */
    ledger_id: string;
    kind: string;
    /** 64 hex digits. */
    commitment: string;
    accepted_at: number;
    /** The height of its block; null until it is in one. */
    block: number | null;
  };
  /** Checks of documents against a schema; the documents are not stored. */
  document_checks: {
    project_id: string;
    /** Counts from 1 within the project. */
    position: number;
    document_hash: string;
    document_schema: string;
    is_valid: 0 | 1;
    /** The key that acted, `console` or `administrator`. */
    actor: string;
    created_at: number;
  };
  document_attestations: {
    id: string;
    project_id: string;
    document_hash: string;
    chain: string;
    tx: string;
    actor: string;
    created_at: number;
  };
  /** Who accepted the business-associate agreement, by the caller's name of a person. */
  health_agreements: {
    project_id: string;
    user_id: string;
    signature_name: string;
    actor: string;
    accepted_at: number;
  };
  health_sessions: {
    id: string;
    project_id: string;
    contract_id: string;
    user_id: string;
    /** SHA3-256 of the lock token, which has 128 random bits. */
    lock_hash: Uint8Array;
    /** At most one session of a contract does; one whose time is over may, until the next is opened. */
    holds_lock: 0 | 1;
    opened_at: number;
    expires_at: number;
    released_at: number | null;
    /** How many events its chain has. */
    events: number;
    /** Hash of the newest, hex; null without events. */
    head_hash: string | null;
    /** Where that hash is anchored; null until the session is over. */
    head_tx: string | null;
  };
  /** The audit of a session: a hash chain of signed statements. The database refuses to change it. */
  health_events: {
    session_id: string;
    /** Counts from 1 within the session. */
    position: number;
    project_id: string;
    /** The signed body as JSON. */
    body: string;
    signature: string;
  };
  health_attestations: {
    session_id: string;
    /** Counts from 1 within the session. */
    position: number;
    project_id: string;
    /** What is attested as JSON; the ledger has its commitment only. */
    body: string;
    commitment: string;
    chain: string;
    tx: string;
    actor: string;
    created_at: number;
  };
  /** Chains that a restore has left to be told so. */
  health_restores: { session_id: string; restored_at: number };
  storage_keys: {
    id: string;
    project_id: string;
    /** ML-KEM-1024. */
    public_key: Uint8Array;
    /** The sealed seed. */
    envelope: Uint8Array;
    created_at: number;
    revoked_at: number | null;
    revoke_reason: string | null;
  };
  platform_users: {
    id: string;
    project_id: string;
    email: string;
    display_name: string;
    /** JSON: what the user said about biometry at registration; null where nothing. */
    biometric: string | null;
    created_at: number;
  };
  platform_sessions: {
    /** `tok_…`, the part of the token that may be shown. */
    id: string;
    user_id: string;
    /** Of the whole token (`platform-sessions.ts`), 32 bytes. */
    token_hash: Uint8Array;
    created_at: number;
    expires_at: number;
  };
  /** Open challenges. An attempt removes its own. */
  platform_challenges: {
    id: string;
    project_id: string;
    /** null: any user of the project may answer. */
    user_id: string | null;
    challenge: Uint8Array;
    expires_at: number;
  };
  device_credentials: {
    project_id: string;
    /** Base64. */
    id: string;
    user_id: string;
    type: string;
    /** Of an authenticator, or a key that some program holds. */
    form: 'webauthn' | 'raw';
    /** SubjectPublicKeyInfo. */
    public_key: Uint8Array;
    /** Of the last answer that held. */
    sign_count: number;
    device_id: string;
    device_name: string;
    device_platform: string;
    created_at: number;
    last_used_at: number | null;
  };
  /** The public part of key ceremonies. */
  ceremonies: {
    project_id: string;
    id: string;
    algorithm: string;
    participants: number;
    threshold: number;
    public_key: Uint8Array;
    /** JSON: those of the shares, in the order of the participants. */
    commitments: string;
    created_at: number;
  };
  /** Values of the platform's cache. Those whose time is over stay until a sweep takes them. */
  cache_entries: {
    id: Generated<number>;
    project_id: string;
    key: string;
    /** Counts the writes of the key, for the envelope's place. */
    version: number;
    /** The value as JSON, sealed. */
    envelope: Uint8Array;
    /** Bytes of that JSON. */
    size: number;
    ttl_seconds: number;
    /** Whether the lifetime was left to the server. */
    is_adaptive: 0 | 1;
    /** Why it lives so long (core/src/cache/lifetime.ts). */
    lifetime_rule: string;
    lifetime_basis: number | null;
    lifetime_limit: string | null;
    written_at: number;
    expires_at: number;
  };
  /** How much each project holds, those included whose time is over. */
  cache_usage: { project_id: string; entries: number; bytes: number };
  /** How keys of the cache are used (core/src/cache/pattern.ts). Written every few seconds. */
  cache_patterns: {
    project_id: string;
    key: string;
    hits: number;
    misses: number;
    writes: number;
    unread_writes: number;
    last_read_at: number | null;
    last_write_at: number | null;
    ttl_seconds: number | null;
    /** JSON lists of milliseconds. */
    read_gaps: string;
    rewrite_gaps: string;
    used_at: number;
  };
  /** The platform's audit log: a hash chain of signed statements for each project. The database refuses to change it. */
  platform_audit: {
    project_id: string;
    /** Counts from 1 within the project. */
    position: number;
    id: string;
    action: string;
    /** The signed body as JCS. */
    body: string;
    signature: string;
    /** Where its hash is anchored. */
    chain: string;
    tx: string;
    created_at: number;
  };
  /** Chains that a restore has left to be told so. */
  platform_audit_notices: { project_id: string; restored_at: number };
}

export type Row<T extends keyof Tables> = Insertable<Tables[T]>;
