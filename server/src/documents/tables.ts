/** Checks and attestations of documents; the documents themselves are not stored. */
export interface DocumentTables {
  /** Checks of documents against a schema; the documents are not stored. */
  document_checks: {
    project_id: string;
    /** Counts from 1 within the project. */
    position: number;
    document_hash: string;
    document_schema: string;
    is_valid: 0 | 1;
    /** The key that acted, `console` or `administrator`. */
    actor: string;
    created_at: number;
  };
  document_attestations: {
    id: string;
    project_id: string;
    document_hash: string;
    chain: string;
    tx: string;
    actor: string;
    created_at: number;
  };
}
