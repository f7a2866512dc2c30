/** Artifacts and their cycles. */
export interface ArtifactTables {
  cycles: { project_id: string; quarter: string; last_number: number };
  artifacts: {
    project_id: string;
    id: string;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** Counts up with every change; guards against two changes at once. */
    revision: number;
    /** Empty where the document stands in a file. */
    document: string;
    /** The file's name; null where the document stands here. */
    file: string | null;
    /** Bytes of the document. */
    size: number;
    created_at: number;
  };
}
