/** The administration's audit. */
export interface AuditTables {
  /** The administration's audit: a hash chain of signed statements. `position` counts from 1. */
  audit_entries: {
    position: number;
    action: string;
    account_id: string | null;
    /** The signed body as JSON. */
    body: string;
    signature: string;
    keyset_id: string;
    created_at: number;
  };
}
