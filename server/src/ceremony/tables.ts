/** The public part of key ceremonies. */
export interface CeremonyTables {
  /** The public part of key ceremonies. */
  ceremonies: {
    project_id: string;
    id: string;
    algorithm: string;
    participants: number;
    threshold: number;
    public_key: Uint8Array;
    /** JSON: those of the shares, in the order of the participants. */
    commitments: string;
    created_at: number;
  };
}
