/** Code grades that were submitted. */
export interface GradeTables {
  grades: {
    id: string;
    project_id: string;
    /** The key that submitted it; null for console and administrator. */
    key_id: string | null;
    /** Counts up within the project: the order of the list. */
    position: number;
    /** JSON: the record as it is answered, without `service_signature`. */
    record: string;
    /** `service_signature`. */
    signature: string;
    created_at: number;
    /** When it was taken out of the list. */
    hidden_at: number | null;
  };
}
