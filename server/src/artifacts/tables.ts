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
    /** Empty where the document stands in pieces. */
    document: string;
    /** The file in which an earlier version kept it, until a start has taken it in; else null. */
    file: string | null;
    /** Bytes of the document. */
    size: number;
    /** What it is about, as its document says, so that it is found by that; empty where an earlier version kept the document in a file. */
    subject: string;
    created_at: number;
  };
  /** Large documents, cut into pieces of 256 KiB; the last one may be shorter. */
  artifact_pieces: {
    project_id: string;
    artifact_id: string;
    /** Counts from 0. */
    piece: number;
    bytes: Uint8Array;
  };
}
