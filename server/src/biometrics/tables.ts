/** Enrolled templates of people, failed verifications of the last hour, and thresholds. */
import type { Modality } from './modality.ts';

export interface BiometricTables {
  biometric_templates: {
    /** `enr_…`. */
    id: string;
    project_id: string;
    /** The project's name for the person. */
    user_id: string;
    modality: Modality;
    /** Values of the vector. */
    dimensions: number;
    /** The BFV ciphertext with its secret key, sealed (`at-rest.ts`). */
    envelope: Uint8Array;
    created_at: number;
  };
  biometric_failures: {
    id: string;
    project_id: string;
    user_id: string;
    failed_at: number;
  };
  biometric_thresholds: {
    project_id: string;
    modality: Modality;
    threshold: number;
    updated_at: number;
  };
}
