/** Privacy proofs: what is public of them, and never the value. */
export interface PrivacyTables {
  privacy_proofs: {
    /** 64 hex digits. */
    commitment: string;
    /** Nobody's where it was made without a key. */
    project_id: string | null;
    /** The key that made it; null for console and administrator, and where it is nobody's. */
    key_id: string | null;
    attestation_type: string;
    chain: string;
    is_satisfied: 0 | 1;
    /** JCS: the commitment is a hash of these bytes. */
    public_inputs: string;
    /** Gone once the proof has expired; a claim that did not hold never has one. */
    proof: Uint8Array | null;
    /** The transaction that anchors it; a claim that did not hold has none. */
    tx: string | null;
    /** JSON: what the service signed of it. */
    record: string;
    signature: string;
    issued_at: number;
    expires_at: number;
    /** When it was taken out of lists. */
    hidden_at: number | null;
    /** When its end was noticed. */
    ended_at: number | null;
  };
}
