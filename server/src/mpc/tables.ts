/** Joint computations. No input is here in clear, and no key that opens one but sealed. */
export interface MpcTables {
  mpc_sessions: {
    /** A UUID. */
    id: string;
    project_id: string;
    computation: string;
    participants: number;
    threshold: number;
    /** JCS of the description, to whose hash inputs are sealed. */
    description: string;
    /** JSON: hashes of the participants' tokens, in their order; null in a session without. */
    token_hashes: string | null;
    /** The keys of the three parties, each sealed by its party, all of them by the vault; null when the session has ended. */
    envelope: Uint8Array | null;
    contributions: number;
    created_at: number;
    expires_at: number;
    /** When compute was called first: from then on nobody contributes. */
    closed_at: number | null;
    /** When it was computed, or its time was over; keys and sealed inputs are gone then. */
    ended_at: number | null;
    /** JCS of the body that was signed; null without a result. */
    transcript: string | null;
    signature: string | null;
  };
  mpc_contributions: {
    session_id: string;
    /** The place in the session's list of participants, from 0. */
    participant: number;
    /** `encrypted_share` as it came; null when the session has ended. */
    sealed_shares: Uint8Array | null;
    sha3_256: Uint8Array;
    received_at: number;
  };
}
