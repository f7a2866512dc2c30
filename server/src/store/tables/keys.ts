/** Wrapped and managed keys, storage keys, the gateway, webhooks, ceremonies. */
import type { Generated } from 'kysely';

export interface KeyTables {
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
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
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
    /** MAC of the row (S35); null where none was made. */
    seal: Generated<Uint8Array | null>;
  };
  /** Keys that were used with a target by somebody who may. */
  gateway_bindings: {
    gateway_target_id: string;
    key_id: string;
    created_at: number;
    seal: Generated<Uint8Array | null>;
  };
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
}
