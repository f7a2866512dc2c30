/** Health compliance: agreements, sessions, their events and attestations. */
export interface HealthTables {
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
}
