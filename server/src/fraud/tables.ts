/** Fraud signals of all projects, who contributed, and what was released of entities. */
export interface FraudTables {
  /** One row: the BFV pair under which signals are added. */
  fraud_keys: {
    id: string;
    public_key: Uint8Array;
    /** The sealed secret key. */
    envelope: Uint8Array;
    created_at: number;
  };
  fraud_participants: {
    project_id: string;
    joined_at: number;
    /** Contributed so far, those that count no more among them. */
    contributed: number;
  };
  fraud_signals: {
    /** `sig_…`. */
    id: string;
    project_id: string;
    signal_type: string;
    /** 32 bytes that stand for the entity, under a key of the vault. */
    entity_tag: Uint8Array;
    /** SHA3-256 of the box that brought it: it counts once. */
    box_hash: Uint8Array;
    /** The BFV ciphertext of its factors, sealed. */
    envelope: Uint8Array;
    created_at: number;
    expires_at: number;
  };
  fraud_aggregates: {
    entity_tag: Uint8Array;
    /** What was released, sealed. */
    envelope: Uint8Array;
    computed_at: number;
  };
}
