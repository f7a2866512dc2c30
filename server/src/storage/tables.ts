/** The keys of storage encryption. */
export interface StorageTables {
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
}
