/** Wrapped and managed keys. */
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
}
