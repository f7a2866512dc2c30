/** The signed events of keys. */
export interface ProvenanceTables {
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
}
