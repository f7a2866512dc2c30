/** The keys of encrypted computation. */
export interface FheTables {
  bfv_keys: {
    /** `key_bfv_…`. */
    id: string;
    project_id: string;
    custody: 'server' | 'client';
    profile: 'standard' | 'wide';
    /** SHA-256 of the public key. */
    fingerprint: Uint8Array;
    /** The sealed secret key; null where the client has it. */
    envelope: Uint8Array | null;
    created_at: number;
  };
  ckks_sessions: {
    /** `ckks_…`. */
    id: string;
    project_id: string;
    fingerprint: Uint8Array;
    /** The sealed secret key; null when the session is over. */
    envelope: Uint8Array | null;
    created_at: number;
    expires_at: number;
    /** How often its key has decrypted. */
    decrypts: number;
  };
}
