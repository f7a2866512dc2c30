/** Receipts. */
export interface ReceiptTables {
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
}
